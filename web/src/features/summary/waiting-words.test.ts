import { expect, test } from 'vitest'
import { waitingWords } from './waiting-words.ts'

test('DSH-01 money that waits for one thing says for what, in a sentence', () => {
  const { title, sentence, parts } = waitingWords([{ reason: 'SIGNATURE', amount: 1_000_000 }])
  expect(title).toBe('Menunggu tanda tangan')
  expect(sentence).toContain('sampai perjanjian ditandatangani')
  expect(parts).toEqual([])
  expect(waitingWords([{ reason: 'WITHDRAWAL', amount: 5 }]).title).toBe('Tarik Dana diproses')
})

test('DSH-01 money that waits for several things names each with its amount', () => {
  expect(
    waitingWords([
      { reason: 'SIGNATURE', amount: 1_000_000 },
      { reason: 'BULK_FUNDING', amount: 0 },
      { reason: 'WITHDRAWAL', amount: 250_000 },
    ]),
  ).toEqual({
    title: 'Dana yang menunggu',
    sentence: null,
    parts: [
      { name: 'Tanda tangan', amount: 1_000_000 },
      { name: 'Tarik Dana', amount: 250_000 },
    ],
  })
})

test('DSH-01 money that waits for what is not known is told all the same', () => {
  expect(waitingWords([]).title).toBe('Dana yang menunggu')
})
