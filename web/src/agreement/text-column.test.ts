import { expect, test } from 'vitest'
import { textColumn } from './text-column.ts'

const text = (str: string, left: number, width: number) => ({
  str,
  width,
  transform: [1, 0, 0, 1, left, 700],
})
const mark = { type: 'beginMarkedContent' }

test('SCN-18 the text column reaches from the leftmost to the rightmost text', () => {
  expect(
    textColumn([mark, text('Pasal 1', 60, 100), text('ke kanan', 300, 240), text(' ', 0, 600)], 600),
  ).toEqual({
    left: 0.1,
    width: 0.8,
  })
})

test('SCN-18 a page without text, and one whose text leaves it, is shown whole', () => {
  expect(textColumn([mark], 600)).toEqual({ left: 0, width: 1 })
  expect(textColumn([text('lebar', 500, 200)], 600)).toEqual({ left: 0, width: 1 })
})
