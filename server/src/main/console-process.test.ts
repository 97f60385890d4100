import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../testing/fixture.ts'
import { clientOf } from '../../testing/http.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'

let fixture: Fixture
let console: ServerProcess
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'its process has connections of its own' })
  console = await startServerProcess('console', fixture.databaseUrl)
})
afterAll(async () => {
  console.child.kill('SIGKILL')
  await fixture.close()
})

test('CON-07 the process of the console answers health checks, counts its calls and refusals in its metrics, and ends at a signal', async () => {
  const app = clientOf(console.origin)
  for (const path of ['//healthz', '//readyz']) expect((await app.get(path)).status, path).toBe(200)
  expect((await app.get('//api/console/session')).status).toBe(401)
  const text = await (await fetch(`${console.metrics}/metrics`)).text()
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{(?=[^}]*operation="getConsoleSession")(?=[^}]*status="401")[^}]*\} 1$/m,
  )
  expect(text).toMatch(/^nodejs_eventloop_lag_max_seconds /m)
  console.child.kill('SIGTERM')
  expect(await console.ended).toMatchObject({ code: 0, signal: null })
})
