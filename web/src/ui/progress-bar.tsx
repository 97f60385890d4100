import { cx } from './cx.ts'

type Props = {
  /** Percent, 0 to 100; values outside are clamped. */
  percent: number
  /** What the bar measures, for a screen reader. */
  label: string
  className?: string
}

/** A thin bar; the percentage belongs in the text beside it. */
export function ProgressBar({ percent, label, className }: Props) {
  const shown = Math.min(100, Math.max(0, percent))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown)}
      className={cx('h-1.5 overflow-hidden rounded-full bg-idle-tint', className)}
    >
      <div className="h-full rounded-full bg-brand" style={{ width: `${shown}%` }} />
    </div>
  )
}
