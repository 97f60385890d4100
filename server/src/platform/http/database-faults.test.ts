import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { Database } from '../db/database.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'every statement of another pool fails' })
  app = await startApp(fixture)
  lender = await logIn(fixture, app)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

test.each([
  ['disk', '53100'],
  ['memory', '53200'],
  ['file', '53000'],
  ['sound sector', '58030'],
])(
  'a request is answered 503 and the log says why, once, while the database has no %s left',
  async (_, code) => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const db = new Database({
      url: fixture.databaseUrl,
      size: 2,
      retry: { tries: 2, pause: async () => {} },
      beforeStatement: () => {
        throw Object.assign(new Error('the database has none left'), { code })
      },
    })
    const failing = await startApp({ context: { ...fixture.context, db, log } })
    try {
      const body = { phoneNumber: lender.phone, password: 'x', type: 'lender' }
      for (const answer of [
        await failing.get('/lender/summary', { token: lender.user.token }),
        await failing.post('/auth/login', body),
        await failing.post('/auth/login', body),
      ]) {
        expect(`${answer.status} ${answer.json?.code}`).toBe('503 OVERLOADED')
        expect(answer.headers.get('retry-after')).toBe('2')
      }
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain('the database has none left')
    } finally {
      await failing.close()
      await db.close()
    }
  },
)
