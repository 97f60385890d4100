import type { TransactionItem } from '@pematang/contract/reports/transactions/endpoints'
import { expect, test } from 'vitest'
import { dayLines } from './day-lines.ts'

const row = (id: string, createdDate: string, change: Partial<TransactionItem> = {}): TransactionItem => ({
  id,
  typeName: 'Repayment',
  createdDate,
  reservedDate: null,
  transactionNumber: id,
  loanNumber: null,
  amount: 1_000,
  status: 'Success',
  isDownloadable: false,
  isGivenBack: false,
  isCorrection: false,
  isOpening: false,
  ...change,
})
const idsOf = (rows: readonly TransactionItem[], folds = true) =>
  dayLines(rows, [], folds).map(({ day, lines }) => [
    day,
    ...lines.map((line) => line.map(({ id }) => id).join('+')),
  ])

test('SCN-17 five installments of one morning are one line, two are not, and a day ends at midnight in Jakarta', () => {
  const morning = ['a', 'b', 'c', 'd', 'e'].map((id) => row(id, '2026-11-29T03:00:00Z'))
  const before = ['f', 'g'].map((id) => row(id, '2026-11-28T16:59:59Z'))
  expect(idsOf([...morning, row('h', '2026-11-28T17:00:00Z'), ...before])).toEqual([
    ['2026-11-29', 'a+b+c+d+e+h'],
    ['2026-11-28', 'f', 'g'],
  ])
  expect(idsOf(morning, false)).toEqual([['2026-11-29', 'a', 'b', 'c', 'd', 'e']])
})

test('SCN-17 a transaction of another kind, and a correction, stand between two lines of installments', () => {
  const at = '2026-11-29T03:00:00Z'
  const run = (ids: string) => ids.split('').map((id) => row(id, at))
  const between = [
    row('x', at, { typeName: 'Top Up' }),
    row('y', at, { isCorrection: true }),
    row('z', at, { typeName: 'Funding', status: 'In Progress' }),
  ]
  for (const other of between)
    expect(idsOf([...run('abc'), other, ...run('def'), other])).toEqual([
      ['2026-11-29', 'a+b+c', other.id, 'd+e+f', other.id],
    ])
})

test('SCN-17 each day has the facts of the server', () => {
  const facts = { day: '2026-11-29', movements: 7, sum: 5_000, balance: null }
  const [day] = dayLines([row('a', '2026-11-29T03:00:00Z')], [facts], true)
  expect(day).toMatchObject({ facts, shown: 1 })
})
