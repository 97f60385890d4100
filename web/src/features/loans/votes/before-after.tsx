import { formatDateLong } from '@pematang/contract/format/date'
import { formatInterest } from '@pematang/contract/format/interest'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { monthLong } from '../../../ui/month-text.ts'
import { type Month, monthsOf, sumOf, type Sums } from './months.ts'
import type { Vote } from './queries.ts'
import { returnText, spreadOf, tenorOf } from './words.ts'

/** The terms before and after, for this lender's own part. */
export function BeforeAfter({ vote }: { vote: Vote }) {
  const { before, after } = vote
  const [old, fresh] = [sumOf(before.installments), sumOf(after.installments)]
  const lastDay = ({ installments }: Vote['before']) => {
    const last = installments.at(-1)
    return last ? formatDateLong(last.dueDate) : '–'
  }
  const rows = [
    ['Bunga per tahun', formatInterest(before.interest), formatInterest(after.interest)],
    ['Jenis bunga', spreadOf(before), spreadOf(after)],
    ['Tenor', tenorOf(before), tenorOf(after)],
    ['Angsuran tersisa', `${before.installments.length} kali`, `${after.installments.length} kali`],
    ['Angsuran terakhir', lastDay(before), lastDay(after)],
    ['Pokok yang akan kembali', formatRupiah(old.principal), formatRupiah(fresh.principal)],
    ['Bunga yang akan diterima', formatRupiah(old.interest), formatRupiah(fresh.interest)],
    ['Imbal hasil per tahun', returnText(before), returnText(after)],
  ]
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
      <table className="w-full text-table">
        <caption className="sr-only">Ketentuan semula dan menjadi</caption>
        <thead>
          <tr className="text-meta text-mute">
            <th scope="col" className="pb-2 text-left font-medium">
              <span className="sr-only">Hal</span>
            </th>
            <th scope="col" className="pb-2 pl-2 text-right sm:pl-3 font-medium">
              Semula
            </th>
            <th scope="col" className="pb-2 pl-2 text-right sm:pl-3 font-medium">
              Menjadi
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, former, next]) => (
            <tr key={label} className="border-t border-line align-baseline">
              <th scope="row" className="py-2.5 text-left font-normal text-mute">
                {label}
              </th>
              <td className="py-2.5 pl-2 text-right sm:pl-3 tabular-nums text-mute">{former}</td>
              <td className="py-2.5 pl-2 text-right sm:pl-3 font-semibold tabular-nums">{next}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
      <table className="mt-2 w-full text-table">
        <caption className="sr-only">Pokok dan bunga per bulan, semula dan menjadi</caption>
        <thead>
          <tr className="text-meta text-mute">
            <th scope="col" className="pb-2 text-left font-medium">
              Bulan
            </th>
            <th scope="col" className="pb-2 pl-2 text-right sm:pl-3 font-medium">
              Semula
            </th>
            <th scope="col" className="pb-2 pl-2 text-right sm:pl-3 font-medium">
              Menjadi
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ month, before, after }) => (
            <tr key={month} className="border-t border-line align-top">
              <th scope="row" className="py-2.5 text-left font-normal wrap-anywhere">
                {monthLong(month)}
              </th>
              <Due sums={before} className="text-mute" />
              <Due sums={after} className="font-semibold" />
            </tr>
          ))}
        </tbody>
      </table>
      {months.length > fewMonths && (
        <Button variant="quiet" className="-mx-2 mt-1 px-2! text-table" onClick={() => setAll(!all)}>
          {all ? 'Tampilkan lebih sedikit' : `Tampilkan semua ${months.length} bulan`}
        </Button>
      )}
    </section>
  )
}

const Due = ({ sums: { principal, interest }, className }: { sums: Sums; className: string }) => (
  <td className="py-2.5 pl-2 text-right sm:pl-3">
    {principal + interest === 0 ? (
      <span className="text-mute">–</span>
    ) : (
      <>
        <span className={`figures ${className}`}>{formatRupiah(principal + interest)}</span>
        <span className="block text-meta text-mute">
          <span className="max-sm:block">
            pokok <span className="figures">{formatRupiah(principal)}</span>
          </span>{' '}
          <span className="max-sm:block">
            bunga <span className="figures">{formatRupiah(interest)}</span>
          </span>
        </span>
      </>
    )}
  </td>
)
