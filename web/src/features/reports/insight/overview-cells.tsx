import type { Overview } from '@pematang/contract/reports/insight/endpoints'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import { Money } from '../../../ui/money.tsx'
import { DialogButton } from './dialog-button.tsx'
import { everyDay } from './overview-days.ts'
import { overviewFallback } from './overview-fallback.tsx'
import { useOverview } from './queries.ts'
import { heightOf } from '../../../ui/chart-scale.ts'
import { percentWords } from './words.ts'

const DaysDialog = lazyPart(() => import('./days-dialog.tsx').then((module) => module.default))

/** Three cells in one card, side by side where there is room. */
export default function OverviewCells({ lateTo }: { lateTo: string }) {
  const { data, isError, error, isFetching, refetch } = useOverview()
  if (!data) {
    if (!isError) return overviewFallback
    return (
      <Card className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-table text-mute md:px-6">
        <p role="alert">{messageOf(error)}</p>
        <Button variant="quiet" className="px-3!" busy={isFetching} onClick={() => void refetch()}>
          Coba lagi
        </Button>
      </Card>
    )
  }
  return (
    <Card
      aria-label="Ringkasan portofolio"
      className="grid divide-line max-md:divide-y md:grid-cols-3 md:divide-x"
    >
      <Cell name="Imbal hasil bersih" note="per tahun, setelah pajak dan kerugian">
        <span className={cx('figures', data.rate === null && 'text-mute')}>
          {data.rate === null ? '-' : percentWords(data.rate)}
        </span>
      </Cell>
      <Ahead data={data} />
      <Late late={data.late} to={lateTo} />
    </Card>
  )
}

type CellProps = {
  name: string
  note: ReactNode
  tone?: string
  icon?: ReactNode
  children: ReactNode
  end?: ReactNode
}

function Cell({ name, note, tone, icon, children, end }: CellProps) {
  return (
    <div className="grid min-w-0 content-start gap-1 px-4 py-3.5 md:px-6 md:py-5">
      <h2 className={cx('flex items-center gap-1.5 text-table', tone ?? 'text-mute')}>
        {icon}
        {name}
      </h2>
      <p className={cx('text-money font-bold', tone)}>{children}</p>
      <p className="text-meta text-mute">{note}</p>
      {end}
    </div>
  )
}

/** Payments due in the next thirty days: the sum, a bar for each day, and a dialog with the details. */
function Ahead({ data }: { data: Overview }) {
  const days = everyDay(data)
  const max = Math.max(1, ...days.map(({ amount }) => amount))
  return (
    <Cell
      name="30 hari ke depan"
      note={
        data.days.length === 0
          ? 'Tidak ada yang jatuh tempo'
          : `jatuh tempo pada ${data.days.length} hari, sebelum pajak`
      }
      end={
        data.days.length > 0 && (
          <div className="mt-1.5 flex items-end justify-between gap-3">
            <span aria-hidden className="flex h-8 min-w-0 flex-1 items-end gap-px border-b border-field-line">
              {days.map(({ on, amount }) => (
                <span
                  key={on}
                  className="min-w-0 flex-1 rounded-t-[2px] bg-brand"
                  style={{ height: amount > 0 ? `max(3px, ${heightOf(amount, max)}%)` : 0 }}
                />
              ))}
            </span>
            <DialogButton
              className="-my-2 -mr-3 px-3! text-table"
              dialog={(frame) => <DaysDialog data={data} {...frame} />}
            >
              Lihat per hari
            </DialogButton>
          </div>
        )
      }
    >
      <Money amount={data.total} />
    </Cell>
  )
}

function Late({ late, to }: { late: Overview['late']; to: string }) {
  const icon = { size: 16, 'aria-hidden': true } as const
  if (late.amount === 0) {
    return (
      <Cell
        name="Terlambat"
        note="semua angsuran sampai kemarin sudah dibayar"
        icon={<CircleCheck {...icon} className="text-ok" />}
      >
        <Money amount={0} />
      </Cell>
    )
  }
  return (
    <Cell
      name="Terlambat"
      tone="text-bad"
      icon={<TriangleAlert {...icon} />}
      note={`${late.loans} pinjaman, paling lama ${late.days} hari; sebelum pajak dan denda`}
      end={
        <Link
          to={to}
          className="mt-0.5 -mb-2 inline-flex min-h-11 w-fit items-center text-table font-semibold text-brand hover:underline"
        >
          Lihat pinjaman terlambat
        </Link>
      }
    >
      <Money amount={late.amount} />
    </Cell>
  )
}
