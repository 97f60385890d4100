import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../testing/fixture.ts'
import { createApp } from './app.ts'

const root = mkdtempSync(join(tmpdir(), 'web-'))
const prerender = `
export const addressOf = (path) => (path === '/login' ? path : '')
export const scriptsOf = (manifest, address) => (address ? [manifest.login] : [])
export const laterScripts = () => ({ layout: ['assets/menu.js'] })
export const callsOf = (address) => (address ? ['/tkb'] : [])
export const drawFirst = async (address, { operatorName }) => ({ login: operatorName, shell: address })`
const html =
  '<head><link rel="stylesheet" href="/lender/main.css"><title>the app</title><script type="module" crossorigin src="/lender/assets/index-abc.js"></script></head><div id="app"></div>'
let fixture: Fixture
let app: FastifyInstance
beforeAll(async () => {
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), html)
  writeFileSync(join(root, 'main.css'), 'a{color:red}')
  writeFileSync(join(root, 'assets/main-abc.js'), 'run()')
  mkdirSync(join(root, '.prerender'))
  writeFileSync(join(root, '.prerender/prerender.mjs'), prerender)
  mkdirSync(join(root, '.vite'))
  writeFileSync(join(root, '.vite/manifest.json'), '{"login":"assets/main-abc.js"}')
  fixture = await makeFixture({ settings: { WEB_ROOT: root } })
  app = await createApp(fixture.context)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
  rmSync(root, { recursive: true })
})

const get = (url: string) => app.inject({ method: 'GET', url })

describe('any path below /lender serves the app', () => {
  test.each([
    '/lender/',
    '/lender/dashboard/porto',
    '/lender/foo.html',
    '/lender/foo.json?x=1',
    '/lender//x',
    '/lender/a/../b',
    '/lender/%2e%2e%2fetc',
    '/lender/.env',
  ])('SCR-03 the path %s serves the app', async (url) => {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('<title>the app</title>')
  })

  test.each(['/', '/lender', '/lender/%E0%A4%A', '/lender/%', '/%ff'])(
    'SCR-03 the path %s redirects to the app',
    async (url) => {
      const answer = await get(url)
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/lender/'])
    },
  )
})

test('SCR-03 a missing file of an earlier build is answered 404 instead of with the page', async () => {
  expect(await get('/lender/assets/main-abc.js')).toMatchObject({ statusCode: 200, body: 'run()' })
  expect(await get('/lender/assets/main-old.js')).toMatchObject({ statusCode: 404 })
})

test('SCR-03 an API call whose path is badly encoded gets 404 as JSON, not a redirect to the app', async () => {
  const answer = await get('/api/v1/%E0%A4%A')
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'NOT_FOUND' }])
})

describe('the first response of a page', () => {
  test('SCR-06 the first response of a page has the initial markup and the scripts of its screen, and a matching content security policy', async () => {
    const page = await get('/lender/login')
    expect(page.body).toContain(
      `<div id="app">${fixture.context.config.OPERATOR_NAME}</div><div id="shell">/login`,
    )
    expect(page.body).toContain(
      'id="scripts" data-src="/lender/assets/index-abc.js">["/lender/assets/main-abc.js"]</script>',
    )
    expect(page.body).toContain('id="later">{"layout":["/lender/assets/menu.js"]}</script>')
    expect(page.body).toContain('id="calls">["/tkb"]</script>')
    const policy = String(page.headers['content-security-policy'])
    const style = `'sha256-${createHash('sha256').update('a{color:red}').digest('base64')}'`
    expect(policy.split(';')).toEqual(
      expect.arrayContaining(["script-src 'self'", `style-src 'self' ${style}`]),
    )
    expect(policy).not.toContain('unsafe')
    expect(String((await get('/lender/config.json')).headers['content-security-policy'])).not.toContain(
      'sha256',
    )
  })

  test('SCR-06 the first response of a page is compressed as the browser accepts, and answered 304 when unchanged', async () => {
    const whole = await get('/lender/login')
    const ask = (headers: Record<string, string>) =>
      app.inject({ method: 'GET', url: '/lender/login', headers })
    const packed = await ask({ 'accept-encoding': 'gzip, deflate, br' })
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['br', 'Accept-Encoding'])
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(whole.body)
    const gzipped = await ask({ 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(whole.body)
    const again = await ask({ 'if-none-match': String(whole.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('SCR-06 the server’s own files for rendering pages are not served', async () => {
    for (const url of ['/lender/.prerender/prerender.mjs', '/lender/.vite/manifest.json']) {
      expect((await get(url)).headers['content-type']).toBe('text/html; charset=utf-8')
    }
  })
})
