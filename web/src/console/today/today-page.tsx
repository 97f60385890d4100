import { formatDateLong } from '@pematang/contract/format/date'
import type { TodayLine } from '@pematang/contract/staff/today'
import { useCall } from '../api/use-call.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { BrokenGlass } from './broken-glass.tsx'
import { ForMe } from './for-me.tsx'
import { TodayLines } from './today-lines.tsx'

/** Everything that waits, as of one moment: my proposals first, then what is red, then the rest. */
export function TodayPage() {
  const query = useCall('GET /today')
  const parts = (lines: readonly TodayLine[]) =>
    [
      { title: 'Perlu diselesaikan', lines: lines.filter(({ red }) => red) },
      { title: 'Menunggu', lines: lines.filter((line) => !line.red && (line.count ?? 1) > 0) },
      { title: 'Tidak ada yang menunggu', lines: lines.filter((line) => !line.red && line.count === 0) },
    ].filter((part) => part.lines.length > 0)
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
        {({ lines }) => (
          <>
            {parts(lines).map((part) => (
              <Section key={part.title} title={part.title} count={part.lines.length} flush>
                <TodayLines lines={part.lines} />
              </Section>
            ))}
          </>
        )}
      </Loaded>
    </Page>
  )
}
