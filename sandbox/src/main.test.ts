import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
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

test('the sandbox prints one line when ready and exits when its parent process exits', async () => {
  const { process: sandbox } = launch(keys)
  const [line] = (await once(sandbox.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  const address = /^Sandbox ready at (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line.toString())?.[1]
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' })
  expect((await fetch(`${address}/`)).status).toBe(200)
  const exit = once(sandbox, 'exit')
  sandbox.disconnect()
  expect(await exit).toEqual([0, null])
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Sends a request with another Host header, as a browser would after DNS rebinding; `fetch` does not allow that. */
function ask(address: string, host: string, origin?: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host, ...(origin === undefined ? {} : { origin }), 'content-type': 'application/json' }
    const method = origin === undefined ? 'GET' : 'POST'
    const path = origin === undefined ? '/sms/inbox.json' : '/bank/payments'
    request(`${address}${path}`, { headers, method }, async (response) => {
      resolve({ status: response.statusCode ?? 0, body: await text(response) })
    })
      .on('error', reject)
      .end(origin === undefined ? '' : '{"number":"988001234567890","amount":1000000000}')
  })
}

test('DOOR-02 the sandbox rejects a foreign Host header, so that another web page can neither read from it nor trigger payments', async () => {
  const port = await freePort()
  const named = { SANDBOX_PORT: String(port), SANDBOX_PUBLIC_URL: 'http://sandbox.example:8080' }
  const { process: sandbox } = launch({ ...keys, ...named })
  await once(sandbox.stdout as NodeJS.ReadableStream, 'data')
  const address = `http://127.0.0.1:${port}`
  for (const host of [
    'attacker.example',
    `attacker.example:${port}`,
    'localhost.attacker.example',
    '127.0.0.1.attacker.example',
    'x@127.0.0.1',
  ]) {
    const answer = await ask(address, host)
    expect([answer.status, JSON.parse(answer.body)], host).toMatchObject([421, { code: 'HOST_UNKNOWN' }])
    const paid = await ask(address, host, `http://${host}`)
    expect(paid.status, host).toBe(421)
  }
  for (const host of [
    `localhost:${port}`,
    `127.0.0.1:${port}`,
    `[::1]:${port}`,
    '192.168.1.5',
    'sandbox.example:8080',
  ]) {
    expect((await ask(address, host)).status, host).toBe(200)
  }
  expect((await ask(address, `127.0.0.1:${port}`, 'https://attacker.example')).status).toBe(403)
  expect((await ask(address, `127.0.0.1:${port}`, 'null')).status).toBe(403)
})

test('DOOR-02 the sandbox does not start in production', async () => {
  const { process: sandbox, errors } = launch({ ...keys, NODE_ENV: 'production' })
  expect(await once(sandbox, 'exit')).toEqual([1, null])
  expect(errors()).toContain('does not run with NODE_ENV=production')
})

test('the sandbox exits with code 0 on SIGTERM', async () => {
  const { process: sandbox } = launch(keys)
  await once(sandbox.stdout as NodeJS.ReadableStream, 'data')
  const exit = once(sandbox, 'exit')
  sandbox.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

test('the sandbox lists every invalid setting at once and does not start', async () => {
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
})
