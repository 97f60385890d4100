import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'

/** Something that happens once in the demo, on the first day from its own on which the demo is filled. */
export type Moment = {
  /** The day, counted back from the first start. */
  daysBefore: number
  /** Repeating it changes nothing: a start that was killed halfway comes here again, and so does each later one. */
  happen: () => Promise<void>
}

/** @returns a function that lets happen what is due on a day and has not happened in this run, the oldest first */
export function timetable(
  first: BusinessDate,
  moments: readonly Moment[],
): (on: BusinessDate) => Promise<void> {
  const waiting = moments.toSorted((a, b) => b.daysBefore - a.daysBefore)
  return async (on) => {
    for (;;) {
      const [next] = waiting
      if (!next || addDays(first, -next.daysBefore) > on) return
      await next.happen()
      waiting.shift()
    }
  }
}
