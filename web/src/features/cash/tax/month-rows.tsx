import { formatDateLong } from '@pematang/contract/format/date'
import { formatPercent } from '@pematang/contract/format/percent'
import type { TaxLine, TaxYear } from '@pematang/contract/cash/tax/endpoints'
import { type ReactNode, useId, useState } from 'react'
import { ExpandButton } from '../../../lists/expand-button.tsx'
import { ListRow } from '../../../lists/list-row.tsx'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/money.tsx'
import { monthLong } from '../../../ui/month-text.ts'
import { MonthDownloads } from './downloads.tsx'
import { Installments } from './installments.tsx'
import { kindName } from './words.ts'

type Month = TaxYear['months'][number]

/** The classes of a table cell; in the card layout it is a block with a label. */
export const cell =
  'block min-w-0 @min-[60rem]:table-cell @min-[60rem]:border-t @min-[60rem]:border-line @min-[60rem]:px-2 @min-[60rem]:py-1.5 @min-[60rem]:align-middle'
export const amountCell = `${cell} @min-[60rem]:text-right`
export const rowClass =
  'grid grid-cols-2 gap-x-4 gap-y-2 px-4 pt-4 @min-[60rem]:table-row @min-[60rem]:h-[52px] @min-[60rem]:p-0'
/** The cell with the downloads and, of a month, the button that opens it. */
export const actionsCell =
  'order-last col-span-2 -mx-2 flex items-center justify-between pb-1 @min-[60rem]:mx-0 @min-[60rem]:pr-3'

/** On a card, the text of the column heading above the value. */
export const Label = ({ children }: { children: string }) => (
  <span className="block text-meta text-mute @min-[60rem]:hidden">{children}</span>
)

/** A month: the tax withheld by kind and rate with its tax slips, the files, and the installments when it is opened. */
export function MonthRows({ month }: { month: Month }) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const name = monthLong(month.period)
  const title = (
    <th
      role="rowheader"
      scope="rowgroup"
      rowSpan={month.lines.length}
      className={cx(cell, 'col-span-2 text-left font-semibold @min-[60rem]:pl-5')}
    >
      {name}
      {!month.isOver && <span className="block text-meta font-normal text-mute">Masih berjalan</span>}
    </th>
  )
  const actions = (
    <td role="cell" rowSpan={month.lines.length} className={cx(cell, actionsCell)}>
      <div className="flex items-center justify-between gap-1 @min-[60rem]:-my-1 @min-[60rem]:justify-end max-sm:w-full">
        <MonthDownloads period={month.period} />
        <ExpandButton
          label="Angsuran"
          of={name}
          controls={panel}
          open={open}
          onToggle={() => setOpen(!open)}
        />
      </div>
    </td>
  )
  return (
    <ListRow
      of={month.period}
      panelId={panel}
      columns={6}
      panel={
        open ? (
          <div className="px-4 @min-[60rem]:px-5">
            <Installments period={month.period} />
          </div>
        ) : null
      }
    >
      {month.lines.map((line, place) => (
        <LineRow key={`${line.kind} ${line.rate}`} line={line} isOver={month.isOver}>
          {place === 0 ? { title, actions } : null}
        </LineRow>
      ))}
    </ListRow>
  )
}

type LineProps = {
  line: TaxLine
  isOver: boolean
  /** The cells of the whole month, in its first line. */
  children: { title: ReactNode; actions: ReactNode } | null
}

const LineRow = ({ line, isOver, children }: LineProps) => (
  <tr role="row" className={rowClass}>
    {children?.title}
    <td role="cell" className={cell}>
      <Label>Jenis dan tarif</Label>
      {kindName(line.kind)}, {formatPercent(line.rate)}
    </td>
    <td role="cell" className={amountCell}>
      <Label>Bunga bruto</Label>
      <Money amount={line.interest} />
    </td>
    <td role="cell" className={amountCell}>
      <Label>Pajak dipotong</Label>
      <Money amount={line.tax} className="font-semibold" />
    </td>
    <td role="cell" className={cx(cell, '@min-[60rem]:pl-6')}>
      <Label>Bukti potong</Label>
      <Slip line={line} isOver={isOver} />
    </td>
    {children?.actions}
  </tr>
)

function Slip({ line: { slip, interest }, isOver }: { line: TaxLine; isOver: boolean }) {
  if (slip)
    return (
      <>
        <span className="figures break-all">{slip.number}</span>
        <span className="block text-meta text-mute">{formatDateLong(slip.issuedOn)}</span>
      </>
    )
  return (
    <span className="text-mute">
      {interest <= 0 ? 'Koreksi' : isOver ? 'Belum tercatat' : 'Setelah masa berakhir'}
    </span>
  )
}
