import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get as getPlain } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueCertificate, makeAuthority } from '../../../deploy/cluster/certificates.ts'
import { type Fixture, makeFixture } from '../../testing/fixture.ts'
import { readTls } from '../platform/http/tls.ts'
import { createApp } from './app.ts'
import { createSnapApp } from './snap.ts'

let folder: string
let fixture: Fixture
let apps: Awaited<ReturnType<typeof createApp>>[]

/** The files of a node that the authority of a folder certified. */
const certified = (authority: string, name: string) =>
  issueCertificate(path.join(folder, authority), { name, address: '127.0.0.1' }, path.join(folder, name))

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tls-'))
  for (const authority of ['ours', 'theirs']) await makeAuthority(path.join(folder, authority))
  await certified('ours', 'app1')
  fixture = await makeFixture({
    withoutFaults: 'asks what is always there',
    settings: { HTTP_TLS_FOLDER: path.join(folder, 'app1'), TRUSTED_PROXIES: '127.0.0.1' },
  })
  apps = [await createApp(fixture.context), await createSnapApp(fixture.context)]
  for (const app of apps) await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await fixture.close()
  rmSync(folder, { recursive: true })
})

/** What each port answers a caller; the code of the failure where it does not. */
const ask = (ask: typeof get, options: object): Promise<string[]> =>
  Promise.all(
    apps.map(async ({ server }) => {
      const { port } = server.address() as AddressInfo
      const call = ask({ host: '127.0.0.1', port, path: '/healthz', agent: false, ...options })
      const { promise, resolve } = Promise.withResolvers<string>()
      call.once(
        'response',
        (answer) => void text(answer).then(resolve, (error: Error) => resolve(error.message)),
      )
      call.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      return promise
    }),
  )

test('SEC-12 with HTTP_TLS_FOLDER both ports take TLS from clients with a certificate of that authority, and nothing else', async () => {
  const [mine, stranger] = [await certified('ours', 'router'), await certified('theirs', 'stranger')]
  const ca = readFileSync(mine.authority)
  const shown = (files: typeof mine) => ({
    ca,
    cert: readFileSync(files.certificate),
    key: readFileSync(files.key),
  })
  const whole = '{"status":"ok"}'
  expect(await ask(get, shown(mine))).toEqual([whole, whole])
  expect(await ask(get, { ...shown(mine), maxVersion: 'TLSv1.2' })).toEqual([whole, whole])
  expect(await ask(getPlain, {})).not.toContain(whole)
  for (const wrong of [
    { ca },
    shown(stranger),
    { ...shown(mine), maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' },
  ]) {
    const answers = await ask(get, wrong)
    expect(answers).not.toContain(whole)
    for (const answer of answers) expect(answer).toMatch(/^(ERR_SSL|ECONNRESET|EPROTO)/)
  }
})

test('SEC-12 a folder of certificates without a key is named before anything listens', () => {
  const half = mkdtempSync(path.join(folder, 'half-'))
  writeFileSync(path.join(half, 'node.pem'), '')
  expect(() => readTls(half)).toThrow(`HTTP_TLS_FOLDER: ${half} has no node.key that can be read`)
})
