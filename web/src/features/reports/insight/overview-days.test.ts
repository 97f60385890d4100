import { expect, test } from 'vitest'
import { everyDay } from './overview-days.ts'

test('the overview of coming payments has each day once, across a month end, with zero for days without payments', () => {
  const days = everyDay({
    asOf: '2028-02-27',
    until: '2028-03-02',
    days: [{ on: '2028-02-29', amount: 5, loans: 1 }],
  })
  expect(days).toEqual([
    { on: '2028-02-27', amount: 0 },
    { on: '2028-02-28', amount: 0 },
    { on: '2028-02-29', amount: 5 },
    { on: '2028-03-01', amount: 0 },
    { on: '2028-03-02', amount: 0 },
  ])
})
