import type { ObjectPage } from '@pematang/contract/staff/objects'
import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Nothing } from '../../ui/nothing.tsx'
import { Section } from '../../ui/section.tsx'
import { momentText } from '../../parts/moment-text.ts'
import { pathOf, trailPath } from '../paths.ts'
import { TrailList } from '../trail/trail-list.tsx'
import { FactValue } from './fact-value.tsx'
import { ObjectActions } from './object-actions.tsx'

type Props = {
  page: ObjectPage
  /** In place of the newest events: lists of all of them. */
  lists?: ReactNode
}

/** The page of an object: facts and history on the left, what waits and the actions beside them, or after the first facts. */
export function ObjectView({ page, lists }: Props) {
  const [first, ...more] = page.facts
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr] lg:items-start">
      {first && <Facts group={first} lenderId={page.lenderId} />}
      <div className="grid min-w-0 gap-4 lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Waits waits={page.waits} />
        <ObjectActions page={page} />
      </div>
      <div className="grid min-w-0 gap-4 lg:col-start-1">
        {more.map((group) => (
          <Facts key={group.title} group={group} lenderId={page.lenderId} />
        ))}
        {lists ?? <History events={page.events} />}
        <Section title="Jejak" flush aside={<TrailLink page={page} />}>
          {page.trail.length === 0 ? <Nothing>Belum ada jejak.</Nothing> : <TrailList entries={page.trail} />}
        </Section>
      </div>
    </div>
  )
}

type FactsProps = { group: ObjectPage['facts'][number] } & Pick<ObjectPage, 'lenderId'>

const Facts = ({ group: { title, facts }, lenderId }: FactsProps) => (
  <Section title={title}>
    <FactList
      facts={facts.map((fact) => ({
        label: fact.label,
        value: <FactValue fact={fact} lenderId={lenderId} />,
      }))}
    />
  </Section>
)

const Waits = ({ waits }: Pick<ObjectPage, 'waits'>) => (
  <Section
    title="Yang menunggu"
    count={waits.length}
    flush
    className={waits.length === 0 ? 'max-lg:hidden' : ''}
  >
    {waits.length === 0 ? (
      <Nothing>Tidak ada yang menunggu.</Nothing>
    ) : (
      <ul className="hairlines">
        {waits.map(({ words, amount, about }) => (
          <li key={words} className="grid gap-0.5 px-4 py-3 text-table sm:px-5">
            {about ? (
              <Link to={pathOf(about)} className="font-medium text-brand hover:underline">
                {words}
              </Link>
            ) : (
              <span className="font-medium">{words}</span>
            )}
            {amount !== null && <Money amount={amount} className="text-mute" />}
          </li>
        ))}
      </ul>
    )}
  </Section>
)

const History = ({ events }: Pick<ObjectPage, 'events'>) => (
  <Section title="Riwayat" flush>
    {events.length === 0 ? (
      <Nothing>Belum ada kejadian.</Nothing>
    ) : (
      <ol className="hairlines">
        {events.map((event, index) => (
          <Event key={`${event.at} ${index}`} event={event} />
        ))}
      </ol>
    )}
  </Section>
)

const Event = ({
  event: { at, words, amount, by, reason, about },
}: {
  event: ObjectPage['events'][number]
}) => (
  <li className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 text-table sm:grid-cols-[9.5rem_minmax(0,1fr)_auto] sm:px-5">
    <span className="figures text-mute">{momentText(at)}</span>
    <span className="grid min-w-0 wrap-anywhere">
      {about ? (
        <Link to={pathOf(about)} className="justify-self-start font-medium hover:underline">
          {words}
        </Link>
      ) : (
        <span className="font-medium">{words}</span>
      )}
      {(by ?? reason) && (
        <span className="text-mute">{[by && `oleh ${by}`, reason].filter(Boolean).join(' · ')}</span>
      )}
    </span>
    {amount !== null && <Money amount={amount} className="sm:text-right" />}
  </li>
)

function TrailLink({ page: { about } }: { page: ObjectPage }) {
  const filter =
    about.kind === 'LENDER' ? { lender: about.id } : about.kind === 'LOAN' ? { loan: about.id } : null
  return filter ? (
    <Link to={trailPath(filter)} className="text-table font-medium text-brand hover:underline">
      Semua jejak
    </Link>
  ) : null
}
