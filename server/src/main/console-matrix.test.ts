import { consoleEndpoints } from '@pematang/contract/console-endpoints'
import type { ConsoleEndpoint, LenderEndpoint } from '@pematang/contract/endpoint'
import { endpoints } from '@pematang/contract/endpoints'
import { type StaffRight, staffRights } from '@pematang/contract/staff/rights'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoggedInStaff, logInStaff, startConsole } from '../../testing/console.ts'
import { type Fixture, makeFixture } from '../../testing/fixture.ts'
import { type Answer, logIn, startApp, type TestApp } from '../../testing/http.ts'
import { perform } from '../platform/commands/perform.ts'
import { takeStaffRights } from '../staff/testing.ts'

let fixture: Fixture
let [console, app] = [] as unknown as [TestApp, TestApp]
const people = new Map<StaffRight, LoggedInStaff>()
let suspended: LoggedInStaff
let token = ''
beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' } })
  console = await startConsole(fixture)
  app = await startApp(fixture)
  // The last who decide stay, so there are two more of them.
  for (const name of ['Ani', 'Ida']) await logInStaff(fixture, console, name, 'DECIDE', 'ADMIN')
  for (const right of staffRights) people.set(right, await logInStaff(fixture, console, right, right))
  suspended = await logInStaff(fixture, console, 'Eko', ...staffRights)
  await perform(fixture.context, takeStaffRights, {
    actor: { kind: 'operator', name: 'test' },
    input: { name: 'Eko', rights: [...staffRights], reason: 'test' },
  })
  token = (await logIn(fixture, app)).user.token
})
afterAll(async () => {
  await Promise.all([console.close(), app.close()])
  await fixture.close()
})

const calls = Object.entries<ConsoleEndpoint>(consoleEndpoints)
const inside = calls.flatMap(([name, call]) => (call.auth === 'staff' ? [[name, call] as const] : []))
type Inside = (typeof inside)[number][1]

const send = (
  call: ConsoleEndpoint | LenderEndpoint,
  to: TestApp,
  headers: Record<string, string>,
): Promise<Answer> => to.call(call.method, call.path, call.method === 'GET' ? undefined : {}, { headers })

const codeOf = ({ json }: Answer): unknown => json?.code

/** A person with one right; another one for the call that ends their session. */
async function personWith(right: StaffRight, { operationId }: Inside): Promise<LoggedInStaff> {
  const known = people.get(right)
  if (known && operationId !== 'closeConsoleSession') return known
  return logInStaff(fixture, console, `${operationId} ${right}`, right)
}

describe('a call of the console', () => {
  test.each(inside)('CON-07 %s is open to its right and to no other', async (_, call) => {
    for (const right of staffRights) {
      const { cookie } = await personWith(right, call)
      const answer = await send(call, console, { cookie })
      const isOpen = call.right === 'ANY' || call.right === right
      if (isOpen) {
        expect([401, 404], right).not.toContain(answer.status)
        expect(codeOf(answer), right).not.toBe('STAFF_RIGHT_MISSING')
      } else expect([answer.status, codeOf(answer)], right).toEqual([403, 'STAFF_RIGHT_MISSING'])
    }
  })

  test.each(inside)(
    'CON-07 %s is closed without a session, to a suspended person and to the token of a lender',
    async (_, call) => {
      const strangers: Record<string, string>[] = [
        {},
        { cookie: suspended.cookie },
        { authorization: `Bearer ${token}` },
        { cookie: `staff_session=${token}` },
        { cookie: `staff_session=${'a'.repeat(43)}` },
      ]
      for (const headers of strangers) {
        const answer = await send(call, console, headers)
        expect([answer.status, codeOf(answer)]).toEqual([401, 'STAFF_SESSION_ENDED'])
      }
    },
  )

  test('CON-07 is not on the port of the lenders, and theirs are not on the port of the console', async () => {
    const { cookie } = people.get('LOOK') as LoggedInStaff
    for (const [name, { method, path }] of calls)
      expect(
        (
          await app.call(method, `//api/console${path}`, method === 'GET' ? undefined : {}, {
            headers: { cookie },
          })
        ).status,
        name,
      ).toBe(404)
    for (const [name, { method, path }] of Object.entries<LenderEndpoint>(endpoints)) {
      const headers = { authorization: `Bearer ${token}`, origin: 'http://localhost:3100' }
      const answer = await console.call(method, `//api/v1${path}`, method === 'GET' ? undefined : {}, {
        headers,
      })
      expect(answer.status, name).toBe(404)
    }
  })
})

test('CON-07 no session of staff opens a call of the lenders', async () => {
  const session = people.get('LOOK')?.cookie.split('=')[1] ?? ''
  for (const [name, call] of Object.entries<LenderEndpoint>(endpoints)) {
    if (call.auth !== 'lender') continue
    for (const headers of [{ cookie: `staff_session=${session}` }, { authorization: `Bearer ${session}` }])
      expect([(await send(call, app, headers)).status, name]).toEqual([401, name])
  }
})
