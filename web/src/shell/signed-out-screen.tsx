import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { toLogin } from '../session/end.ts'
import { endPendingSessions, isLogoutPending, onPendingLogout } from '../session/pending-logout.ts'
import { Button } from '../ui/button.tsx'

const pause = 10_000

/** Renders the layout, or a message if the lender has logged out and the server has not confirmed it. */
export function UntilSignedOut({ children }: { children: ReactNode }) {
  return useSyncExternalStore(onPendingLogout, isLogoutPending) ? <SignedOut /> : children
}

/** Retries when the browser comes online, and periodically, until the session has ended on the server too. */
function SignedOut() {
  const [busy, setBusy] = useState(false)
  const end = useCallback(async () => {
    setBusy(true)
    if (await endPendingSessions()) return toLogin()
    setBusy(false)
  }, [])
  useEffect(() => {
    const again = () => void end()
    const timer = setInterval(again, pause)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [end])
  return (
    <main className="grid min-h-dvh place-items-center bg-canvas p-6">
      <div className="max-w-sm text-center">
        <div role="alert">
          <h1 className="text-h1 font-bold text-ink">Anda sudah keluar dari perangkat ini</h1>
          <p className="mt-2 mb-6 text-body text-mute">
            Data Anda di sini sudah dihapus. Server belum dapat dihubungi, jadi sesi Anda di sana belum
            berakhir. Biarkan halaman ini terbuka: sesi itu diakhiri begitu perangkat ini tersambung lagi.
          </p>
        </div>
        <Button busy={busy} onClick={() => void end()}>
          Coba lagi
        </Button>
      </div>
    </main>
  )
}
