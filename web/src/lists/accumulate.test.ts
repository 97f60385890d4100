import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accumulate } from './accumulate.ts'

type Loan = { loanNumber: string; left: number }
const keyOf = (loan: Loan) => loan.loanNumber
const loan = (loanNumber: string, left = 0): Loan => ({ loanNumber, left })

test('MKT-05 the loan list accumulates pages in order of arrival', () => {
  const pages = [
    { page: 1, list: [loan('A'), loan('B')] },
    { page: 2, list: [loan('C')] },
  ]
  expect(accumulate(pages, keyOf).map(keyOf)).toEqual(['A', 'B', 'C'])
})

test('MKT-05 loading page 1 again replaces the accumulated loan list', () => {
  const pages = [
    { page: 1, list: [loan('A')] },
    { page: 2, list: [loan('B')] },
    { page: 1, list: [loan('C')] },
  ]
  expect(accumulate(pages, keyOf).map(keyOf)).toEqual(['C'])
})

test('MKT-05 a loan that appears on two pages keeps its position and gets its newest figures', () => {
  const pages = [
    { page: 1, list: [loan('A', 500), loan('B', 900)] },
    { page: 2, list: [loan('B', 100), loan('C', 300)] },
  ]
  expect(accumulate(pages, keyOf)).toEqual([loan('A', 500), loan('B', 100), loan('C', 300)])
})

test('MKT-05 any sequence of pages shows each loan number once in the accumulated list', () => {
  const lists = fc.array(fc.array(fc.record({ loanNumber: fc.string({ maxLength: 2 }), left: fc.nat() })))
  fc.assert(
    fc.property(lists, (each) => {
      const pages = each.map((list, index) => ({ page: index + 1, list }))
      const numbers = accumulate(pages, keyOf).map(keyOf)
      expect(numbers).toEqual([...new Set(numbers)])
      expect(new Set(numbers)).toEqual(new Set(each.flat().map(keyOf)))
    }),
  )
})
