import { formatDateTimeLong } from '@pematang/contract/format/date'
import { ArrowDown, ArrowUp, TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { countText } from '../../../ui/count-text.ts'
import { Facts } from '../../../ui/facts.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Money } from '../../../ui/money.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { useActing, useOnWaiting } from '../../../company/acting.ts'
import { Waiting } from '../../../company/proposed.ts'
import { usePasswordConsent } from '../../../session/password-consent.tsx'
import { type Strategy, useSetState } from './strategy-queries.ts'
import { runWords } from './run-words.ts'
import { amountFacts, filterFacts } from './strategy-words.ts'

export type RowDialog = 'change' | 'runs' | 'end'

type Props = {
  strategy: Strategy
  place: number
  /** True for a member who may only look: without the buttons that change something. */
  isReadOnly: boolean
  onOpen: (dialog: RowDialog) => void
  /** Null for the first strategy; `onDown` is null for the last. */
  onUp: (() => void) | null
  onDown: (() => void) | null
}

/** One strategy: its conditions, the amount funded, and the result of its last round. */
export function StrategyRow({ strategy, place, isReadOnly, onOpen, onUp, onDown }: Props) {
  const { name, state, placed, budget, fundings } = strategy
  const nameOf = <span className="sr-only"> {name}</span>
  return (
    <Card className="grid gap-4 p-4 md:p-6">
      <header className="flex items-start gap-3">
        <span
          aria-hidden
          className="figures mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-brand-tint text-table font-semibold text-brand"
        >
          {place}
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold break-words">
            {name}
            {state === 'ACTIVE' ? (
              <StatusLabel tone="ok">Aktif</StatusLabel>
            ) : (
              <StatusLabel tone="warn">Dijeda</StatusLabel>
            )}
          </h3>
          <Facts className="mt-1 text-table text-mute" facts={filterFacts(strategy)} />
          <Facts className="text-table text-mute" facts={amountFacts(strategy)} />
        </div>
        {!isReadOnly && (
          <div className="-mt-2 -mr-2 flex shrink-0 max-sm:flex-col">
            <IconButton label={`Naikkan ${name}`} disabled={!onUp} onClick={() => onUp?.()}>
              <ArrowUp size={18} aria-hidden />
            </IconButton>
            <IconButton label={`Turunkan ${name}`} disabled={!onDown} onClick={() => onDown?.()}>
              <ArrowDown size={18} aria-hidden />
            </IconButton>
          </div>
        )}
      </header>
      <div className="grid gap-1.5">
        <p className="text-table text-mute">
          <Money amount={placed} className="text-ink" /> dari <Money amount={budget} /> dalam{' '}
          {countText(fundings)} pendanaan
        </p>
        <ProgressBar percent={(placed / budget) * 100} label={`Anggaran ${name} yang sudah dipakai`} />
      </div>
      <LastRun strategy={strategy} />
      <div className="flex flex-wrap gap-x-2 gap-y-1 border-t border-line pt-3 *:first:-ml-3 max-sm:-mb-2 md:-mb-3">
        <Button variant="quiet" className="px-3!" aria-haspopup="dialog" onClick={() => onOpen('runs')}>
          Riwayat dan alasan{nameOf}
        </Button>
        {!isReadOnly && (
          <>
            <Button variant="quiet" className="px-3!" aria-haspopup="dialog" onClick={() => onOpen('change')}>
              Ubah{nameOf}
            </Button>
            <StateButton strategy={strategy} />
            <Button
              variant="quiet"
              className="px-3! text-bad!"
              aria-haspopup="dialog"
              onClick={() => onOpen('end')}
            >
              Akhiri{nameOf}
            </Button>
          </>
        )}
      </div>
    </Card>
  )
}

function StateButton({ strategy: { strategyId, state, name } }: { strategy: Strategy }) {
  const password = usePasswordConsent('Lanjutkan')
  const change = useSetState(useActing(), password.withPassword)
  const onWaiting = useOnWaiting()
  const next = state === 'ACTIVE' ? 'PAUSED' : 'ACTIVE'
  return (
    <>
      <Button
        variant="quiet"
        className="px-3!"
        busy={change.isPending}
        onClick={() =>
          change.mutate(
            { strategyId, state: next },
            { onError: (error) => error instanceof Waiting && onWaiting(error) },
          )
        }
      >
        {state === 'ACTIVE' ? 'Jeda' : 'Lanjutkan'}
        <span className="sr-only"> {name}</span>
      </Button>
      {password.dialog}
    </>
  )
}

/** The result of the last round in one line, and above it why the strategy cannot fund as things are. */
const LastRun = ({ strategy }: { strategy: Strategy }) => (
  <div className="grid gap-2">
    {strategy.warning && (
      <p className="flex items-start gap-2 rounded-popup bg-warn-tint px-4 py-3 text-table">
        <TriangleAlert size={18} aria-hidden className="mt-px shrink-0 text-warn" />
        <span>{strategy.warning.message}</span>
      </p>
    )}
    {strategy.warning === null || strategy.warning.code !== strategy.lastRun?.reason?.code ? (
      <LastResult strategy={strategy} />
    ) : null}
  </div>
)

function LastResult({ strategy: { lastRun } }: { strategy: Strategy }) {
  if (!lastRun) return <p className="text-table text-mute">Belum pernah dijalankan.</p>
  const { ranDate, funded, fundedAmount, reason } = lastRun
  return (
    <p className="text-table">
      <span className="text-mute">Putaran terakhir {formatDateTimeLong(new Date(ranDate))}: </span>
      {reason && <span>{reason.message} </span>}
      {(!reason || lastRun.notFunded > 0) && <span>{runWords(lastRun)}</span>}
      {funded > 0 && (
        <span className="text-mute">
          {' '}
          <Money amount={fundedAmount} />
        </span>
      )}
    </p>
  )
}
