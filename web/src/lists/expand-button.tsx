import { ChevronDown } from 'lucide-react'
import { cx } from '../ui/cx.ts'

type Props = {
  /** The name of what the button opens; visible only on a card. */
  label: string
  /** The name of the item, for a screen reader. */
  of: string
  /** The id of the panel that the button opens. */
  controls: string
  open: boolean
  onToggle: () => void
  /** The reason why the row cannot be opened; it disables the button. */
  refusal?: string | null
}

/** Opens and closes the panel below a row: an arrow in a table, with a label on a card. */
export function ExpandButton({ label, of, controls, open, onToggle, refusal = null }: Props) {
  return (
    <button
      type="button"
      aria-label={`${label} ${of}`}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      disabled={refusal !== null}
      title={refusal ?? undefined}
      onClick={onToggle}
      className={cx(
        'ml-auto inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-control px-2 text-table font-semibold text-brand transition-colors',
        'hover:enabled:bg-brand-tint disabled:text-mute disabled:opacity-45 @min-[60rem]:ml-0 @min-[60rem]:text-mute @min-[60rem]:hover:enabled:bg-idle-tint',
      )}
    >
      <span className="@min-[60rem]:hidden">{label}</span>
      <ChevronDown
        aria-hidden
        className={cx('size-4.5 transition-transform duration-150', open && 'rotate-180')}
      />
    </button>
  )
}
