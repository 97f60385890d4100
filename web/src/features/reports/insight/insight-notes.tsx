import { formatCalculated } from '@pematang/contract/format/percent'
import type { Overview } from '@pematang/contract/reports/insight/endpoints'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { paths, withQuery } from '../../../paths.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import { Money } from '../../../ui/money.tsx'
import { DialogButton } from './dialog-button.tsx'

const DaysDialog = lazyPart(() => import('./days-dialog.tsx').then((module) => module.default))

/** A control in a line of text, which is higher than the line. */
const control = '-my-1 inline-flex min-h-6! items-center gap-1 text-meta font-semibold hover:underline'
const icon = { size: 14, 'aria-hidden': true, className: 'shrink-0' } as const

/** What is late, what is due next and what was earned, each below the figure that it explains. */
export const insightNotes = (overview: Overview) => ({
  outStandingBalance: <Late late={overview.late} />,
  estTotalGet: <Ahead overview={overview} />,
  estInterestGet: <Rate rate={overview.rate} />,
})

function Late({ late: { amount, loans, days } }: Pick<Overview, 'late'>) {
  if (amount === 0) {
    return (
      <span className="inline-flex items-center gap-1 text-ok">
        <CircleCheck {...icon} />
        <span>Tidak ada yang terlambat</span>
      </span>
    )
  }
  const more = `${loans} pinjaman, paling lama ${days} hari; sebelum pajak dan denda`
  return (
    <Link
      to={withQuery(paths.portfolio, { loanStatus: 'LATE' })}
      title={more}
      className={`${control} text-bad`}
    >
      <TriangleAlert {...icon} />
      <span>
        Terlambat <Money amount={amount} />
        <span className="sr-only">, {more}</span>
      </span>
    </Link>
  )
}

/** The payments due in the next thirty days, which a dialog lists. */
function Ahead({ overview }: { overview: Overview }) {
  if (overview.days.length === 0) return <span>Tidak ada yang jatuh tempo 30 hari ke depan</span>
  return (
    <DialogButton
      className={`${control} px-0! font-semibold`}
      dialog={(frame) => <DaysDialog data={overview} {...frame} />}
    >
      <span>
        30 hari ke depan <Money amount={overview.total} />
      </span>
    </DialogButton>
  )
}

const Rate = ({ rate }: Pick<Overview, 'rate'>) => (
  <span title="per tahun, setelah pajak dan kerugian">
    Imbal hasil bersih{' '}
    <span className="figures font-semibold text-ink">{rate === null ? '-' : formatCalculated(rate)}</span>
  </span>
)
