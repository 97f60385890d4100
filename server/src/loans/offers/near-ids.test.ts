import { expect, test } from 'vitest'
import { systemRandom } from '../../platform/random.ts'
import { nearIds } from './near-ids.ts'

test('DOOR-14 ids generated in one transaction are unique, and close together within each of the 32 marketplace ranges', () => {
  const ids = nearIds(systemRandom)
  const given = Array.from({ length: 20_000 }, () => ids.id())
  expect(new Set(given).size).toBe(20_000)
  for (const id of given) expect(Number.isSafeInteger(id) && id > 0).toBe(true)
  const perRange = new Map<number, number>()
  for (const id of given)
    perRange.set(Math.floor(id / 2 ** 48), (perRange.get(Math.floor(id / 2 ** 48)) ?? 0) + 1)
  expect(perRange.size).toBe(32)
  for (const count of perRange.values()) expect(Math.abs(count - 625)).toBeLessThan(250)
  expect(new Set(given.map((id) => Math.floor((id % 2 ** 48) / 2 ** 32))).size).toBe(1)
})

test('DOOR-14 ids generated in different transactions are spread over the whole range', () => {
  const middles = Array.from({ length: 200 }, () =>
    Math.floor((nearIds(systemRandom).id() % 2 ** 48) / 2 ** 32),
  )
  expect(new Set(middles).size).toBeGreaterThan(190)
})

test('DOOR-14 secure ids generated in one transaction begin with the same characters and differ in the rest', () => {
  const ids = nearIds(systemRandom)
  const names = Array.from({ length: 1_000 }, () => ids.secureId())
  expect(new Set(names.map((name) => name.slice(4))).size).toBe(1_000)
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(1)
  for (const name of names) expect(name).toMatch(/^[\w-]{22}$/)
})
