import { expect, test } from 'vitest'
import { countServerFailure } from './outage.ts'

const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('SCR-02 the first server failure reloads the page at once, the next ones after 5 seconds, doubling up to a minute', () => {
  const store = memory()
  const waits = Array.from({ length: 8 }, (_, index) => countServerFailure(store, index * 60_000))
  expect(waits).toEqual([null, 5, 10, 20, 40, 60, 60, 60])
})

test('SCR-02 a server failure after two minutes without one counts as the first', () => {
  const store = memory()
  expect(countServerFailure(store, 0)).toBeNull()
  expect(countServerFailure(store, 119_999)).toBe(5)
  expect(countServerFailure(store, 119_999 + 120_000)).toBeNull()
})

test.each(['', 'x', '{}', '{"times":"1","at":0}', 'null'])(
  'SCR-02 the invalid stored count of server failures %j is ignored',
  (kept) => {
    expect(countServerFailure({ getItem: () => kept, setItem: () => undefined }, 1_000)).toBeNull()
  },
)
