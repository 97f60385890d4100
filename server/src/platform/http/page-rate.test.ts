import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../testing/http.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture({
    settings: {
      TRUSTED_PROXIES: '127.0.0.1',
      LIMIT_PAGE_ADDRESS: '20/36000',
    },
  })
  app = await startApp(fixture)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

async function statusesOf(path: string, count: number, address?: string): Promise<number[]> {
  const headers = address === undefined ? {} : { 'x-forwarded-for': address }
  const statuses = new Map<number, number>()
  for (let n = 0; n < count; n += 1) {
    const { status } = await app.get(path, { headers })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return [...statuses].flat()
}

test.each(['//lender/config.json', '//', '//api/openapi.json', '//healthz', '//readyz'])(
  'SEC-03 requests for %s are rate-limited per IP address and tell when to come back',
  async (path) => {
    const address = `203.0.113.${path.length}`
    const [, allowed, status, refused] = await statusesOf(path, 25, address)
    expect([allowed, status, refused]).toEqual([20, 429, 5])
    const answer = await app.get(path, { headers: { 'x-forwarded-for': address } })
    expect([answer.json.code, answer.headers.get('retry-after')]).toEqual(['TOO_MANY_REQUESTS', '1800'])
    expect(await statusesOf(path, 1, '198.51.100.7')).toHaveLength(2)
    expect((await statusesOf(path, 1, '198.51.100.7'))[0]).toBeLessThan(400)
  },
)

test('SEC-03 requests for pages do not use up the health checks of their IP address, nor those the pages', async () => {
  const [pages, checks] = ['203.0.113.201', '203.0.113.202']
  expect(await statusesOf('//lender/config.json', 21, pages)).toEqual([200, 20, 429, 1])
  expect(await statusesOf('//healthz', 20, pages)).toEqual([200, 20])
  expect(await statusesOf('//healthz', 21, checks)).toEqual([200, 20, 429, 1])
  expect(await statusesOf('//lender/config.json', 20, checks)).toEqual([200, 20])
})

test('SEC-03 a trusted proxy itself may check the health of the server without a limit, and calls are not counted as pages', async () => {
  expect(await statusesOf('//healthz', 50)).toEqual([200, 50])
  expect(await statusesOf('/tkb', 30, '203.0.113.203')).toEqual([200, 30])
  expect(await statusesOf('//lender/config.json', 20, '203.0.113.203')).toEqual([200, 20])
})
