import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, startApp, type TestApp } from '../../../testing/http.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const outcome = ({ status, json }: Answer) => `${status} ${json?.code}`

const speak = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1', () => socket.write(text))
    let all = ''
    socket.on('data', (piece) => (all += piece.toString()))
    socket.on('close', () => resolve(all))
    socket.on('error', reject)
  })

const unusual = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method))
test.each(unusual)('a %s request to a call that only reads gets 405 and has no effect', async (method) => {
  const answer = await speak(
    `${method} /api/v1/tkb HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Secret: 7\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 405 /)
  expect(answer).not.toContain('X-Secret')
})

test('SEC-13 a request that names two hosts is refused', async () => {
  const answer = await speak('GET /api/v1/tkb HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('INPUT_INVALID')
})

test('SEC-13 an answer 401 names its scheme', async () => {
  const answer = await app.get('/lender/summary')
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
})

test('an unknown path or method is answered 404 or 405 also where the body is wrong', async () => {
  const call = async (method: string, path: string, body: string, type = 'application/json') =>
    outcome(await app.call(method, path, body, { headers: { 'content-type': type } }))
  expect(await call('PUT', '/funding', '{')).toBe('405 METHOD_NOT_ALLOWED')
  expect(await call('QUERY', '/portfolio', '{"page":1}')).toBe('405 METHOD_NOT_ALLOWED')
  expect(await call('DELETE', '/portfolio', 'a=1', 'text/plain')).toBe('405 METHOD_NOT_ALLOWED')
  expect(await call('POST', '/nothing', 'a'.repeat(70_000))).toBe('404 NOT_FOUND')
  // A known call is still refused for its body.
  expect(await call('POST', '/auth/login', '{')).toBe('400 INPUT_INVALID')
})
