import type { BusinessDate } from '@pematang/contract/format/business-date'
import { businessToday } from '../../books/index.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { TodayFigure, TodayLine } from '../../platform/today-line.ts'
import { hourlyFigures } from './hourly.ts'
import type { TodayLines } from './load-lines.ts'

/** A line with its figures; `countedAt` is the time of figures that are counted every hour, null if they never were. */
export type TodayEntry = Pick<TodayLine<Context>, 'id' | 'see'> & {
  name: string
  figures: readonly TodayFigure[]
  countedAt?: Date | null
  red: boolean
}

/** What an operator sees in the morning. `red` is the number of lines on which they must act. */
export type Today = { day: BusinessDate; at: Date; red: number; lines: TodayEntry[] }

/** Reads everything that waits, as of one moment. */
export async function readToday(context: Context, lines: TodayLines): Promise<Today> {
  const at = context.clock.now()
  const [day, entries] = await inTransaction(context.db, { repeatable: true, snapshot: true }, async (tx) => {
    const counted = hourlyFigures(tx)
    const read = [...lines].map(async ([name, line]): Promise<TodayEntry> => {
      const { id, see, hourly } = line
      const found: Found = hourly
        ? ((await counted).get(name) ?? { figures: [], countedAt: null })
        : { figures: await line.read(tx, context) }
      // What was not counted today is red too: no worker counts.
      const isRed = found.countedAt === null || found.figures.some(({ red }) => red)
      return { name, id, see, ...found, red: isRed }
    })
    return Promise.all([businessToday(tx), Promise.all(read)])
  })
  return { day, at, red: entries.filter(({ red }) => red).length, lines: entries }
}

type Found = Pick<TodayEntry, 'figures' | 'countedAt'>
