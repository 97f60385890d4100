import { expect, test } from 'vitest'
import { lengthFault } from './length.ts'

test('the words of all pages are counted together, and more than the limit are a fault that names the longest pages', () => {
  const pages = new Map([
    ['a.md', 'one  two\nthree'],
    ['b.md', '\n| four |\n| --- |\n'],
  ])
  expect(lengthFault(pages, 4)).toBeNull()
  expect(lengthFault(pages, 3)).toBe(
    'all pages have 4 words, at most 3 are allowed; the longest: a.md 3, b.md 1',
  )
})
