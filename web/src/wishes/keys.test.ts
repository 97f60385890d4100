import { expect, test } from 'vitest'
import { endsWish, isDefinite, type KeyStorage, WishKeys } from './keys.ts'

function storage(content?: string): KeyStorage {
  const values = new Map(content === undefined ? [] : [['wish-keys', content]])
  return { getItem: (name) => values.get(name) ?? null, setItem: (name, value) => values.set(name, value) }
}

function keys(kept: KeyStorage = storage(), now = () => 1_000) {
  let made = 0
  const prefix = Math.random().toString(36)
  return new WishKeys(kept, () => `${prefix}-${++made}`, now)
}

const wish = { loanId: 7, amount: 500_000, loanNumber: 'PMT-1' }

test('FND-05 the same wish has the same key until its outcome is known', () => {
  const keeper = keys()
  const key = keeper.keyFor(wish)
  expect(keeper.keyFor({ ...wish })).toBe(key)
  keeper.settle({ ...wish })
  expect(keeper.keyFor(wish)).not.toBe(key)
})

test('FND-05 the key survives a reload of the page', () => {
  const kept = storage()
  expect(keys(kept).keyFor(wish)).toBe(keys(kept).keyFor(wish))
})

test('FND-05 another amount is another wish, and the first one is not forgotten over it', () => {
  const keeper = keys()
  const first = keeper.keyFor(wish)
  expect(keeper.keyFor({ ...wish, amount: 600_000 })).not.toBe(first)
  keeper.settle({ ...wish, amount: 600_000 })
  expect(keeper.keyFor(wish)).toBe(first)
})

test('FND-05 a wish of another day is a new one', () => {
  const kept = storage()
  const first = keys(kept, () => 0).keyFor(wish)
  expect(keys(kept, () => 6 * 3_600_000 - 1).keyFor(wish)).toBe(first)
  expect(keys(kept, () => 6 * 3_600_000 + 1).keyFor(wish)).not.toBe(first)
})

test('FND-05 at most twenty wishes are remembered, the newest ones', () => {
  const keeper = keys()
  const first = keeper.keyFor(wish)
  const all = Array.from({ length: 20 }, (_, index) => ({ ...wish, amount: 1_000_000 + index }))
  const newest = all.map((other) => keeper.keyFor(other)).at(-1)
  expect(keeper.keyFor(all.at(-1) ?? {})).toBe(newest)
  expect(keeper.keyFor(wish)).not.toBe(first)
})

test('FND-05 unreadable storage is no storage', () => {
  for (const content of ['{', '7', 'null', '[null, 3, {"body": 1}]']) {
    expect(keys(storage(content)).keyFor(wish)).toMatch(/-1$/)
  }
})

test.each([
  [200, null, true],
  [400, 'CASH_TOO_LOW', true],
  [409, 'IDEMPOTENCY_KEY_REUSED', true],
  [429, 'TOO_MANY_REQUESTS', true],
  [409, 'REQUEST_RUNNING', false],
  [0, null, false],
  [500, 'INTERNAL', false],
  [503, 'OVERLOADED', false],
])('FND-05 status %i %s tells the outcome: %s', (status, code, definite) => {
  expect(isDefinite(status, code)).toBe(definite)
})

test.each([
  [200, null, true],
  [400, 'WITHDRAWAL_ABOVE_BALANCE', true],
  [400, 'WITHDRAWAL_PASSWORD_WRONG', false],
  [401, 'SESSION_ENDED', false],
  [429, 'TOO_MANY_REQUESTS', false],
  [0, null, false],
])('WDR-05 status %i %s uses up the key: %s, so that an earlier try stays known', (status, code, ends) => {
  expect(endsWish(status, code)).toBe(ends)
})
