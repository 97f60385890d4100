import type { ToastKind } from './toast-store.ts'

const shapes: Record<ToastKind, string> = {
  success: 'M6.2 10.3l2.6 2.6 5-5.5',
  warning: 'M10 5.8v5M10 13.9v.1',
  error: 'm7.2 7.2 5.6 5.6m0-5.6-5.6 5.6',
  info: 'M10 9.3v4.9M10 6.1V6',
}

/** One small icon per kind, so that colour is never the only difference. */
export function ToastIcon({ kind }: { kind: ToastKind }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden className="size-5">
      <circle cx="10" cy="10" r="9.25" fill="currentColor" opacity=".14" />
      <path d={shapes[kind]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

export function CloseIcon() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden className="size-5">
      <path d="m5.5 5.5 9 9m0-9-9 9" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />
    </svg>
  )
}
