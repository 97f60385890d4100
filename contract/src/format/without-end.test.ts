import { expect, test } from 'vitest'
import { withoutEnd } from './without-end.ts'

test.each([
  ['https://a.example//', '/', 'https://a.example'],
  ['/a/b', '/', '/a/b'],
  ['1200', '0', '12'],
  ['000', '0', ''],
  ['', '0', ''],
])('%j without %j at its end is %j', (text, character, short) => {
  expect(withoutEnd(text, character)).toBe(short)
})
