import { expect, test } from 'vitest'
import { housePicture, planCounts, planOf } from './house.ts'

const arrows = [
  { from: 'books', to: 'platform' },
  { from: 'loans', to: 'books' },
  { from: 'cash', to: 'books' },
]

test('a part stands one floor above the highest part that it imports', () => {
  expect(planCounts(planOf(['platform', 'books', 'loans', 'cash'], arrows))).toBe(
    '4 parts on 3 floors, 3 arrows, 0 up',
  )
})

test('counts an import of a part that comes later as an arrow up', () => {
  expect(planOf(['books', 'platform', 'loans', 'cash'], arrows).up).toBe(1)
})

test('the picture of the house has a box for each part and an arc for each arrow', () => {
  const picture = housePicture(planOf(['platform', 'books', 'loans', 'cash'], arrows))
  expect(picture.match(/<rect/g)).toHaveLength(4)
  expect(picture.match(/marker-end/g)).toHaveLength(3)
})

test('the picture of the house breaks the names of rooms into lines that fit in a box', () => {
  const lines = [...housePicture().matchAll(/<text x="\d+" y="\d+">([^<]+· [^<]+)</g)].map(
    ([, line = '']) => line,
  )
  expect(lines.length).toBeGreaterThan(6)
  expect(lines.filter((line) => line.length > 76)).toEqual([])
})
