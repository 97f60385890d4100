import { cx } from './cx.ts'

/** A grey bar in the place and size of the coming content; class names set its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-glow rounded-mark bg-idle-tint', className)} />
}

/** Wraps skeletons, so that a screen reader announces only once that content is loading. */
export function Loading({ children, label = 'Memuat…' }: { children: React.ReactNode; label?: string }) {
  return (
    <div role="status" aria-busy>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
