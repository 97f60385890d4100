import { expect, test } from 'vitest'
import { keyed, shortDay } from './words.ts'

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

test('a day on the tax screen has the abbreviated Indonesian name of its month', () => {
  expect(shortDay('2026-08-05')).toBe('5 Agu 2026')
})
