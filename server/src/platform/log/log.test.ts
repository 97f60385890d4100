import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
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

test.each(['reads', 'has ended'])(
  'a process whose reader of the log %s writes its last lines and exits',
  async (reader) => {
    const code = `import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
    const log = createLog('info')
    process.once('message', () => { log.info('the last line'); process.exit(0) })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let written = ''
    if (reader === 'reads') child.stdout?.on('data', (chunk: Buffer) => (written += chunk.toString()))
    else child.stdout?.destroy()
    child.send('exit')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(written.includes('the last line')).toBe(reader === 'reads')
  },
)

function jsonError(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}
