import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { sentences } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { currentOutage, onOutageChange } from '../session/outage.ts'
import { Button, buttonClass } from '../ui/button.tsx'

/**
 * Renders the app, unless the server fails again after a reload: then it shows a message instead and reloads the page
 * after increasing delays.
 */
export function OutageScreen({ children }: { children: ReactNode }) {
  const waitSeconds = useSyncExternalStore(onOutageChange, currentOutage, currentOutage)
  return waitSeconds === null ? children : <Outage waitSeconds={waitSeconds} />
}

function Outage({ waitSeconds }: { waitSeconds: number }) {
  const [left, setLeft] = useState(waitSeconds)
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : location.reload()), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  const at = location.pathname.endsWith(paths.portfolio)
    ? { to: paths.marketplace, name: 'Marketplace' }
    : { to: paths.portfolio, name: 'Dashboard' }
  return (
    <main className="grid min-h-dvh place-items-center bg-canvas p-6">
      <div className="max-w-sm text-center">
        <div role="alert">
          <h1 className="text-h1 font-bold text-ink">Layanan sedang terganggu</h1>
          <p className="mt-2 text-body text-mute">{sentences.server} Data dan transaksi Anda tetap aman.</p>
        </div>
        <p className="figures mt-2 mb-6 text-table text-mute">Dimuat ulang dalam {left} detik.</p>
        <div className="flex flex-wrap justify-center gap-3">
          {/* A plain link, which reloads the page: the current page is the one that failed. */}
          <a
            href={`${import.meta.env.BASE_URL.replace(/\/$/, '')}${at.to}`}
            className={buttonClass('secondary')}
          >
            Ke {at.name}
          </a>
          <Button onClick={() => location.reload()}>Coba lagi</Button>
        </div>
      </div>
    </main>
  )
}
