import { jakartaOffset } from '@pematang/contract/format/business-date'

/** What the clocks of Jakarta are ahead of UTC, in milliseconds. */
const ahead = Date.parse('2000-01-01T00:00:00Z') - Date.parse(`2000-01-01T00:00:00${jakartaOffset}`)

/** A time as a clerk's clock shows it, and as `readMoment` takes it: 2026-11-20T09:30:00+07:00. */
export const momentText = (at: Date): string =>
  `${new Date(at.getTime() + ahead).toISOString().slice(0, 19)}${jakartaOffset}`
