import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('the log of a database error omits the values that it quotes', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const error = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (phone)=(81234567890) already exists.',
    where: 'row 81234567890',
  })
  log.error({ err: error }, 'request failed')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('23505')
  expect(lines[0]).not.toContain('81234567890')
})

test.each([
  [
    'a database error about an invalid number',
    Object.assign(new Error('invalid input syntax for type bigint: "rahasia"'), { code: '22P02' }),
  ],
  ['an error about an invalid JSON body', jsonError('"kata sandi: rahasia')],
  [
    'an error message with a phone number',
    new Error('no lender has 6281234567890 or rahasia@contoh.example'),
  ],
  [
    'the cause of an error',
    new Error('outer', { cause: new Error('no lender has 81234567890 <a.rahasia@contoh.example>') }),
  ],
  ['a thrown text', '81234567890 "rahasia"'],
])('the log shows where an error happened but not the values in %s', (_, error) => {
  const lines: string[] = []
  createLog('info', { write: (line) => lines.push(line) }).error({ err: error }, 'request failed')
  expect(lines[0]).not.toMatch(/1234567890|rahasia/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'request failed',
    err: { message: expect.any(String) },
  })
  if (error instanceof Error) expect(lines[0]).toContain('log.test.ts')
})

test('a log entry stays on one line whatever text it contains', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  log.info({ path: 'a\r\n{"level":60}\u2028\u001b[31m' }, 'one\nline')
  expect(lines).toHaveLength(1)
  for (const character of ['\n', '\r', '\u001b']) expect(lines[0]?.trimEnd()).not.toContain(character)
})

function jsonError(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}
