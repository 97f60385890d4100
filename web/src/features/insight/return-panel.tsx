import { formatDateLong } from '@pematang/contract/format/date'
import type { OwnReturn } from '@pematang/contract/insight/endpoints'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/money.tsx'
import { Panel } from './panel.tsx'
import { useReturn } from './queries.ts'
import { percentWords } from './words.ts'

const CashFlows = lazy(() => import('./cash-flows.tsx'))

/** One honest figure: what a year of this portfolio has brought after tax and losses, and what it is made of. */
export function ReturnPanel() {
  const query = useReturn()
  const [shown, setShown] = useState(false)
  const [opened, setOpened] = useState(false)
  return (
    <Panel title="Imbal hasil bersih" query={query} bone="h-[312px] md:h-[288px]">
      {(data) => (
        <>
          <Rate {...data} />
          <dl className="hairlines text-table">
            <Line name="Disalurkan ke pinjaman" amount={data.paidOut} />
            <Line name="Diterima kembali, bersih" amount={data.received} />
            <Line name="Sisa pokok yang dihitung" amount={data.remaining} />
            {data.doubtful > 0 && <Line name="Terlambat lebih dari 90 hari" amount={data.doubtful} lost />}
            {data.writtenOff > 0 && <Line name="Hapus buku" amount={data.writtenOff} lost />}
            <Line name="Pajak yang dipotong" amount={data.taxWithheld} quiet />
          </dl>
          <div className="-mx-2 -mb-2">
            <Button
              variant="quiet"
              className="px-2! text-table"
              disabled={data.flows.length === 0}
              onClick={() => {
                setOpened(true)
                setShown(true)
              }}
            >
              Lihat arus kas
            </Button>
          </div>
          {opened && (
            <Suspense>
              <CashFlows data={data} open={shown} onOpenChange={setShown} />
            </Suspense>
          )}
        </>
      )}
    </Panel>
  )
}

function Rate({ rate, asOf }: Pick<OwnReturn, 'rate' | 'asOf'>) {
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={cx('figures text-h1 font-bold', rate === null && 'text-mute')}>
          {rate === null ? '-' : percentWords(rate)}
        </span>
        <span className="text-table text-mute">per tahun, sampai {formatDateLong(asOf)}</span>
      </p>
      <p className="mt-1 text-meta text-mute">
        {rate === null
          ? 'Dapat dihitung setelah dana Anda tersalur paling sedikit satu hari.'
          : 'Dari arus kas harian (XIRR), setelah pajak dan kerugian. Yang terlambat lebih dari 90 hari dihitung hilang.'}
      </p>
    </div>
  )
}

type LineProps = { name: string; amount: number; lost?: boolean; quiet?: boolean }

function Line({ name, amount, lost, quiet }: LineProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="text-mute">{name}</dt>
      <dd>
        <Money amount={amount} className={cx(quiet ? 'text-mute' : 'font-semibold', lost && 'text-bad')} />
      </dd>
    </div>
  )
}
