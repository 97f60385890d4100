import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { isLoading, onLoadingChange } from './loader-store.ts'
import { Spinner } from './spinner.tsx'

/** Covers the screen including dialogs while withLoader runs. Rendered once, at the root of the app. */
export function GlobalLoader() {
  const loading = useSyncExternalStore(onLoadingChange, isLoading)
  return createPortal(
    <div role="status" aria-live="polite">
      {loading && (
        <div
          data-global-loader
          className="fixed inset-0 z-60 grid place-items-center bg-scrim backdrop-blur-[2px]"
        >
          <div className="flex items-center gap-3 rounded-popup bg-surface px-5 py-4 shadow-pop">
            <Spinner className="text-brand" />
            <span className="font-medium">Mohon tunggu…</span>
          </div>
        </div>
      )}
    </div>,
    document.body,
  )
}
