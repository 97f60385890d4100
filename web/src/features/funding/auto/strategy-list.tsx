import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useActing, useOnWaiting } from '../../../company/acting.ts'
import { Waiting } from '../../../company/proposed.ts'
import { useMay } from '../../../company/member.ts'
import { NotLoaded } from '../../../lists/not-loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CardSkeleton } from '../../../ui/card-skeleton.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { toastPartMissing } from '../../../ui/part-missing.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { type Strategy, useOrder, useStrategies } from './strategy-queries.ts'
import { type RowDialog, StrategyRow } from './strategy-row.tsx'

const StrategyDialog = lazyPart(() => import('./strategy-dialog.tsx').then((module) => module.StrategyDialog))
const RunsDialog = lazyPart(() => import('./runs-dialog.tsx').then((module) => module.RunsDialog))
const EndDialog = lazyPart(() => import('./end-dialog.tsx').then((module) => module.EndDialog))

type Opened = { kind: 'new' } | { kind: RowDialog; strategy: Strategy }

/** The strategies in their order of priority. */
export function StrategyList() {
  const query = useStrategies()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const may = useMay('STRATEGY')
  const create = may && (
    <Button
      icon={<Plus size={18} aria-hidden />}
      aria-haspopup="dialog"
      onPointerEnter={() => void StrategyDialog.preload()}
      onFocus={() => void StrategyDialog.preload()}
      onClick={() => setOpened({ kind: 'new' })}
    >
      Strategi baru
    </Button>
  )
  return (
    <section aria-labelledby="strategi" className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="strategi" className="text-section font-semibold">
            Strategi
          </h2>
          {query.data && <HandPicking {...query.data.handPicking} />}
        </div>
        {query.data && query.data.list.length > 0 && create}
      </header>
      {query.data ? (
        <Rows list={query.data.list} create={create} onOpen={setOpened} />
      ) : query.isError ? (
        <Card>
          <NotLoaded title="Strategi belum dapat dimuat" query={query} />
        </Card>
      ) : (
        <Loading label="Memuat strategi…">
          <CardSkeleton className="h-40" />
        </Loading>
      )}
      {opened && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            close()
            toastPartMissing()
          }}
        >
          {opened.kind === 'new' && <StrategyDialog strategy={null} onClosed={close} />}
          {opened.kind === 'change' && <StrategyDialog strategy={opened.strategy} onClosed={close} />}
          {opened.kind === 'runs' && <RunsDialog strategy={opened.strategy} onClosed={close} />}
          {opened.kind === 'end' && <EndDialog strategy={opened.strategy} onClosed={close} />}
        </Part>
      )}
    </section>
  )
}

const HandPicking = ({ percent, hours }: { percent: number; hours: number }) =>
  percent > 0 && hours > 0 ? (
    <p className="text-table text-mute">
      Dalam {hours} jam pertama, {percent}% dari setiap pinjaman disisakan untuk dipilih sendiri.
    </p>
  ) : null

type RowsProps = { list: readonly Strategy[]; create: ReactNode; onOpen: (opened: Opened) => void }

function Rows({ list, create, onOpen }: RowsProps) {
  const order = useOrder(useActing())
  const onWaiting = useOnWaiting()
  const may = useMay('STRATEGY')
  const [moved, setMoved] = useState('')
  const live = list.filter(({ state }) => state !== 'ENDED')
  const ended = list.filter(({ state }) => state === 'ENDED')

  function move(from: number, to: number) {
    const ids = live.map(({ strategyId }) => strategyId)
    const [id] = ids.splice(from, 1)
    if (id === undefined) return
    ids.splice(to, 0, id)
    setMoved(`${live[from]?.name} sekarang di urutan ${to + 1} dari ${live.length}.`)
    order.mutate(ids, { onError: (error) => error instanceof Waiting && onWaiting(error) })
  }

  return (
    <>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {live.length === 0 ? (
        <Card>
          <EmptyState picture="list" title="Belum ada strategi" action={create}>
            Tentukan pinjaman seperti apa yang ingin Anda danai dan berapa banyak. Sebelum disimpan, Anda
            melihat berapa penawaran yang cocok hari ini dan dalam 90 hari terakhir.
          </EmptyState>
        </Card>
      ) : (
        <ol aria-label="Strategi menurut urutan" className="grid gap-4">
          {live.map((strategy, place) => (
            <li key={strategy.strategyId}>
              <StrategyRow
                strategy={strategy}
                place={place + 1}
                onOpen={(kind) => onOpen({ kind, strategy })}
                isReadOnly={!may}
                onUp={place > 0 ? () => move(place, place - 1) : null}
                onDown={place < live.length - 1 ? () => move(place, place + 1) : null}
              />
            </li>
          ))}
        </ol>
      )}
      {ended.length > 0 && (
        <details className="rounded-card bg-surface p-4 shadow-card md:px-6">
          <summary className="min-h-6 cursor-pointer font-medium">Sudah diakhiri ({ended.length})</summary>
          <ul className="hairlines mt-2">
            {ended.map((strategy) => (
              <li
                key={strategy.strategyId}
                className="flex flex-wrap items-center justify-between gap-2 py-2"
              >
                <span className="min-w-0 break-words">{strategy.name}</span>
                <Button variant="quiet" className="px-3!" onClick={() => onOpen({ kind: 'runs', strategy })}>
                  Riwayat<span className="sr-only"> {strategy.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
