import { formatDateLong } from '@pematang/contract/format/date'
import { formatInterest } from '@pematang/contract/format/interest'
import type { PortfolioItem } from '@pematang/contract/reports/portfolio/endpoints'
import { useId, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/money.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { canSign, documentsOf, isBeingCancelled, isPrepared } from './documents.ts'
import { ExpandButton } from '../../../lists/expand-button.tsx'
import { Installments } from './installments/installments.tsx'
import { ListRow } from '../../../lists/list-row.tsx'
import { LoanStatus } from './loan-status.tsx'
import { CancelNote, SignNote } from './signing.tsx'
import { canExpand, dueLabel } from './status.ts'

/** The classes of a table cell; in the card layout it is a block with a label. */
const cell =
  'block min-w-0 @min-[60rem]:table-cell @min-[60rem]:border-t @min-[60rem]:border-line @min-[60rem]:px-1.5 @min-[60rem]:py-1.5 @min-[60rem]:align-middle'
/** Two cells side by side on a card, or below each other where the card is too narrow for two dates. */
const half = 'col-span-12 @min-[18.5rem]:col-span-6'
/** A narrow table gives its width to the dates and amounts, which cannot wrap as a name can. */
const nameCell = 'order-1 col-span-7 @min-[60rem]:w-[12%] @min-[60rem]:pl-5 @min-[70rem]:w-[15%]'
const second = 'block text-meta text-mute'
/** The classes of a date; in the narrowest table its year may wrap to the next line. */
const day = 'figures block @min-[60rem]:@max-[64rem]:whitespace-normal'

/** On a card, the text of the column heading above the value. */
const Label = ({ children }: { children: string }) => (
  <span className="block text-meta text-mute @min-[60rem]:hidden">{children}</span>
)

/** The unpaid principal, shown below the lent amount. */
function PrincipalLeft({ row: { principalLeft, statusName } }: { row: PortfolioItem }) {
  if (principalLeft === null || statusName === 'FUNDED' || statusName === 'REFUNDED') return null
  return (
    <span className={second}>
      Sisa pokok <Money amount={principalLeft} className="whitespace-nowrap" />
    </span>
  )
}

/** The oldest installment that is not paid in full, in net rupiah. */
function NextDue({ row: { nextDueDate, nextDueAmount, daysLate } }: { row: PortfolioItem }) {
  if (nextDueDate === null || nextDueAmount === null) return <span className="sr-only">-</span>
  return (
    <>
      <span className="block text-meta text-mute @min-[60rem]:sr-only">{dueLabel(daysLate)}</span>
      <span className={cx(day, daysLate > 0 && 'text-bad')}>{formatDateLong(nextDueDate)}</span>
      <span className={second}>
        <Money amount={nextDueAmount} className="font-semibold text-ink" /> bersih
      </span>
    </>
  )
}

/**
 * The status and the days late. A row that does not expand shows its transaction number beside the meaning of the
 * status.
 */
const Status = ({ row: { statusName, transactionNumber, daysLate } }: { row: PortfolioItem }) => (
  <>
    <LoanStatus status={statusName}>
      {!canExpand(statusName) && (
        <p className="mt-2 text-meta text-mute">
          Nomor transaksi <span className="figures break-all text-ink">{transactionNumber}</span>
        </p>
      )}
    </LoanStatus>
    {daysLate > 0 && (
      <span className="block text-meta whitespace-nowrap text-bad">Terlambat {daysLate} hari</span>
    )}
  </>
)

/**
 * One funding: a row or a card that expands to its installments. Below a row that waits for a signature are the
 * deadline and the button to sign.
 */
export function PortfolioRow({ row }: { row: PortfolioItem }) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const documents = documentsOf(row)
  const note = isBeingCancelled(row) ? <CancelNote /> : canSign(row) ? <SignNote row={row} /> : null
  const isOpen = open && canExpand(row.statusName)
  return (
    <ListRow
      of={row.propertyLenderId}
      panelId={panel}
      columns={8}
      panel={isOpen ? <Installments row={row} /> : null}
    >
      <tr
        role="row"
        className="grid grid-cols-12 gap-3 p-4 pb-1 @min-[60rem]:table-row @min-[60rem]:h-[52px] @min-[60rem]:p-0"
      >
        <td role="cell" className={cx(cell, nameCell)}>
          <span className="block font-semibold break-words">{row.borrowerName}</span>
        </td>
        <td role="cell" className={cx(cell, half, 'order-4')}>
          <Label>Nomor pinjaman</Label>
          <span className="figures block break-words">{row.loanNumber}</span>
          <span className={second}>{row.loanType}</span>
        </td>
        <td role="cell" className={cx(cell, half, 'order-3 @min-[60rem]:text-right')}>
          <Label>Jumlah pendanaan</Label>
          <Money amount={row.totalLoan} className="text-section font-semibold @min-[60rem]:text-table" />
          <PrincipalLeft row={row} />
        </td>
        <td role="cell" className={cx(cell, half, 'order-5 @min-[60rem]:pl-4')}>
          <Label>Tanggal pendanaan</Label>
          <span className={day}>{formatDateLong(row.fundingDate)}</span>
          <span className={second}>
            Bunga <span className="figures">{formatInterest(row.interestPercentage)}</span>, {row.tenor}
          </span>
          {row.former && (
            <span className={second}>
              semula <span className="figures">{formatInterest(row.former.interestPercentage)}</span>,{' '}
              {row.former.tenor}
            </span>
          )}
        </td>
        <td role="cell" className={cx(cell, half, 'order-6')}>
          <Label>Jatuh tempo</Label>
          <span className={day}>{formatDateLong(row.dueDate)}</span>
          {row.former?.dueDate && row.former.dueDate !== row.dueDate && (
            <span className={second}>
              semula <span className="figures whitespace-nowrap">{formatDateLong(row.former.dueDate)}</span>
            </span>
          )}
          {row.paidOffOn !== null && (
            <span className={second}>
              Lunas <span className="figures whitespace-nowrap">{formatDateLong(row.paidOffOn)}</span>
            </span>
          )}
        </td>
        <td
          role="cell"
          className={cx(cell, half, 'order-7', row.nextDueDate === null && '@max-[60rem]:hidden')}
        >
          <NextDue row={row} />
        </td>
        <td
          role="cell"
          className={cx(cell, 'order-2 col-span-5 justify-self-end text-right @min-[60rem]:text-left')}
        >
          <Status row={row} />
        </td>
        <td
          role="cell"
          className={cx(cell, 'order-8 col-span-12 border-t border-line pt-1 @min-[60rem]:pr-3')}
        >
          <div className="-mx-2 flex items-center gap-x-1 @min-[60rem]:mx-0 @min-[60rem]:-my-1 @min-[60rem]:justify-end @min-[60rem]:gap-0">
            <DocumentMenu documents={documents} prepared={isPrepared(row)} loanNumber={row.loanNumber} />
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
      {note && (
        <tr role="row" className="block px-4 pb-4 @min-[60rem]:table-row @min-[60rem]:p-0">
          <td
            role="cell"
            colSpan={8}
            className="block @min-[60rem]:table-cell @min-[60rem]:px-5 @min-[60rem]:pb-3"
          >
            {note}
          </td>
        </tr>
      )}
    </ListRow>
  )
}
