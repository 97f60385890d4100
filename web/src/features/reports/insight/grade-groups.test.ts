import { expect, test } from 'vitest'
import { byLetter } from './grade-groups.ts'

const part = (grade: string | null, outstanding: number, share: string) => ({ grade, outstanding, share })

test('the portfolio composition combines the grades of one letter in one row with the sum of their amounts', () => {
  expect(
    byLetter([
      part('A1', 300, '30,00%'),
      part('A2', 100, '10,00%'),
      part('B', 500, '50,00%'),
      part(null, 100, '10,00%'),
    ]),
  ).toEqual([
    { name: 'A', outstanding: 400, share: '40,00%', detail: 'A1 30,00%, A2 10,00%' },
    { name: 'B', outstanding: 500, share: '50,00%', detail: null },
    { name: 'Tanpa rating', outstanding: 100, share: '10,00%', detail: null },
  ])
})

test('the portfolio composition keeps the name of the only grade of a letter, and of grades without a letter', () => {
  expect(
    byLetter([part('C3', 1, '33,33%'), part('1', 1, '33,33%'), part('2', 1, '33,33%')]).map(
      ({ name }) => name,
    ),
  ).toEqual(['C3', '1', '2'])
  expect(byLetter([])).toEqual([])
  expect(byLetter([part('A1', 0, '0,00%'), part('A2', 0, '0,00%')])[0]?.share).toBe('0,00%')
})
