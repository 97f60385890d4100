import type { BulkRun } from '@pematang/contract/funding/bulk/endpoints'
import { Card } from '../../../ui/card.tsx'
import { countText } from '../../../ui/count-text.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { BulkEnd } from './bulk-end.tsx'
import { progressPercent, useDismissEnd, useFreshAfterEnd, useProgress } from './progress.ts'

/**
 * The progress and results of this lender's bulk fundings: a progress bar while they run, then the loans that were not
 * funded and why. Renders nothing without bulk fundings.
 */
export function BulkProgress() {
  const progress = useProgress()
  useFreshAfterEnd(progress)
  const dismiss = useDismissEnd()
  if (!progress) return null
  const { qtyCurrentProcess, qtyLoanFunded, isShowWidgetProcess, runs } = progress
  const running = runs.filter(({ status }) => status === 'RUNNING')
  const ended = runs.filter(({ status }) => status === 'DONE')
  const isRunning = isShowWidgetProcess && running.length > 0
  if (!isRunning && ended.length === 0) return null
  return (
    <section aria-label="Pendanaan produk" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {isRunning && (
        <Running
          runs={running}
          percent={progressPercent(progress)}
          current={qtyCurrentProcess}
          total={qtyLoanFunded}
        />
      )}
      {ended.map((run) => (
        <BulkEnd key={run.bulkFundingNumber} run={run} onDismiss={() => dismiss(run)} />
      ))}
    </section>
  )
}

type RunningProps = { runs: BulkRun[]; percent: number; current: number; total: number }

function Running({ runs, percent, current, total }: RunningProps) {
  return (
    <Card data-bulk-widget className="px-4 py-4 md:px-5">
      <div className="flex items-end justify-between gap-4">
        <div className="min-w-0">
          <h2 className="font-semibold">Pendanaan sedang diproses</h2>
          <p className="truncate text-table text-mute">
            {runs.map(({ partnerName }) => partnerName).join(', ')}
          </p>
        </div>
        <p className="shrink-0 text-right">
          <span className="figures block text-section font-bold text-brand">{percent}%</span>
          <span className="figures block text-meta text-mute">
            {countText(current)} dari {countText(total)} pinjaman
          </span>
        </p>
      </div>
      <ProgressBar percent={percent} label="Pendanaan yang sudah diproses" className="mt-3 h-2!" />
    </Card>
  )
}
