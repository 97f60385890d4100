import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { WaitingThing } from '@pematang/contract/staff/today'
import type { Queryable } from './db/database.ts'
import type { Page } from './pages.ts'

/** A count, a sum in whole rupiah, or a share as text. */
type Values = { count?: number; amount?: number; share?: string }

/** What a line of the morning list says; what makes no sense for it is left out. */
export type TodayFigure = Values & {
  /** Which one, where a line has several: a payment method, a state, a month. */
  of?: string
  /** The same one day before. */
  before?: Values
  /** Since when the oldest waits, or when it was last done. */
  since?: Date | null
  /** The day by which the next must be done, or the day itself. */
  until?: BusinessDate | null
  /** Whether an operator must act. */
  red: boolean
}

/** The page of a list that is asked for, and what the console calls an operation. */
type TodayPage = { limit: number; after?: string | undefined; titleOf: (operation: string) => string }

/** A line of the operator's morning list. */
export type TodayLine<Context> = {
  /** What is counted, in Indonesian. */
  id: string
  /** The command that lists it; null if there is none. */
  see: string | null
  /** Whether it tells how things stand, and nothing in it waits for anybody. */
  tells?: true
  /** Whether it reads too much for a morning: the worker counts it every hour. */
  hourly?: true
  read: (db: Queryable, context: Context) => Promise<TodayFigure[]>
  /** The actions of the console that end what waits, by their names. */
  actions?: readonly string[]
  /** The things behind the figures, the oldest first. */
  list?: (db: Queryable, page: TodayPage) => Promise<Page<WaitingThing>>
}
