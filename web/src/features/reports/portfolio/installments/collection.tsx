import { formatDateLong } from '@pematang/contract/format/date'
import type { PortfolioItem } from '@pematang/contract/reports/portfolio/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/client.ts'
import { Button } from '../../../../ui/button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { eventText, hasCollection, sumsOf } from './collection-words.ts'

/** Number of events shown before the list is expanded. */
const few = 4

/** The collection of a loan that was not paid on time: its sums, and its events, the newest first. */
export function CollectionPart({ row }: { row: PortfolioItem }) {
  const { propertyLenderId, loanNumber } = row
  const [isWhole, setWhole] = useState(false)
  const { data } = useQuery({
    queryKey: ['collection', propertyLenderId],
    queryFn: ({ signal }) =>
      api('GET /portfolio/collection', { query: { propertyLenderId }, signal, quiet: true }),
    enabled: hasCollection(row),
  })
  if (!data || data.events.length === 0) return null
  const shown = isWhole ? data.events : data.events.slice(0, few)
  const sums = sumsOf(data)
  const more = data.events.length - shown.length
  return (
    <section
      aria-label={`Riwayat penagihan ${loanNumber}`}
      className="grid gap-3 px-4 pt-3 pb-4 @min-[60rem]:px-5"
    >
      <p className="text-table font-semibold">Riwayat penagihan</p>
      {sums.length > 0 && (
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          {sums.map(({ label, amount }) => (
            <div key={label}>
              <dt className="text-meta text-mute">{label}</dt>
              <dd>
                <Money amount={amount} className="text-table font-semibold" />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ol className="grid gap-1.5 border-l-2 border-line pl-3">
        {shown.map((event, place) => (
          // The key counts from the oldest event: new events are added at the front, and two events of one day may be
          // identical.
          <li key={`event-${data.events.length - place}`} className="text-table">
            <span className="figures text-mute">{formatDateLong(event.on)}</span>
            <span className="block">
              {eventText(event)}{' '}
              {event.amount > 0 && <Money amount={event.amount} className="font-semibold" />}
            </span>
          </li>
        ))}
      </ol>
      {more > 0 && (
        <Button
          variant="quiet"
          className="justify-self-start px-3! text-table"
          onClick={() => setWhole(true)}
        >
          Tampilkan {more} lagi
        </Button>
      )}
    </section>
  )
}
