import { formatCalculated } from '@pematang/contract/format/percent'
import { formatDateLong } from '@pematang/contract/format/date'
import type { OwnReturn } from '@pematang/contract/reports/insight/endpoints'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Money } from '../../../ui/money.tsx'
import { DialogButton } from './dialog-button.tsx'
import { Panel } from './panel.tsx'
import { useReturn } from './queries.ts'

const CashFlows = lazyPart(() => import('./cash-flows.tsx').then((module) => module.default))

/** The yearly return of this portfolio after tax and losses, and the amounts it is calculated from. */
export function ReturnPanel() {
  const query = useReturn()
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
            <DialogButton
              className="px-2! text-table"
              disabled={data.flows.length === 0}
              dialog={(frame) => <CashFlows data={data} {...frame} />}
            >
              Lihat arus kas
            </DialogButton>
          </div>
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
          {rate === null ? '-' : formatCalculated(rate)}
        </span>
        <span className="text-table text-mute">per tahun, sampai {formatDateLong(asOf)}</span>
      </p>
      <p className="mt-1 text-meta text-mute">
        {rate === null
          ? 'Dapat dihitung setelah dana Anda tersalur paling sedikit satu hari.'
          : 'Dari arus kas harian (XIRR), setelah pajak dan kerugian. Yang terlambat lebih dari 90 hari dianggap tidak kembali.'}
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
