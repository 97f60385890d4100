import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { call } from '../api/call.ts'
import { sentenceOf } from '../../parts/sentence.ts'
import { signWithPasskey } from '../../ui/passkey.ts'
import { Frame } from './frame.tsx'

type Props = {
  /** True where a session has just ended on this page. */
  hasEnded: boolean
  onLoggedIn: () => void
}

/** The login: a passkey and nothing else. */
export function Login({ hasEnded, onLoggedIn }: Props) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  async function logIn() {
    setBusy(true)
    setFault(null)
    try {
      const assertion = await signWithPasskey(await call('POST /session/challenge'))
      await call('POST /session', { body: { assertion } })
      onLoggedIn()
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Frame title="Konsol operator">
      <p className="text-mute">
        {hasEnded
          ? 'Sesi Anda telah berakhir. Masuk kembali untuk melanjutkan di halaman yang sama.'
          : 'Masuk dengan passkey Anda: sidik jari, wajah, PIN perangkat, atau kunci keamanan.'}
      </p>
      <Button
        wide
        icon={<KeyRound size={18} aria-hidden />}
        busy={busy}
        busyLabel="Menunggu passkey…"
        onClick={() => void logIn()}
      >
        Masuk dengan passkey
      </Button>
      <p role="alert" className={fault ? 'text-table text-bad' : 'sr-only'}>
        {fault}
      </p>
      <p className="border-t border-line pt-4 text-table text-mute">
        Passkey hilang? Minta rekan yang berwenang mengajukan tautan baru untuk Anda. Tidak ada kata sandi dan
        tidak ada kode cadangan.
      </p>
    </Frame>
  )
}
