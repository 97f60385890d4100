import { formatDateLong } from '@pematang/contract/format/date'
import type { PortfolioItem } from '@pematang/contract/portfolio/endpoints'
import { useId, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/money.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { DocumentActions } from './document-actions.tsx'
import { canSign, documentsOf, isPrepared } from './documents.ts'
import { ExpandButton } from './expand-button.tsx'
import { Installments } from './installments/installments.tsx'
import { ListRow } from './list-row.tsx'
import { SignButton, SignDeadline } from './signing.tsx'
import { canExpand, statusLook } from './status.ts'

/** A cell of the table; on a card a labelled block. */
const cell =
  'block min-w-0 @min-[60rem]:table-cell @min-[60rem]:border-t @min-[60rem]:border-line @min-[60rem]:px-1.5 @min-[60rem]:py-2.5 @min-[60rem]:align-middle'
const half = 'col-span-6'
const second = 'block text-meta text-mute'

/** What a heading says in the table, a card says at the value. */
const Label = ({ children }: { children: string }) => (
  <span className="block text-meta text-mute @min-[60rem]:hidden">{children}</span>
)

/**
 * One funding: a row of 65 px, or a card, that opens to its installments. A row that waits for a signature says until
 * when.
 */
export function PortfolioRow({ row }: { row: PortfolioItem }) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const status = statusLook(row.statusName)
  const documents = documentsOf(row)
  const signable = canSign(row)
  const isOpen = open && canExpand(row.statusName)
  return (
    <ListRow panelId={panel} columns={7} panel={isOpen ? <Installments row={row} /> : null}>
      <tr
        role="row"
        className="grid grid-cols-12 gap-3 p-4 pb-1 @min-[60rem]:table-row @min-[60rem]:h-[65px] @min-[60rem]:p-0"
      >
        <td role="cell" className={cx(cell, 'order-1 col-span-7 @min-[60rem]:pl-5')}>
          <span className="block truncate font-semibold @min-[60rem]:max-w-42 @min-[80rem]:max-w-52">
            {row.borrowerName}
          </span>
          <span className={cx(second, 'truncate @min-[60rem]:max-w-42 @min-[80rem]:max-w-52')}>
            {row.loanType}
          </span>
        </td>
        <td role="cell" className={cx(cell, half, 'order-4')}>
          <Label>Nomor pinjaman</Label>
          <span className="figures block">{row.loanNumber}</span>
          <span className={cx(second, 'figures break-all')}>{row.transactionNumber}</span>
        </td>
        <td role="cell" className={cx(cell, half, 'order-3 @min-[60rem]:text-right')}>
          <Label>Jumlah pendanaan</Label>
          <Money amount={row.totalLoan} className="text-section font-semibold @min-[60rem]:text-table" />
        </td>
        <td role="cell" className={cx(cell, half, 'order-5 @min-[60rem]:pl-6')}>
          <Label>Tanggal pendanaan</Label>
          <span className="figures">{formatDateLong(row.fundingDate)}</span>
        </td>
        <td role="cell" className={cx(cell, half, 'order-6')}>
          <Label>Jatuh tempo</Label>
          <span className="figures block">{formatDateLong(row.dueDate)}</span>
          <span className={second}>{row.tenor}</span>
        </td>
        <td role="cell" className={cx(cell, 'order-2 col-span-5 justify-self-end')}>
          <StatusLabel tone={status.tone}>{status.label}</StatusLabel>
        </td>
        <td
          role="cell"
          className={cx(cell, 'order-7 col-span-12 border-t border-line pt-1 @min-[60rem]:pr-3')}
        >
          <div className="-mx-2 flex flex-wrap items-center gap-x-1 @min-[60rem]:mx-0 @min-[60rem]:flex-nowrap @min-[60rem]:justify-end">
            <DocumentActions documents={documents} prepared={isPrepared(row)} loanNumber={row.loanNumber} />
            {signable && <SignButton row={row} />}
            <ExpandButton
              label="Angsuran"
              of={row.loanNumber}
              controls={panel}
              open={isOpen}
              onToggle={() => setOpen(!open)}
              refusal={canExpand(row.statusName) ? null : 'Angsuran ada setelah pinjaman dicairkan'}
            />
          </div>
        </td>
      </tr>
      {signable && row.signBefore && (
        <tr role="row" className="block px-4 pb-4 @min-[60rem]:table-row @min-[60rem]:p-0">
          <td
            role="cell"
            colSpan={7}
            className="block @min-[60rem]:table-cell @min-[60rem]:px-5 @min-[60rem]:pb-3"
          >
            <SignDeadline signBefore={row.signBefore} />
          </td>
        </tr>
      )}
    </ListRow>
  )
}
