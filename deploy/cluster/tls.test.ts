import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get as getPlain } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer, type ServerOptions } from '../../server/src/platform/http/server.ts'
import { readTls } from '../../server/src/platform/http/tls.ts'
import { Metrics } from '../../server/src/platform/metrics/metrics.ts'
import { issueCertificate, makeAuthority } from './certificates.ts'

const nothing = () => {}
const levels = {
  fatal: nothing,
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
}
const log: ServerOptions['log'] = { ...levels, level: 'silent', silent: nothing, child: () => log }

let folder: string
let app: ReturnType<typeof createHttpServer>

/** The files of a node that the authority of a folder certified. */
const certified = (authority: string, name: string) =>
  issueCertificate(path.join(folder, authority), { name, address: '127.0.0.1' }, path.join(folder, name))

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tls-'))
  for (const authority of ['ours', 'theirs']) await makeAuthority(path.join(folder, authority))
  await certified('ours', 'app1')
  const limit = { count: 1_000, seconds: 60 }
  app = createHttpServer({
    log,
    metrics: new Metrics(),
    security: { write: () => {} },
    maxInFlight: 10,
    connectionsPerAddress: 10,
    readLimitMs: 60_000,
    noise: limit,
    guest: limit,
    page: limit,
    trustedProxies: [],
    frameOrigins: [],
    connectOrigins: [],
    secure: true,
    tls: readTls(path.join(folder, 'app1')),
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** What a caller is answered; the code of the failure where there is no answer. */
function ask(call: typeof get, options: object): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const request = call({ host: '127.0.0.1', port, path: '/healthz', agent: false, ...options })
  const { promise, resolve } = Promise.withResolvers<string>()
  request.once('response', (answer) => {
    text(answer).then(resolve, (error: Error) => resolve(error.message))
  })
  request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  return promise
}

test('SEC-12 with certificates of its node the server takes TLS from clients with one of the same authority, and nothing else', async () => {
  const [mine, stranger] = [await certified('ours', 'router'), await certified('theirs', 'stranger')]
  const ca = readFileSync(mine.authority)
  const shown = (files: typeof mine) => ({
    ca,
    cert: readFileSync(files.certificate),
    key: readFileSync(files.key),
  })
  const whole = '{"status":"ok"}'
  expect(await ask(get, shown(mine))).toBe(whole)
  expect(await ask(get, { ...shown(mine), maxVersion: 'TLSv1.2' })).toBe(whole)
  expect(await ask(getPlain, {})).not.toBe(whole)
  const old = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' }
  for (const wrong of [{ ca }, shown(stranger), { ...shown(mine), ...old }])
    expect(await ask(get, wrong)).toMatch(/^(ERR_SSL|ECONNRESET|EPROTO)/)
})

test('SEC-12 a folder of certificates without a key is named before anything listens', () => {
  const half = mkdtempSync(path.join(folder, 'half-'))
  writeFileSync(path.join(half, 'node.pem'), '')
  expect(() => readTls(half)).toThrow(`HTTP_TLS_FOLDER: ${half} has no node.key that can be read`)
})
