import type { BusinessDate } from '@pematang/contract/format/business-date'
import { businessToday } from '../../books/index.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { TodayFigure, TodayLine } from '../../platform/today-line.ts'
import { type HourlyFigures, hourlyFigures } from './hourly.ts'
import type { TodayLines } from './load-lines.ts'

/** A line with its figures; `countedAt` is the time of figures that are counted every hour, null if they never were. */
export type TodayEntry = Pick<TodayLine<Context>, 'en' | 'id' | 'see'> & {
  name: string
  figures: readonly TodayFigure[]
  countedAt?: Date | null
  red: boolean
}

/** What an operator sees in the morning. `red` is the number of lines on which they must act. */
export type Today = { day: BusinessDate; at: Date; red: number; lines: TodayEntry[] }

/** Figures of the worker that are older mean that no worker counts. */
const staleAfterMs = 24 * 3_600_000

/** Reads everything that waits, as of one moment. */
export async function readToday(context: Context, lines: TodayLines): Promise<Today> {
  const at = context.clock.now()
  const [day, entries] = await inTransaction(context.db, { repeatable: true, snapshot: true }, async (tx) => {
    const counted = hourlyFigures(tx)
    const read = [...lines].map(async ([name, line]): Promise<TodayEntry> => {
      const { en, id, see, hourly } = line
      const figures = hourly ? (await counted).get(name) : { figures: await line.read(tx, context) }
      return { name, en, id, see, ...asEntry(figures ?? { figures: [], countedAt: null }, at) }
    })
    return Promise.all([businessToday(tx), Promise.all(read)])
  })
  return { day, at, red: entries.filter(({ red }) => red).length, lines: entries }
}

function asEntry(
  found: HourlyFigures | { figures: TodayFigure[]; countedAt?: null },
  at: Date,
): Pick<TodayEntry, 'figures' | 'countedAt' | 'red'> {
  const { figures, countedAt } = found
  const isStale = countedAt instanceof Date && at.getTime() - countedAt.getTime() > staleAfterMs
  return {
    figures,
    ...(countedAt !== undefined && { countedAt }),
    red: isStale || figures.some(({ red }) => red),
  }
}
