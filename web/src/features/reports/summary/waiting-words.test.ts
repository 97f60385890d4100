import { expect, test } from 'vitest'
import { waitingWords } from './waiting-words.ts'

test('DSH-01 reserved money of one kind is explained in one sentence', () => {
  const { title, sentence, parts } = waitingWords([{ reason: 'SIGNATURE', amount: 1_000_000 }])
  expect(title).toBe('Menunggu tanda tangan')
  expect(sentence).toContain('sampai perjanjian ditandatangani')
  expect(parts).toEqual([])
  expect(waitingWords([{ reason: 'WITHDRAWAL', amount: 5 }]).title).toBe('Tarik Dana diproses')
})

test('DSH-01 several kinds of reserved money are listed with their amounts', () => {
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

test('DSH-01 reserved money of an unknown kind is shown too', () => {
  expect(waitingWords([]).title).toBe('Dana yang menunggu')
})
