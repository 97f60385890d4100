import { formatDateTimeLong } from '@pematang/contract/format/date'
import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { countText } from '../../../ui/count-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { RunLoans } from './run-loans.tsx'
import { type Strategy, type StrategyRun, useRuns } from './strategy-queries.ts'
import { runWords } from './run-words.ts'

/** The rounds that considered a strategy, and for each its loans with the results and reasons. */
export function RunsDialog({ strategy, onClosed }: { strategy: Strategy; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [round, setRound] = useState<StrategyRun | null>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      size="large"
      title={`Riwayat ${strategy.name}`}
      description={
        round
          ? `Putaran ${round.roundNumber}, ${formatDateTimeLong(new Date(round.ranDate))}`
          : 'Putaran terbaru di atas.'
      }
    >
      {round ? (
        <>
          <Button
            variant="quiet"
            className="mt-1 mb-3 -ml-2 px-3!"
            ref={focusNow}
            icon={<ChevronLeft size={18} aria-hidden />}
            onClick={() => setRound(null)}
          >
            Semua putaran
          </Button>
          <RunLoans strategyId={strategy.strategyId} roundNumber={round.roundNumber} />
        </>
      ) : (
        <Runs strategyId={strategy.strategyId} onRound={setRound} />
      )}
    </Dialog>
  )
}

/** Moves the focus to this button, because the focused one was removed with the list. */
const focusNow = (button: HTMLButtonElement | null) => button?.focus()

function Runs({ strategyId, onRound }: { strategyId: string; onRound: (run: StrategyRun) => void }) {
  const [page, setPage] = useState(1)
  const query = useRuns(strategyId, page)
  if (query.isError && !query.data) return <LoadFailure query={query} />
  if (!query.data) {
    return (
      <Loading label="Memuat riwayat…">
        <Skeleton className="h-40 rounded-control" />
      </Loading>
    )
  }
  const { list, pagination } = query.data
  if (list.length === 0) {
    return (
      <p className="text-mute">
        Belum ada putaran. Pinjaman dibagi saat diterbitkan dan setiap beberapa menit, kepada strategi yang
        aktif dengan kuasa yang berlaku.
      </p>
    )
  }
  return (
    <>
      <ul aria-label="Putaran" className="hairlines">
        {list.map((run) => (
          <li
            key={run.roundNumber}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
          >
            <div className="min-w-0">
              <p className="font-medium">{formatDateTimeLong(new Date(run.ranDate))}</p>
              <p className="text-table text-mute">
                {run.reason ? run.reason.message : runWords(run)}
                {run.funded > 0 && (
                  <>
                    {' '}
                    <Money amount={run.fundedAmount} />
                  </>
                )}
              </p>
            </div>
            <Button variant="quiet" className="px-3!" onClick={() => onRound(run)}>
              Mengapa?<span className="sr-only"> Putaran {run.roundNumber}</span>
            </Button>
          </li>
        ))}
      </ul>
      {pagination.totalPage > 1 && (
        <nav aria-label="Halaman riwayat" className="mt-4 flex items-center justify-between gap-3">
          <Button variant="secondary" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Lebih baru
          </Button>
          <span className="figures text-table text-mute">
            {page} / {countText(pagination.totalPage)}
          </span>
          <Button
            variant="secondary"
            disabled={page >= pagination.totalPage}
            onClick={() => setPage(page + 1)}
          >
            Lebih lama
          </Button>
        </nav>
      )}
    </>
  )
}
