import { expect, test } from 'vitest'
import { isDecided, isOutcomeKnown, type KeyStorage, IdempotencyKeys } from './keys.ts'

function storage(content?: string): KeyStorage {
  const values = new Map(content === undefined ? [] : [['wish-keys', content]])
  return { getItem: (name) => values.get(name) ?? null, setItem: (name, value) => values.set(name, value) }
}

function keys(kept: KeyStorage = storage(), now = () => 1_000) {
  let made = 0
  const prefix = Math.random().toString(36)
  return new IdempotencyKeys(kept, () => `${prefix}-${++made}`, now)
}

const request = { loanId: 7, amount: 500_000, loanNumber: 'PMT-1' }

test('FND-05 a repeated request has the same idempotency key until its outcome is known', () => {
  const pending = keys()
  const key = pending.keyFor(request)
  expect(pending.keyFor({ ...request })).toBe(key)
  pending.discard({ ...request })
  expect(pending.keyFor(request)).not.toBe(key)
})

test('FND-05 the idempotency key of a request survives a reload of the page', () => {
  const kept = storage()
  expect(keys(kept).keyFor(request)).toBe(keys(kept).keyFor(request))
})

test('FND-05 a request with another amount has another idempotency key, and the first request keeps its own', () => {
  const pending = keys()
  const first = pending.keyFor(request)
  expect(pending.keyFor({ ...request, amount: 600_000 })).not.toBe(first)
  pending.discard({ ...request, amount: 600_000 })
  expect(pending.keyFor(request)).toBe(first)
})

test('FND-05 a stored idempotency key is discarded after six hours', () => {
  const kept = storage()
  const first = keys(kept, () => 0).keyFor(request)
  expect(keys(kept, () => 6 * 3_600_000 - 1).keyFor(request)).toBe(first)
  expect(keys(kept, () => 6 * 3_600_000 + 1).keyFor(request)).not.toBe(first)
})

test('FND-05 the idempotency keys of only the newest twenty requests are stored', () => {
  const pending = keys()
  const first = pending.keyFor(request)
  const all = Array.from({ length: 20 }, (_, index) => ({ ...request, amount: 1_000_000 + index }))
  const newest = all.map((other) => pending.keyFor(other)).at(-1)
  expect(pending.keyFor(all.at(-1) ?? {})).toBe(newest)
  expect(pending.keyFor(request)).not.toBe(first)
})

const withdrawal = { accountName: 'Sri', accountNumber: '0123456789', amount: 500_000, bankCode: '014' }

test('DOOR-10 an idempotency key is stored with a masked account number, and another account gets another key', () => {
  const values: string[] = []
  const kept: KeyStorage = {
    getItem: () => values.at(-1) ?? null,
    setItem: (_name, value) => values.push(value),
  }
  const pending = keys(kept)
  const key = pending.keyFor(withdrawal)
  expect(values.join()).toContain('******6789')
  expect(values.join()).not.toContain(withdrawal.accountNumber)
  expect(pending.keyFor({ ...withdrawal })).toBe(key)
  expect(pending.keyFor({ ...withdrawal, accountNumber: '0123456700' })).not.toBe(key)
})

test('DOOR-10 an idempotency key that an earlier release stored with the full account number is found and masked', () => {
  const before = [{ body: JSON.stringify(withdrawal), key: 'k', madeAt: 900 }]
  const kept = storage(JSON.stringify(before))
  expect(keys(kept).keyFor(withdrawal)).toBe('k')
  keys(kept).keyFor(request)
  expect(kept.getItem('wish-keys')).not.toContain(withdrawal.accountNumber)
})

test('FND-05 a new idempotency key is created when the storage cannot be read', () => {
  for (const content of ['{', '7', 'null', '[null, 3, {"body": 1}]']) {
    expect(keys(storage(content)).keyFor(request)).toMatch(/-1$/)
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
])(
  'FND-05 whether a response with status %i %s makes the outcome of a request known: %s',
  (status, code, definite) => {
    expect(isOutcomeKnown(status, code)).toBe(definite)
  },
)

test.each([
  [200, null, true],
  [400, 'WITHDRAWAL_ABOVE_BALANCE', true],
  [400, 'WITHDRAWAL_PASSWORD_WRONG', false],
  [401, 'SESSION_ENDED', false],
  [429, 'TOO_MANY_REQUESTS', false],
  [0, null, false],
])(
  'WDR-05 whether a response with status %i %s uses up the idempotency key of a withdrawal: %s',
  (status, code, ends) => {
    expect(isDecided(status, code)).toBe(ends)
  },
)
