import { expect, test } from 'vitest'
import { includes, laterOf, readPosition } from './log-position.ts'
import { ReplayMarks } from './replay-marks.ts'

const at = (timeline: number, place: number) => ({ timeline, place: BigInt(place) })
const seen = (timelines: number[], place: number) => ({ timelines, place: BigInt(place) })

function marksAt(boundMs: number) {
  const clock = { now: 0 }
  return { clock, marks: new ReplayMarks(boundMs, () => clock.now) }
}

test('a replica may be read when it has replayed what the primary had written one lag limit ago', () => {
  const { clock, marks } = marksAt(1_000)
  marks.add(0, at(1, 10))
  marks.add(600, at(1, 20))
  clock.now = 900
  expect(marks.leastNow()).toEqual(at(1, 10))
  clock.now = 1_500
  expect(marks.leastNow()).toEqual(at(1, 20))
})

test('a replica is not read when the primary’s position was not asked for within the lag limit', () => {
  const { clock, marks } = marksAt(1_000)
  marks.add(0, at(1, 10))
  clock.now = 1_001
  expect(marks.leastNow()).toBeNull()
})

test('the lag of a replica is the age of the oldest primary position that it has not replayed', () => {
  const { clock, marks } = marksAt(1_000)
  marks.add(0, at(1, 10))
  marks.add(200, at(1, 20))
  clock.now = 500
  expect(marks.lagMs(seen([1], 10))).toBe(300)
  expect(marks.lagMs(seen([1], 20))).toBe(0)
})

test('a server that missed a failover counts as behind the new primary, however far its own log goes', () => {
  expect(includes(seen([1], 1_000), at(2, 500))).toBe(false)
  expect(includes(seen([1, 2], 500), at(2, 500))).toBe(true)
  expect(laterOf(at(1, 900), at(2, 500))).toEqual(at(2, 500))
})

test('after a failover the log positions of the former primary are ignored', () => {
  const { marks } = marksAt(1_000)
  marks.add(0, at(1, 900))
  marks.add(0, at(2, 500))
  expect(marks.leastNow()).toEqual(at(2, 500))
})

test('a PostgreSQL log position is read beyond 32 bits, and a standby has none', () => {
  expect(readPosition('00000002 16/B374D848')).toEqual({ timeline: 2, place: 0x16b374d848n })
  expect(readPosition(null)).toBeNull()
})
