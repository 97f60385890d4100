import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  for (const change of ['online', 'offline'] as const) addEventListener(change, listener)
  return () => {
    for (const change of ['online', 'offline'] as const) removeEventListener(change, listener)
  }
}

/** Says above the screen that there is no network; what failed meanwhile is loaded again when it is back. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" className="sticky top-(--topbar-height) z-10">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warn-tint px-4 py-1.5 text-table font-medium text-warn">
          <WifiOff size={16} aria-hidden className="shrink-0" />
          Anda sedang offline
        </p>
      )}
    </div>
  )
}
