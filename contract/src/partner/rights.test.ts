import { expect, test } from 'vitest'
import { allowsKey, keyRights } from './rights.ts'

test('KEY-01 a key that proposes also reads, and one that reads proposes nothing', () => {
  const allowed = keyRights.map((held) => keyRights.map((needed) => allowsKey(held, needed)))
  expect(allowed).toEqual([
    [true, false],
    [true, true],
  ])
})
