import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { monthLong } from '../../../ui/month-text.ts'
import { type Month, monthsOf, type Sums } from './months.ts'
import type { Vote } from './queries.ts'
import { termsOf } from './terms.ts'

/** The terms before and after, for this lender's own part. */
export function BeforeAfter({ vote }: { vote: Vote }) {
  const { before, after } = vote
  return (
    <Card aria-labelledby="ketentuan" className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5">
      <div>
        <h2 id="ketentuan" className="text-section font-semibold">
          Ketentuan bagi Anda
        </h2>
        <p className="mt-1 text-table text-mute">
          Hanya bagian Anda dari pinjaman ini, sebelum pajak. Ketentuan baru berlaku sejak{' '}
          {formatDateLong(vote.agreedOn)}.
        </p>
      </div>
      <Compared
        caption="Ketentuan semula dan menjadi"
        name="Hal"
        rows={termsOf(vote).map(({ label, before: former, after: next }) => ({
          label,
          before: <span className="text-mute">{former}</span>,
          after: <span className="font-semibold">{next}</span>,
        }))}
      />
      <p className="text-meta text-mute">
        Imbal hasil: dari sisa pokok Anda pada hari pencatatan, bila semua dibayar tepat waktu dan tunggakan
        dibayar hari itu.
      </p>
      <GivenUp vote={vote} />
      <Months months={monthsOf(before.installments, after.installments)} />
    </Card>
  )
}

function GivenUp({ vote: { interestWaived, penaltyWaived } }: { vote: Vote }) {
  const parts = [
    ...(interestWaived > 0 ? [`bunga tertunggak bagian Anda ${formatRupiah(interestWaived)}`] : []),
    ...(penaltyWaived > 0 ? [`denda seluruh pinjaman ${formatRupiah(penaltyWaived)}`] : []),
  ]
  if (parts.length === 0) return null
  return (
    <p className="rounded-control bg-warn-tint p-3 text-table text-warn">
      Bila disetujui, dihapus: {parts.join(' dan ')}.
    </p>
  )
}

/** Months that are shown at first. */
const fewMonths = 6

function Months({ months }: { months: readonly Month[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? months : months.slice(0, fewMonths)
  return (
    <section aria-labelledby="bulan">
      <h3 id="bulan" className="font-semibold">
        Bulan demi bulan
      </h3>
      <Compared
        caption="Pokok dan bunga per bulan, semula dan menjadi"
        name="Bulan"
        rows={shown.map(({ month, before, after }) => ({
          label: monthLong(month),
          before: <Due sums={before} className="text-mute" />,
          after: <Due sums={after} className="font-semibold" />,
        }))}
      />
      {months.length > fewMonths && (
        <Button variant="quiet" className="-mx-2 mt-1 px-2! text-table" onClick={() => setAll(!all)}>
          {all ? 'Tampilkan lebih sedikit' : `Tampilkan semua ${months.length} bulan`}
        </Button>
      )}
    </section>
  )
}

type ComparedProps = {
  caption: string
  /** What a row is, read out at the head of the first column. */
  name: string
  rows: readonly { label: string; before: ReactNode; after: ReactNode }[]
}

/**
 * What is before and after side by side; on a phone the label stands above them, so that no figure or date is torn. The
 * roles are explicit because some browsers drop them when the display changes.
 */
const Compared = ({ caption, name, rows }: ComparedProps) => (
  <table role="table" className="block w-full text-table sm:table">
    <caption className="sr-only">{caption}</caption>
    <thead role="rowgroup" className="block sm:table-header-group">
      <tr role="row" className={row}>
        <th role="columnheader" scope="col" className="sr-only sm:not-sr-only">
          <span className="sr-only">{name}</span>
        </th>
        {['Semula', 'Menjadi'].map((side) => (
          <th
            key={side}
            role="columnheader"
            scope="col"
            className="pb-2 text-right text-meta font-medium text-mute sm:pl-3"
          >
            {side}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup" className="block sm:table-row-group">
      {rows.map(({ label, before, after }) => (
        <tr key={label} role="row" className={cx(row, 'border-t border-line align-baseline')}>
          <th
            role="rowheader"
            scope="row"
            className="pt-2.5 text-left font-normal text-mute max-sm:col-span-2 sm:pb-2.5"
          >
            {label}
          </th>
          <td role="cell" className={cell}>
            {before}
          </td>
          <td role="cell" className={cell}>
            {after}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const row = 'grid grid-cols-2 gap-x-2 sm:table-row'
const cell = 'figures pt-0.5 pb-2.5 text-right max-[22.5rem]:text-meta sm:pt-2.5 sm:pl-3'

const Due = ({ sums: { principal, interest }, className }: { sums: Sums; className: string }) =>
  principal + interest === 0 ? (
    <span className="text-mute">–</span>
  ) : (
    <>
      <span className={className}>{formatRupiah(principal + interest)}</span>
      <span className="block text-meta text-mute">
        <span className="max-sm:block">
          pokok <span>{formatRupiah(principal)}</span>
        </span>{' '}
        <span className="max-sm:block">
          bunga <span>{formatRupiah(interest)}</span>
        </span>
      </span>
    </>
  )
