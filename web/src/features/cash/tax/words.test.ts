import { expect, test } from 'vitest'
import { keyed, yearsWith } from './words.ts'

test('TAX-01 identical installments of a tax month have different React keys, stable when another page is loaded', () => {
  const part = {
    ...{ at: '2026-02-28T05:00:00.000Z', loanNumber: 'PMT-1', dueDate: '2026-02-28', paidOn: '2026-02-28' },
    ...{ kind: 'PPH23' as const, rate: 0.15, interest: 6_000, tax: 900, isCorrection: false },
  }
  const first = keyed([{ list: [part, part] }])
  const both = keyed([{ list: [part, part] }, { list: [part] }])
  expect(new Set(both.map(({ key }) => key)).size).toBe(3)
  expect(both.slice(0, 2)).toEqual(first)
})

test('TAX-01 the year in the URL of the tax screen can be read in its field, also if it has no tax', () => {
  expect(yearsWith(2021, [2026, 2025])).toEqual([2026, 2025, 2021])
  expect(yearsWith(2025, [2026, 2025])).toEqual([2026, 2025])
  expect(yearsWith(2026, [])).toEqual([2026])
})
