import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { consolePrefix, createConsoleApp } from '../src/main/testing.ts'
import type { Right } from '../src/platform/approvals/rights.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { hashToken } from '../src/platform/token.ts'
import { consoleOrigin } from '../src/platform/settings/config.ts'
import { insertStaffSession } from '../src/staff/testing.ts'
import type { Fixture } from './fixture.ts'
import { type Answer, clientOf, type Options, type TestApp } from './http.ts'
import { aPerson } from './staff.ts'

/** Starts the console of a fixture on a port of its own; its paths are below /api/console. */
export async function startConsole(fixture: Pick<Fixture, 'context'>): Promise<TestApp> {
  const app = await createConsoleApp(fixture.context)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const plain = clientOf(`http://127.0.0.1:${port}`, () => app.close())
  const origin = consoleOrigin(fixture.context.config)
  const call: TestApp['call'] = (method, path, body, options = {}) =>
    plain.call(method, path.startsWith('//') ? path : `/${consolePrefix}${path}`, body, {
      ...options,
      headers: { origin, ...options.headers },
    })
  return {
    ...plain,
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
  }
}

/** A person of the staff who is logged in to the console. */
export type LoggedInStaff = {
  staffId: number
  name: string
  cookie: string
  get(path: string, options?: Options): Promise<Answer>
  post(path: string, body?: unknown, options?: Options): Promise<Answer>
}

/** Adds a person with these rights, who has two passkeys and a session of the console. */
export async function logInStaff(
  fixture: Fixture,
  app: TestApp,
  name: string,
  ...rights: Right[]
): Promise<LoggedInStaff> {
  const { context } = fixture
  const staffId = await aPerson(fixture, name, ...rights)
  const token = context.random.token()
  await inTransaction(context.db, { repeatable: true }, async (tx) => {
    const ids = [0, 1].map(() => randomBytes(16).toString('base64url'))
    for (const id of ids)
      await tx.query({
        text: 'insert into staff_passkey (id, staff_id, label, public_key, counter) values ($1, $2, $3, $4, 0)',
        values: [id, staffId, 'test', randomBytes(64)],
      })
    const session = { tokenHash: hashToken(token), id: randomUUID(), staffId, passkey: ids[0] ?? '' }
    await insertStaffSession(tx, session)
  })
  const cookie = `staff_session=${token}`
  const withCookie = (options: Options = {}) => ({ ...options, headers: { cookie, ...options.headers } })
  return {
    staffId,
    name,
    cookie,
    get: (path, options) => app.get(path, withCookie(options)),
    post: (path, body, options) => app.post(path, body, withCookie(options)),
  }
}
