import { formatPercent } from '@pematang/contract/format/percent'
import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { LoanProjection } from '@pematang/contract/funding/marketplace/loan'
import { useState } from 'react'
import { LoadFailure } from '../../../../lists/load-failure.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx'
import { monthsOf, type Period } from './months.ts'
import { ProjectionChart } from './projection-chart.tsx'
import { ProjectionTable } from './projection-table.tsx'
import { useProjection } from './queries.ts'

type Props = {
  loanNumber: string
  /** A valid amount in whole rupiah; null while the field has an invalid one. */
  amount: number | null
}

/** The monthly payments after tax for the selected amount, as a chart and as a table. */
export function ProjectionPanel({ loanNumber, amount }: Props) {
  const query = useProjection(loanNumber, amount)
  const [asTable, setAsTable] = useState(false)
  const { data, isPlaceholderData } = query
  const isShown = amount !== null && data !== undefined
  return (
    <Card aria-label="Hasil bulan demi bulan" className="grid content-start gap-4 p-4 md:p-6">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-section font-semibold">Hasil bulan demi bulan</h2>
        {isShown && (
          <Button
            variant="quiet"
            className="-my-2.5 -mr-2 px-2! text-table print:hidden"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Lihat grafik' : 'Lihat tabel'}
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {isShown && !isPlaceholderData && spoken(data)}
      </p>
      {isShown ? (
        <div
          aria-busy={isPlaceholderData || undefined}
          className={cx('grid gap-6 transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          <Projection data={data} asTable={asTable} />
        </div>
      ) : amount === null ? (
        <p className="grid min-h-40 place-content-center text-center text-table text-mute">
          Isi jumlah yang dapat didanai untuk melihat hasilnya.
        </p>
      ) : query.isError ? (
        <LoadFailure query={query} className="min-h-40 content-center gap-3" />
      ) : (
        <Loading label="Menghitung hasil…">
          <Skeleton className="h-[21.5rem] w-full" />
        </Loading>
      )}
    </Card>
  )
}

const spoken = ({ amount, net, tax, installments }: LoanProjection): string =>
  `Dari ${formatRupiah(amount)} Anda menerima ${formatRupiah(net)} setelah pajak ${formatRupiah(tax)}, dalam ${installments.length} angsuran.`

function Projection({ data, asTable }: { data: LoanProjection; asTable: boolean }) {
  const { amount, taxRate, startsOn, installments, interest, tax, net } = data
  const months = monthsOf(installments)
  const whole: Period = { principal: amount, interest, tax, net }
  return (
    <>
      {!asTable && <ProjectionChart months={months} whole={whole} />}
      <ProjectionTable months={months} whole={whole} visible={asTable} />
      <p className="text-meta text-mute">
        Jumlahnya sama dengan lampiran perjanjian untuk{' '}
        <span className="figures">{formatRupiah(amount)}</span>, jika pinjaman dicairkan pada{' '}
        {formatDateLong(startsOn)} dan setiap angsuran dibayar tepat waktu. Pajak dipotong{' '}
        {formatPercent(taxRate)} dari bunga, sesuai status pajak Anda sekarang. Hasil ini tidak dijamin:
        Penerima Dana dapat terlambat atau gagal bayar.
      </p>
    </>
  )
}
