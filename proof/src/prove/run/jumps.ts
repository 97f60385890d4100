import { dayOf } from '../../model/days.ts'
import type { Choices } from '../../../../bench/src/seed/random.ts'

const dayMs = 24 * 3_600_000

/**
 * Milliseconds until five minutes after midnight in Jakarta, at least a day: of tomorrow or the day after, of the next
 * month's first day, or of a day within four weeks. One jump in eight is to the next 29 February.
 * @param now milliseconds since 1970
 * @param jumps how often the clock has jumped before
 */
export function nextJump(now: number, jumps: number, choices: Choices): number {
  const today = dayOf(now)
  const midnight = (day: string) => Date.parse(`${day}T00:05:00+07:00`)
  const [year = 0, month = 1] = today.split('-').map(Number)
  const monthEnd = dayOf(Date.UTC(month === 12 ? year + 1 : year, month === 12 ? 0 : month, 1))
  const leap = Math.ceil((today > `${year}-02-28` ? year + 1 : year) / 4) * 4
  const near = choices.weighted([
    [4, midnight(dayOf(now + dayMs))],
    [3, midnight(monthEnd)],
    [3, midnight(dayOf(now + (3 + choices.below(25)) * dayMs))],
  ])
  const leapDay = midnight(`${leap}-02-29`)
  // A later leap day would be after the end of the loans' offers.
  const isLeap = jumps % 8 === 3 && leapDay - now < 500 * dayMs
  const ms = (isLeap ? leapDay : near) - now
  // After each jump all agreements must be outdated, which takes a day.
  return ms < dayMs ? ms + dayMs : ms
}
