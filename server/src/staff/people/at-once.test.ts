import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAuthenticator } from '../../../testing/authenticator.ts'
import {
  acceptWith,
  cookieOf,
  invitationFor,
  type LoggedInStaff,
  logInStaff,
  logInWith,
  startConsole,
} from '../../../testing/console.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import type { TestApp } from '../../../testing/http.ts'
import { aPerson } from '../../../testing/staff.ts'
import { lockStaff } from '../../platform/approvals/decision.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { setStaffRights, takeStaffRights } from './index.ts'

const actor = { kind: 'operator', name: 'test' } as const
const origin = 'http://localhost:3100'
let fixture: Fixture
let app: TestApp
let wati: LoggedInStaff
beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' } })
  app = await startConsole(fixture)
  wati = await logInStaff(fixture, app, 'Wati', 'LOOK')
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

/** Does two things while `lock` is held, lets both wait for it, and gives their answers. */
async function atOnce<Answer>(
  lock: (tx: Transaction) => Promise<unknown>,
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
): Promise<Answer[]> {
  let both: Promise<Answer[]> = Promise.resolve([])
  await inTransaction(fixture.context.db, { repeatable: true }, async (tx) => {
    await lock(tx)
    both = Promise.all([first(), second()])
    while ((await waiting()) < 2);
  })
  return both
}

const waiting = async (): Promise<number> =>
  (
    await many(
      fixture.context.db,
      'test.waiting',
      `select distinct w.pid from pg_locks w join pg_locks h on h.pid = w.pid
        where not w.granted and h.database = (select oid from pg_database where datname = current_database())`,
    )
  ).length

test('CON-07 of a passkey and its copy that sign with the same count at once, one logs in', async () => {
  const [device] = wati.passkeys
  const copy = device.clone()
  const lock = (tx: Transaction) =>
    tx.query({ text: 'select from staff_passkey where id = $1 for update', values: [device.id] })
  const answers = await atOnce(
    lock,
    () => logInWith(app, device),
    () => logInWith(app, copy),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
  expect(answers.find(({ status }) => status === 403)?.json).toMatchObject({ code: 'PASSKEY_CLONED' })
})

test('CON-07 of two who open the link of an invitation at once, one registers a passkey', async () => {
  await aPerson(fixture, 'Joko', 'LOOK')
  const token = await invitationFor(fixture, 'Joko')
  const accept = () => acceptWith(app, token, makeAuthenticator(origin))
  const answers = await atOnce(lockStaff, accept, accept)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 410]))
  expect(answers.find(({ status }) => status === 410)?.json).toMatchObject({ code: 'INVITATION_ENDED' })
})

test('CON-07 a session that ended with a suspension stays ended when the person has rights again', async () => {
  const eko = await logInStaff(fixture, app, 'Eko', 'LOOK')
  const input = { name: 'Eko', rights: ['LOOK' as const], reason: 'test' }
  await perform(fixture.context, takeStaffRights, { actor, input })
  await perform(fixture.context, setStaffRights, { actor, input })
  expect((await eko.get('/session')).status).toBe(401)
  expect((await logInWith(app, eko.passkeys[0])).status).toBe(200)
})

test('CON-07 revoking a passkey ends the sessions that it opened, and no other', async () => {
  const ida = await logInStaff(fixture, app, 'Ida', 'LOOK')
  const other = { headers: { cookie: cookieOf(await logInWith(app, ida.passkeys[1])) } }
  expect((await ida.post('/passkeys/end', { id: ida.passkeys[1].id })).status).toBe(200)
  expect((await app.get('/session', other)).status).toBe(401)
  expect((await ida.get('/session')).status).toBe(200)
})
