import { expect, test } from 'vitest'
import { stillToArrive } from './own-values.ts'

test('CHO-01 a value that a field set before its last one is its own, and those after it are still to arrive', () => {
  expect(stillToArrive(['3', '33', '330'], '3')).toEqual(['33', '330'])
  expect(stillToArrive(['33', '330'], '330')).toEqual([])
})

test('CHO-01 a value that a field skipped or did not set came from elsewhere', () => {
  expect(stillToArrive(['3', '33'], '7')).toBeNull()
  expect(stillToArrive([], '')).toBeNull()
})
