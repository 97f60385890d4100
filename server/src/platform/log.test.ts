import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

test('an error of the database is logged without the values that it quotes', () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => lines.push(line) })
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
