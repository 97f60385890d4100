import { formatDateLong } from '@pematang/contract/format/date'
import type { TodayLine } from '@pematang/contract/staff/today'
import { useCall } from '../api/use-call.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../../ui/section.tsx'
import { BrokenGlass } from './broken-glass.tsx'
import { ForMe } from './for-me.tsx'
import { TodayLines } from './today-lines.tsx'

/** The lines by what they ask for; what nothing waits in comes last. */
function partsOf(lines: readonly TodayLine[]) {
  const tells = ({ count, figures, ...line }: TodayLine) =>
    (line.tells || count === null) && figures.length > 0
  const waits = (line: TodayLine) => !tells(line) && (line.count ?? 0) > 0
  return {
    red: lines.filter(({ red }) => red),
    waiting: lines.filter((line) => !line.red && waits(line)),
    figures: lines.filter((line) => !line.red && tells(line)),
    none: lines.filter((line) => !line.red && !waits(line) && !tells(line)),
  }
}

/** Everything that waits, as of one moment: my proposals first, then what is red, then the rest. */
export function TodayPage() {
  const query = useCall('GET /today')
  return (
    <Page
      title="Hari ini"
      lead={
        query.data &&
        `${formatDateLong(query.data.day)} · ${
          query.data.red === 0 ? 'tidak ada yang mendesak' : `${query.data.red} hal mendesak`
        }`
      }
    >
      <BrokenGlass />
      <ForMe />
      <Loaded query={query} what="Hari ini" lines={10}>
        {({ lines }) => <Parts lines={lines} />}
      </Loaded>
    </Page>
  )
}

function Parts({ lines }: { lines: readonly TodayLine[] }) {
  const { red, waiting, figures, none } = partsOf(lines)
  const parts = [
    { title: 'Perlu diselesaikan', shown: red },
    { title: 'Menunggu', shown: waiting },
    { title: 'Angka', shown: figures },
  ].filter(({ shown }) => shown.length > 0)
  return (
    <>
      {parts.map(({ title, shown }) => (
        <Section key={title} title={title} count={shown.length} flush>
          <TodayLines lines={shown} />
        </Section>
      ))}
      {none.length > 0 && (
        <details className="group rounded-card bg-surface shadow-card">
          <summary className="flex min-h-13 cursor-pointer items-center gap-2 px-4 font-semibold sm:px-5">
            Tidak ada yang menunggu
            <span className="figures text-table font-normal text-mute">{none.length}</span>
          </summary>
          <div className="border-t border-line">
            <TodayLines lines={none} />
          </div>
        </details>
      )}
    </>
  )
}
