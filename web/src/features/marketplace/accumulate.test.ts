import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accumulate } from './accumulate.ts'

type Loan = { loanNumber: string; left: number }
const keyOf = (loan: Loan) => loan.loanNumber
const loan = (loanNumber: string, left = 0): Loan => ({ loanNumber, left })

test('MKT-05 pages accumulate in the order in which they came', () => {
  const first = accumulate([], 1, [loan('A'), loan('B')], keyOf)
  expect(accumulate(first, 2, [loan('C')], keyOf).map(keyOf)).toEqual(['A', 'B', 'C'])
})

test('MKT-05 page 1 replaces what was shown', () => {
  expect(accumulate([loan('A'), loan('B')], 1, [loan('C')], keyOf).map(keyOf)).toEqual(['C'])
})

test('MKT-05 a loan that comes again keeps its place and shows its newest figures', () => {
  const shown = accumulate([loan('A', 500), loan('B', 900)], 2, [loan('B', 100), loan('C', 300)], keyOf)
  expect(shown).toEqual([loan('A', 500), loan('B', 100), loan('C', 300)])
})

test('MKT-05 whatever pages come, every loan number is shown exactly once', () => {
  const pages = fc.array(fc.array(fc.record({ loanNumber: fc.string({ maxLength: 2 }), left: fc.nat() })))
  fc.assert(
    fc.property(pages, (lists) => {
      const shown = lists.reduce<Loan[]>((list, page, index) => accumulate(list, index + 1, page, keyOf), [])
      const numbers = shown.map(keyOf)
      expect(numbers).toEqual([...new Set(numbers)])
      expect(new Set(numbers)).toEqual(new Set(lists.flat().map(keyOf)))
    }),
  )
})
