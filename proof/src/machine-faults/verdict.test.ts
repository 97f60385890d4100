import { expect, test } from 'vitest'
import type { Line } from './load.ts'
import { faultsOf, type JudgedRound } from './report.ts'
import { compare } from './verdict.ts'

const funded = (docToken: string, amount: number) => ({ docToken, lenderId: 1, loanId: 2, amount })
const withdrawn = (id: string, amount: number) => ({ id, lenderId: 1, amount })
const lines: Line[] = [
  { kind: 'funding', ...funded('a', 1), key: 'ka' },
  { kind: 'signed', docToken: 'a' },
  { kind: 'withdrawal', ...withdrawn('w', 2), key: 'kw' },
]
const stored = { fundings: [funded('a', 1)], withdrawals: [withdrawn('w', 2)] }
const clean = { acknowledged: 2, lost: 0, doubled: 0, unknown: 0 }

test('a round of machine faults passes when the database has exactly what was acknowledged', () => {
  expect(compare(lines, stored)).toEqual(clean)
})

test('the verdict counts an acknowledged funding or withdrawal as lost when the database lacks it or has another amount', () => {
  expect(compare(lines, { ...stored, fundings: [] }).lost).toBe(1)
  expect(compare(lines, { ...stored, withdrawals: [] }).lost).toBe(1)
  expect(compare(lines, { ...stored, withdrawals: [withdrawn('w', 3)] }).lost).toBe(1)
})

test('the verdict counts a second withdrawal of one request as doubled, and one that no client asked for as unknown', () => {
  const twice = compare(lines, { ...stored, withdrawals: [withdrawn('w', 2), withdrawn('x', 2)] })
  expect(twice).toEqual({ ...clean, doubled: 1, unknown: 1 })
})

test('a round of machine faults fails on a lost acknowledgement, an answer of 500, broken books, no recovery or the end of npm start', () => {
  const good: JudgedRound = {
    kind: 'disk-full',
    round: 1,
    acknowledged: 2,
    tally: { answers: { 200: 2 }, withoutRetryAfter: 0, surprises: [], unanswered: 0 },
    outageMs: 1,
    backMs: 0,
    settledSeconds: 0,
    restarts: 0,
    isUp: true,
    amount: 1,
    signed: 1,
    note: '',
    verdict: { ...clean, breaches: [] },
  }
  expect(faultsOf(good)).toEqual([])
  const bad: Partial<JudgedRound>[] = [
    { verdict: { ...clean, lost: 1, breaches: [] } },
    { verdict: { ...clean, doubled: 1, breaches: [] } },
    { verdict: { ...clean, unknown: 1, breaches: [] } },
    { verdict: { ...clean, breaches: ['I1'] } },
    { tally: { ...good.tally, surprises: ['500 INTERNAL'] } },
    { tally: { ...good.tally, withoutRetryAfter: 1 } },
    { tally: { ...good.tally, unanswered: 1 } },
    { backMs: null },
    { settledSeconds: null },
    { isUp: false },
  ]
  for (const change of bad) expect(faultsOf({ ...good, ...change })).toHaveLength(1)
})
