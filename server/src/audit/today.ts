import type { Context } from '../context.ts'
import type { TodayLine } from '../platform/today-line.ts'
import { lastChecks } from './check/store.ts'

/** The whole books are checked once a day; after two hours more something is wrong. */
const wholeWithinHours = 26

export const today = {
  books: {
    id: 'Pemeriksaan penuh pembukuan terakhir, dan jumlah invarian yang dilanggar',
    see: 'books audit',
    read: async (db) => {
      const whole = (await lastChecks(db)).find(({ kind }) => kind === 'WHOLE')
      if (!whole?.endedAt) return [{ red: true }]
      const count = Object.keys(whole.breaches).length
      const isLate = (whole.age ?? 0) > wholeWithinHours * 3600
      return [{ count, since: whole.endedAt, red: count > 0 || isLate }]
    },
  },
} satisfies Record<string, TodayLine<Context>>
