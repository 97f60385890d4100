import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { compileCache } from '../../testing/compile-cache.ts'

async function run(script: string, settings: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { PATH: process.env['PATH'], ...compileCache, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err, exit] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { exit, out, err }
}

test.each(['http.ts', 'worker.ts'])(
  'DOOR-02 %s does not start in production without settings',
  async (script) => {
    const { exit, out, err } = await run(script, {})
    expect([exit, out]).toEqual([2, ''])
    expect(err).toMatch(
      /^In production \(NODE_ENV=production\) every provider is real or nothing starts: set DATABASE_URL, [^\n]+\n$/,
    )
    for (const setting of ['APP_ORIGIN', 'ESIGN_BASE_URL', 'SMS_URL', 'BANKS_FILE', 'PLATFORM_KEY_FILE'])
      expect(err).toContain(setting)
  },
)

test('DOOR-02 the demo data cannot be filled in production', async () => {
  const { exit, err } = await run('../../demo/main.ts', {})
  expect([exit, err]).toEqual([2, expect.stringMatching(/not filled with NODE_ENV=production/)])
})

test('DOOR-02 an operator’s command in production does not start an embedded database', async () => {
  const { exit, err } = await run('operator.ts', { USER: 'dewi' }, ['loans', 'list'])
  expect([exit, err]).toEqual([2, expect.stringContaining('isi DATABASE_URL')])
})
