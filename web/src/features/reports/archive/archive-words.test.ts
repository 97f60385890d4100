import { expect, test } from 'vitest'
import { missingText, percentOf, sizeText } from './archive-words.ts'

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [12_345, '13 KB'],
  [3_440_000, '3,4 MB'],
  [5_120_000_000, '5,1 GB'],
])('STM-06 a file of %i bytes is shown as %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))

test('STM-06 the progress of a document archive is 100 percent only when it is ready', () => {
  expect(percentOf({ state: 'WAITING', done: 0, total: 0 })).toBe(0)
  expect(percentOf({ state: 'RUNNING', done: 1, total: 3 })).toBe(33)
  expect(percentOf({ state: 'RUNNING', done: 3, total: 3 })).toBe(99)
  expect(percentOf({ state: 'READY', done: 3, total: 3 })).toBe(100)
})

test('STM-06 the documents of a loan that was taken over are not shown as pending', () => {
  expect(missingText('agreements', { isTakenOver: false })).toBe('Disiapkan')
  expect(missingText('factsheets', { isTakenOver: false })).toBe('Disiapkan')
  expect(missingText('agreements', { isTakenOver: true })).toBe('Di arsip Penyelenggara')
  expect(missingText('factsheets', { isTakenOver: true })).toBe('Tidak ada')
})
