import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followTouches } from '../../session/attention.ts'
import { call, followSessionEnd } from './call.ts'

beforeEach(() => {
  vi.stubGlobal('document', { hasFocus: () => false, activeElement: null })
  followTouches(new EventTarget() as Window)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

test('CON-07 a console call sends no token: the cookie goes along, and the key of what moves money', async () => {
  const fetched = vi.fn<typeof fetch>(async () => json(200, { state: 'DONE' }))
  vi.stubGlobal('fetch', fetched)
  await call('POST /actions/propose', {
    body: { name: 'changeContact', input: { phone: '81' } },
    idempotencyKey: 'key-1',
  })
  const [url, init] = fetched.mock.calls[0] ?? []
  const headers = new Headers(init?.headers)
  expect(url).toBe('/api/console/actions/propose')
  expect(init?.credentials).toBe('same-origin')
  expect(headers.get('authorization')).toBeNull()
  expect(headers.get('idempotency-key')).toBe('key-1')
})

test('CON-07 the end of a session is reported once for each refused call, other refusals are not', async () => {
  const ended = vi.fn<() => void>()
  followSessionEnd(ended)
  vi.stubGlobal('fetch', async () => json(403, { code: 'STAFF_RIGHT_MISSING', message: 'Tidak berwenang.' }))
  await expect(call('GET /today')).rejects.toThrow('Tidak berwenang.')
  expect(ended).not.toHaveBeenCalled()
  vi.stubGlobal('fetch', async () => json(401, { code: 'STAFF_SESSION_ENDED', message: 'Berakhir.' }))
  await expect(call('GET /today')).rejects.toMatchObject({ kind: 'session', message: 'Berakhir.' })
  expect(ended).toHaveBeenCalledTimes(1)
})

test('CON-08 a file is sent as its bytes, and not as JSON', async () => {
  const fetched = vi.fn<typeof fetch>(async () => json(200, { id: 'x', sha256: 'y', isNew: true }))
  vi.stubGlobal('fetch', fetched)
  const body = new Uint8Array([0xef, 0xbb, 0xbf, 0x61])
  await call('POST /files', { query: { command: 'loans import', name: 'a.csv' }, body })
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('/api/console/files?command=loans+import&name=a.csv')
  expect(new Headers(init?.headers).get('content-type')).toBe('application/octet-stream')
  expect(init?.body).toBe(body)
})

test('a page in place of an answer is a failure of the network before the console, not an answer', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } }),
  )
  await expect(call('GET /today')).rejects.toMatchObject({ kind: 'server' })
})

test('empty fields of a filter are left out of the address', async () => {
  const fetched = vi.fn<typeof fetch>(async () => json(200, { rows: [], next: null }))
  vi.stubGlobal('fetch', fetched)
  await call('GET /trail', { query: { operation: 'changeContact', actor: '', loan: 'A&B' } })
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/console/trail?operation=changeContact&loan=A%26B')
})

test('CON-07 what a timer asks a minute after the last touch does not keep the session alive', async () => {
  const fetched = vi.fn<typeof fetch>(async () => json(200, { rows: [], next: null }))
  vi.stubGlobal('fetch', fetched)
  const unattended = () => new Headers(fetched.mock.lastCall?.[1]?.headers).get('x-unattended')
  await call('GET /approvals', { query: { for: 'me' } })
  expect(unattended()).toBeNull()
  vi.useFakeTimers({ now: Date.now() + 60_001 })
  await call('GET /approvals', { query: { for: 'me' } })
  expect(unattended()).toBe('1')
})
