import { afterAll, beforeAll, expect, test } from 'vitest'
import { logInStaff, startConsole } from '../../../testing/console.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import type { TestApp } from '../../../testing/http.ts'

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' } })
  app = await startConsole(fixture)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

test('CON-07 a session of the console says who is logged in, until it is ended', async () => {
  const siti = await logInStaff(fixture, app, 'Siti', 'LOOK', 'DECIDE')
  expect(await siti.get('/session')).toMatchObject({
    status: 200,
    json: { staffId: siti.staffId, name: 'Siti', rights: ['LOOK', 'DECIDE'], asksPasskey: false },
  })
  expect((await siti.post('/session/end')).status).toBe(200)
  expect(await siti.get('/session')).toMatchObject({ status: 401, json: { code: 'STAFF_SESSION_ENDED' } })
})
