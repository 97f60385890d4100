import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/money.tsx'

/** A row of a detail panel: 68 px in a table, so that six of them exceed the panel's height; otherwise a card. */
export const detailRow =
  'grid grid-cols-2 gap-x-4 gap-y-2.5 border-t border-line p-4 first:border-t-0 @min-[46rem]:table-row @min-[46rem]:h-[68px] @min-[46rem]:p-0'

type Props = {
  /** The text of the column heading, which a card shows beside the value. */
  label?: string
  className?: string
  children: ReactNode
}

/** A cell of a detail row; in the card layout a block with a label. */
export function DetailCell({ label, className, children }: Props) {
  return (
    <td
      role="cell"
      className={cx(
        'block min-w-0 @min-[46rem]:table-cell @min-[46rem]:border-t @min-[46rem]:border-line @min-[46rem]:px-2 @min-[46rem]:align-middle',
        className,
      )}
    >
      {label && <span className="block text-meta text-mute @min-[46rem]:hidden">{label}</span>}
      {children}
    </td>
  )
}

type AmountProps = { label: string; amount: number; strong?: boolean; children?: ReactNode }

/** An amount in a detail row, right-aligned in the table, with an optional note below it. Zero is muted. */
export function DetailAmount({ label, amount, strong, children }: AmountProps) {
  return (
    <DetailCell label={label} className="@min-[46rem]:text-right">
      <Money amount={amount} className={cx(amount === 0 ? 'text-mute' : strong && 'font-semibold')} />
      {children}
    </DetailCell>
  )
}
