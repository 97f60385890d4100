import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { CloseIcon, ToastIcon } from './toast-icons.tsx'
import { closeToast, currentToast, onToastChange, type ToastMessage, toastDuration } from './toast-store.ts'

const tints = { success: 'text-ok', warning: 'text-warn', error: 'text-bad', info: 'text-idle' } as const

function Toast({ message }: { message: ToastMessage }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => closeToast(message.id), toastDuration)
    return () => clearTimeout(timer)
  }, [held, message.id])
  return (
    <div
      data-toast={message.kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className="pointer-events-auto flex w-full max-w-115 animate-drop-in items-start gap-3 rounded-popup border border-line bg-surface py-1.5 pr-1.5 pl-4 shadow-pop"
    >
      <span className={`mt-3 ${tints[message.kind]}`}>
        <ToastIcon kind={message.kind} />
      </span>
      <p className="flex-1 py-2.5">{message.text}</p>
      <button
        type="button"
        aria-label="Tutup pesan"
        onClick={() => closeToast(message.id)}
        className="grid size-11 shrink-0 place-items-center rounded-control text-mute hover:bg-idle-tint hover:text-ink"
      >
        <CloseIcon />
      </button>
    </div>
  )
}

/** The container of toasts: top centre, one at a time, above dialogs too. Rendered once, at the root of the app. */
export function Toaster() {
  const message = useSyncExternalStore(onToastChange, currentToast)
  return createPortal(
    <div
      role="status"
      aria-live={message?.kind === 'error' ? 'assertive' : 'polite'}
      className="pointer-events-none fixed inset-x-0 top-0 z-70 grid justify-items-center p-4"
    >
      {message && <Toast key={message.id} message={message} />}
    </div>,
    document.body,
  )
}
