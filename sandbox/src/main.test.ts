import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
let folder: string
let child: ChildProcess | null = null

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandbox-main-'))
})

afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function launch(env: Record<string, string>): { process: ChildProcess; errors: () => string } {
  let errors = ''
  const started = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, SANDBOX_PORT: '0', SANDBOX_DATA: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  started.stderr?.on('data', (piece: Buffer) => {
    errors += piece.toString()
  })
  child = started
  return { process: started, errors: () => errors }
}

const keys = {
  ESIGN_API_KEY: 'key of a test',
  ESIGN_CALLBACK_SECRET: 'secret of a test',
  SANDBOX_SMS_KEY: 'key of a test',
}

test('says when it is ready, in one line, and ends when its parent goes away', async () => {
  const { process: sandbox } = launch(keys)
  const [line] = (await once(sandbox.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  const address = /^Sandbox ready at (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line.toString())?.[1]
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' })
  expect((await fetch(`${address}/`)).status).toBe(200)
  const exit = once(sandbox, 'exit')
  sandbox.disconnect()
  expect(await exit).toEqual([0, null])
}, 20_000)

test('stops in peace on SIGTERM', async () => {
  const { process: sandbox } = launch(keys)
  await once(sandbox.stdout as NodeJS.ReadableStream, 'data')
  const exit = once(sandbox, 'exit')
  sandbox.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
}, 20_000)

test('names every wrong setting at once and does not start', async () => {
  const { process: sandbox, errors } = launch({
    ESIGN_API_KEY: 'short',
    ESIGN_FRAME_ANCESTORS: 'http://localhost:3000/path',
    ESIGN_LATE_MS: 'soon',
  })
  expect(await once(sandbox, 'exit')).toEqual([1, null])
  for (const name of [
    'ESIGN_API_KEY',
    'ESIGN_CALLBACK_SECRET',
    'ESIGN_FRAME_ANCESTORS',
    'ESIGN_LATE_MS',
    'SANDBOX_SMS_KEY',
  ]) {
    expect(errors()).toContain(name)
  }
}, 20_000)
