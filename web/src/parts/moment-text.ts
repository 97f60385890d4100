import { formatDateLong, formatTime } from '@pematang/contract/format/date'
import { serverNow } from '../api/server-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const span = (milliseconds: number): string => {
  if (milliseconds < hour) return `${Math.max(1, Math.round(milliseconds / minute))} menit`
  if (milliseconds < 2 * day) return `${Math.round(milliseconds / hour)} jam`
  return `${Math.round(milliseconds / day)} hari`
}

/** How long ago something was: `5 menit`, `3 jam`, `12 hari`. Takes an ISO 8601 text. */
export const ageText = (at: string): string => span(serverNow() - Date.parse(at))

/** How long something still lasts: `sisa 5 jam`, or that it is over. Takes an ISO 8601 text. */
export const timeLeft = (until: string): string => {
  const left = Date.parse(until) - serverNow()
  return left <= 0 ? 'lewat batas waktu' : `sisa ${span(left)}`
}

const monthsOf = (long: string) =>
  long.replace(/^(\d+) (\S+) (\d+)$/, (_, date: string, month: string, year: string) => {
    const short = month === 'Agustus' ? 'Agu' : month.slice(0, 3)
    return `${date} ${short} ${year}`
  })

/** `29 Nov 2026`: the dates of tables. Takes an ISO 8601 text. */
export const dayText = (at: string): string => monthsOf(formatDateLong(at))

/** `29 Nov 2026 14.05`: the times of tables, in Jakarta. Takes an ISO 8601 text. */
export const momentText = (at: string): string => `${dayText(at)} ${formatTime(at).replace(' WIB', '')}`
