import type { TodayLine } from '@pematang/contract/staff/today'
import { messageOf } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import { ActionLinks } from '../actions/action-links.tsx'
import { useRows } from '../api/use-rows.ts'
import { Lines } from '../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Nothing } from '../../ui/nothing.tsx'
import { ageText } from '../../parts/moment-text.ts'
import { pathOf } from '../paths.ts'

/** The things behind a line, each with its page and its actions. */
export function Waiting({ line }: { line: TodayLine }) {
  const query = useRows('GET /today/list', { key: line.key })
  if (query.rows === undefined)
    return query.error ? (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3 text-table"
      >
        <span className="text-bad">{messageOf(query.error)}</span>
        <Button variant="quiet" onClick={() => void query.refetch()}>
          Coba lagi
        </Button>
      </div>
    ) : (
      <Lines count={3} />
    )
  if (query.rows.length === 0) return <Nothing>Sudah selesai sejak halaman ini dimuat.</Nothing>
  return (
    <>
      <ul className="hairlines border-t border-line">
        {query.rows.map(({ id, words, amount, since, about, actions }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 py-2 pr-4 pl-9 text-table sm:pl-10"
          >
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
              {about ? (
                <Link to={pathOf(about)} className="font-medium text-brand hover:underline">
                  {words}
                </Link>
              ) : (
                <span className="font-medium">{words}</span>
              )}
            </span>
            {since && <span className="figures text-mute">{ageText(since)}</span>}
            {amount !== null && <Money amount={amount} />}
            <ActionLinks
              actions={actions}
              label="Hari ini"
              className="flex basis-full flex-wrap gap-1 empty:hidden sm:basis-auto"
            />
          </li>
        ))}
      </ul>
      <MoreRows query={query} />
    </>
  )
}
