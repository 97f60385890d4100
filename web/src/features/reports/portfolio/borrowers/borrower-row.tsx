import type { BorrowerItem } from '@pematang/contract/reports/borrowers/endpoints'
import { useId, useState } from 'react'
import { cx } from '../../../../ui/cx.ts'
import { Money } from '../../../../ui/money.tsx'
import { ExpandButton } from '../../../../lists/expand-button.tsx'
import { ListRow } from '../../../../lists/list-row.tsx'
import { BorrowerLoans } from './borrower-loans.tsx'
import { paidPercent } from './paid-share.ts'
import { reasonsOf } from './reason.ts'
import { ShareBar } from './share-bar.tsx'

const cell =
  'block min-w-0 @min-[60rem]:table-cell @min-[60rem]:border-t @min-[60rem]:border-line @min-[60rem]:px-2 @min-[60rem]:py-1 @min-[60rem]:align-middle'
const amount = 'text-right @max-[60rem]:grid @max-[60rem]:grid-cols-[1fr_auto] @max-[60rem]:items-baseline'

const Label = ({ children }: { children: string }) => (
  <span className="text-left text-table text-mute @min-[60rem]:hidden">{children}</span>
)

/** One borrower: a row of 52 px, or a card, that expands to the loans. */
export function BorrowerRow({ row }: { row: BorrowerItem }) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const percent = paidPercent(row.paidAmount, row.totalLoanAmount)
  return (
    <ListRow
      of={row.borrowerId}
      panelId={panel}
      columns={5}
      panel={open ? <BorrowerLoans borrower={row} /> : null}
    >
      <tr
        role="row"
        className="grid gap-2 p-4 pb-1 @min-[60rem]:table-row @min-[60rem]:h-[52px] @min-[60rem]:p-0"
      >
        <td role="cell" className={cx(cell, '@max-[60rem]:pb-1 @min-[60rem]:pl-5')}>
          <span className="block font-semibold break-words @min-[60rem]:max-w-80">{row.borrowerName}</span>
          {reasonsOf(row).map(({ text, isBad }) => (
            <span key={text} className={cx('mr-3 inline-block text-meta', isBad ? 'text-bad' : 'text-mute')}>
              {text}
            </span>
          ))}
        </td>
        <td role="cell" className={cx(cell, amount)}>
          <Label>Pinjaman aktif</Label>
          <Money
            amount={row.activeLoanAmount}
            className={row.activeLoanAmount > 0 ? 'font-semibold' : 'text-mute'}
          />
        </td>
        <td role="cell" className={cx(cell, amount)}>
          <Label>Sudah dibayar</Label>
          {/* In the table, bar, share and amount are on one line, in columns of their own. */}
          <span className="@min-[60rem]:inline-flex @min-[60rem]:flex-row-reverse @min-[60rem]:items-baseline @min-[60rem]:gap-3">
            <Money amount={row.paidAmount} className="@min-[60rem]:min-w-26" />
            <span className="figures relative block text-meta text-mute @min-[60rem]:min-w-8">
              {percent}%<span className="@min-[60rem]:sr-only"> dari total</span>
            </span>
            <ShareBar row={row} className="hidden w-24 self-center @min-[60rem]:flex" />
          </span>
          <ShareBar row={row} className="col-span-2 mt-1.5 @min-[60rem]:hidden" />
        </td>
        <td role="cell" className={cx(cell, amount)}>
          <Label>Total pinjaman</Label>
          <Money amount={row.totalLoanAmount} />
        </td>
        <td
          role="cell"
          className={cx(
            cell,
            'flex @max-[60rem]:-mx-0 @max-[60rem]:mt-1 @max-[60rem]:border-t @max-[60rem]:border-line @max-[60rem]:pt-1 @min-[60rem]:pr-3 @min-[60rem]:text-right',
          )}
        >
          <ExpandButton
            label="Pinjaman"
            of={row.borrowerName}
            controls={panel}
            open={open}
            onToggle={() => setOpen(!open)}
          />
        </td>
      </tr>
    </ListRow>
  )
}
