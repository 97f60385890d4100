import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Authenticator, makeAuthenticator, type Misbehaviour } from '../../../testing/authenticator.ts'
import {
  acceptWith,
  cookieOf,
  invitationFor,
  type LoggedInStaff,
  logInStaff,
  logInWith,
  startConsole,
} from '../../../testing/console.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import type { TestApp } from '../../../testing/http.ts'
import { aPerson, aRule, decidedBy, proposed } from '../../../testing/staff.ts'
import type { Mail } from '../../outside/mail/port.ts'
import type { SecurityEvent } from '../../platform/audit/security-log.ts'
import { perform } from '../../platform/commands/perform.ts'
import { one } from '../../platform/db/database.ts'
import { deleteExpiredAccess } from '../passkeys/index.ts'
import { addStaff, inviteFirstStaff, inviteStaff, setStaffRights, takeStaffRights } from './index.ts'
import { jobs } from './send-invitation.ts'

const origin = 'http://localhost:3100'
const actor = { kind: 'operator', name: 'test' } as const
const mails: Mail[] = []
const mail = { send: async (one: Mail) => void mails.push(one), check: async () => {}, close: () => {} }
const events: SecurityEvent[] = []
const security = { write: (event: SecurityEvent) => void events.push(event) }

let fixture: Fixture
let app: TestApp
let [dewi, budi] = [] as unknown as [LoggedInStaff, LoggedInStaff]
beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' }, overrides: { mail, security } })
  app = await startConsole(fixture)
  dewi = await logInStaff(fixture, app, 'Dewi', 'LOOK', 'WORK', 'DECIDE', 'ADMIN')
  budi = await logInStaff(fixture, app, 'Budi', 'LOOK', 'DECIDE', 'ADMIN')
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const refused = (status: number, code: string) => ({
  status,
  json: { code, message: expect.stringMatching(/\.$/) },
})

describe('a login with a passkey', () => {
  test('CON-07 opens a session with a passkey and user verification, which says who is logged in until it is ended', async () => {
    const answer = await logInWith(app, dewi.passkeys[1])
    expect(answer).toMatchObject({
      status: 200,
      json: { staffId: dewi.staffId, name: 'Dewi', asksPasskey: false },
    })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^staff_session=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/),
    ])
    const headers = { cookie: cookieOf(answer) }
    expect(await app.get('/session', { headers })).toMatchObject({
      status: 200,
      json: { rights: ['LOOK', 'WORK', 'DECIDE', 'ADMIN'] },
    })
    expect((await app.post('/session/end', undefined, { headers })).status).toBe(200)
    expect(await app.get('/session', { headers })).toMatchObject(refused(401, 'STAFF_SESSION_ENDED'))
    expect((await dewi.get('/session')).status, 'another session of hers').toBe(200)
  })

  test.each<[string, string, Misbehaviour]>([
    ['of a foreign origin', 'PASSKEY_ORIGIN', { origin: 'http://localhost.evil.example' }],
    ['for another relying party', 'PASSKEY_ORIGIN', { rpId: 'evil.example' }],
    ['without user verification', 'PASSKEY_UNVERIFIED', { isVerified: false }],
    ['whose counter goes back, as that of a copy does', 'PASSKEY_CLONED', { counter: 1 }],
  ])('CON-07 refuses an assertion %s with a sentence and a security event', async (_, code, wrong) => {
    events.length = 0
    const { passkeys } = await logInStaff(fixture, app, `Login ${code} ${wrong.rpId ?? ''}`, 'LOOK')
    await logInWith(app, passkeys[0])
    expect(await logInWith(app, passkeys[0], wrong)).toMatchObject(refused(403, code))
    expect(events).toContainEqual(expect.objectContaining({ event: 'usePasskey', outcome: code }))
  })

  test('CON-07 refuses a replayed assertion, and one of a copied device', async () => {
    const { passkeys } = await logInStaff(fixture, app, 'Salinan', 'LOOK')
    const copy = passkeys[0].clone()
    const { json } = await app.post('/session/challenge')
    const assertion = passkeys[0].get(json.challenge)
    expect((await app.post('/session', { assertion })).status).toBe(200)
    expect(await app.post('/session', { assertion })).toMatchObject(refused(403, 'PASSKEY_CHALLENGE'))
    expect(await logInWith(app, copy)).toMatchObject(refused(403, 'PASSKEY_CLONED'))
  })

  test('CON-07 refuses an unknown passkey, another key under a known id, and a challenge that is over or none', async () => {
    const stranger = makeAuthenticator(origin)
    expect(await logInWith(app, stranger)).toMatchObject(refused(403, 'PASSKEY_UNKNOWN'))
    const { json } = await app.post('/session/challenge')
    const forged = {
      ...stranger.get(json.challenge, { counter: 99 }),
      id: dewi.passkeys[0].id,
      rawId: dewi.passkeys[0].id,
    }
    expect(await app.post('/session', { assertion: forged })).toMatchObject(refused(403, 'PASSKEY_INVALID'))
    const { json: late } = await app.post('/session/challenge')
    fixture.travel('6 minutes')
    const assertion = dewi.passkeys[1].get(late.challenge)
    expect(await app.post('/session', { assertion })).toMatchObject(refused(403, 'PASSKEY_CHALLENGE'))
    fixture.travel(undefined)
    const own = dewi.passkeys[1].get('A'.repeat(43))
    expect(await app.post('/session', { assertion: own })).toMatchObject(refused(403, 'PASSKEY_CHALLENGE'))
    const nothing = { ...own, response: { ...own.response, clientDataJSON: 'AAAA' } }
    expect(await app.post('/session', { assertion: nothing })).toMatchObject(refused(403, 'PASSKEY_INVALID'))
  })
})

describe('a session of the console', () => {
  test('CON-07 ends after 15 minutes without use and after 8 hours in all; a timer does not extend it', async () => {
    const open = async () => ({ headers: { cookie: cookieOf(await logInWith(app, budi.passkeys[1])) } })
    const [used, idle, polled] = [await open(), await open(), await open()]
    fixture.travel('14 minutes')
    expect((await app.get('/session', used)).status).toBe(200)
    const timer = { headers: { ...polled.headers, 'x-unattended': '1' } }
    expect((await app.get('/session', timer)).status).toBe(200)
    fixture.travel('16 minutes')
    expect((await app.get('/session', used)).status).toBe(200)
    expect(await app.get('/session', idle)).toMatchObject(refused(401, 'STAFF_SESSION_ENDED'))
    expect(await app.get('/session', polled)).toMatchObject(refused(401, 'STAFF_SESSION_ENDED'))
    for (let minutes = 28; minutes < 480; minutes += 12) {
      fixture.travel(`${minutes} minutes`)
      expect((await app.get('/session', used)).status, `${minutes}`).toBe(200)
    }
    fixture.travel('481 minutes')
    expect(await app.get('/session', used)).toMatchObject(refused(401, 'STAFF_SESSION_ENDED'))
    fixture.travel(undefined)
  })

  test('CON-07 refuses a call that changes something and does not come from the page of the console', async () => {
    for (const foreign of ['http://localhost:3000', 'null', ''])
      expect(await dewi.post('/session/end', undefined, { headers: { origin: foreign } })).toMatchObject(
        refused(403, 'CONSOLE_ORIGIN'),
      )
    expect((await dewi.get('/session')).status).toBe(200)
  })

  test('CON-07 refuses a stolen cookie from another network than those of the setting, with a security event', async () => {
    const settings = { TRUSTED_PROXIES: ['127.0.0.1'], CONSOLE_NETWORKS: ['10.1.0.0/16', '2001:db8::/32'] }
    const context = { ...fixture.context, config: { ...fixture.context.config, ...settings } }
    const inside = await startConsole({ context })
    events.length = 0
    const from = (ip: string) =>
      inside.get('/session', { headers: { cookie: dewi.cookie, 'x-forwarded-for': ip } })
    try {
      for (const ip of ['10.1.2.3', '2001:db8::7']) expect((await from(ip)).status, ip).toBe(200)
      for (const ip of ['10.2.0.1', '2001:db9::1'])
        expect(await from(ip), ip).toMatchObject(refused(403, 'CONSOLE_NETWORK'))
      expect(events.filter(({ event }) => event === 'consoleNetwork')).toHaveLength(2)
      expect((await inside.get('//healthz')).status).toBe(200)
    } finally {
      await inside.close()
    }
  })
})

describe('passkeys', () => {
  test('CON-07 DECIDE counts only with a second passkey, and the last passkey is not revoked', async () => {
    await aPerson(fixture, 'Tuti', 'LOOK', 'DECIDE')
    const [first, second] = [makeAuthenticator(origin), makeAuthenticator(origin)]
    const answer = await acceptWith(app, await invitationFor(fixture, 'Tuti'), first)
    expect(answer).toMatchObject({ status: 200, json: { rights: ['LOOK'], asksPasskey: true } })
    const headers = { cookie: cookieOf(answer) }
    const call = (path: string, body?: unknown) => app.post(path, body, { headers })
    const decisions = [{ number: 1, hash: 'a'.repeat(64) }]
    const challenge = { verdict: 'AGREE', decisions }
    expect(await call('/approvals/challenge', challenge)).toMatchObject(refused(403, 'STAFF_RIGHT_MISSING'))
    expect(await call('/passkeys/end', { id: first.id })).toMatchObject(refused(409, 'PASSKEY_LAST'))
    const { json } = await call('/passkeys/challenge')
    const attestation = second.create(json.challenge)
    expect((await call('/passkeys', { label: 'kunci 2', attestation })).status).toBe(200)
    expect(await call('/passkeys', { label: 'lagi', attestation })).toMatchObject(
      refused(403, 'PASSKEY_CHALLENGE'),
    )
    expect((await app.get('/session', { headers })).json).toMatchObject({ rights: ['LOOK', 'DECIDE'] })
    expect((await call('/approvals/challenge', challenge)).status).toBe(200)
    expect((await app.get('/passkeys', { headers })).json.list).toMatchObject([
      { id: first.id, label: 'kunci 1' },
      { id: second.id, label: 'kunci 2' },
    ])
    expect(await call('/passkeys/end', { id: dewi.passkeys[0].id })).toMatchObject(
      refused(403, 'PASSKEY_UNKNOWN'),
    )
    expect((await call('/passkeys/end', { id: second.id })).status).toBe(200)
    expect((await app.get('/session', { headers })).json).toMatchObject({
      rights: ['LOOK'],
      asksPasskey: true,
    })
  })

  test('CON-07 another passkey is added only within five minutes after a login', async () => {
    const wati = await logInStaff(fixture, app, 'Wati', 'LOOK')
    const { json } = await wati.post('/passkeys/challenge')
    fixture.travel('4 minutes')
    const third = makeAuthenticator(origin)
    const late = makeAuthenticator(origin)
    expect(
      (await wati.post('/passkeys', { label: 'k3', attestation: third.create(json.challenge) })).status,
    ).toBe(200)
    const { json: again } = await wati.post('/passkeys/challenge')
    fixture.travel('6 minutes')
    const body = { label: 'k4', attestation: late.create(again.challenge) }
    expect(await wati.post('/passkeys', body)).toMatchObject(refused(403, 'LOGIN_NOT_FRESH'))
    expect(await wati.post('/passkeys/challenge')).toMatchObject(refused(403, 'LOGIN_NOT_FRESH'))
    fixture.travel(undefined)
  })

  test('CON-07 the passkey of another person cannot be registered again, nor one made without user verification', async () => {
    const rini = await logInStaff(fixture, app, 'Rini', 'LOOK')
    const add = async (device: Authenticator, wrong?: Misbehaviour) => {
      const { json } = await rini.post('/passkeys/challenge')
      return rini.post('/passkeys', { label: 'k', attestation: device.create(json.challenge, wrong) })
    }
    expect(await add(dewi.passkeys[1])).toMatchObject(refused(409, 'PASSKEY_TAKEN'))
    const fresh = makeAuthenticator(origin)
    expect(await add(fresh, { isVerified: false })).toMatchObject(refused(403, 'PASSKEY_UNVERIFIED'))
    expect(await add(fresh, { origin: 'https://evil.example' })).toMatchObject(refused(403, 'PASSKEY_ORIGIN'))
    expect(await add(fresh, { rpId: 'evil.example' })).toMatchObject(refused(403, 'PASSKEY_ORIGIN'))
  })
})

describe('an invitation', () => {
  test('CON-07 is a link that holds once and for 30 minutes, and a later one ends it', async () => {
    await aPerson(fixture, 'Joko', 'LOOK')
    const [replaced, token] = [await invitationFor(fixture, 'Joko'), await invitationFor(fixture, 'Joko')]
    expect(await app.post('/invitation/challenge', { token: replaced })).toMatchObject(
      refused(410, 'INVITATION_ENDED'),
    )
    fixture.travel('31 minutes')
    expect(await app.post('/invitation/challenge', { token })).toMatchObject(refused(410, 'INVITATION_ENDED'))
    fixture.travel('29 minutes')
    expect((await acceptWith(app, token, makeAuthenticator(origin))).status).toBe(200)
    fixture.travel(undefined)
    expect(await app.post('/invitation/challenge', { token })).toMatchObject(refused(410, 'INVITATION_ENDED'))
  })

  test('CON-07 `staff invite` on the machine is refused without a proposal once two people have had the passkeys to decide', async () => {
    const call = { actor, input: { name: 'Joko', reason: 'test' } }
    const invite = perform(
      fixture.context,
      inviteFirstStaff(() => {}),
      call,
    )
    await expect(invite).rejects.toMatchObject({ code: 'SECOND_PAIR_NEEDED' })
  })

  test('CON-07 a lost passkey is replaced by proposal: the old ones end, and the link goes to the person alone', async () => {
    const maker = await aPerson(fixture, 'Maya', 'WORK')
    const lost = await logInStaff(fixture, app, 'Lupa', 'LOOK')
    await aRule(fixture, 'inviteStaff')
    const input = { name: 'Lupa', reason: 'telepon hilang' }
    await expect(perform(fixture.context, inviteStaff, { actor, input })).rejects.toMatchObject({
      code: 'SECOND_PAIR_NEEDED',
    })
    const proposal = await proposed(fixture, inviteStaff, maker, input)
    expect(await decidedBy(fixture, inviteStaff, dewi.staffId, { proposal, input })).toMatchObject({
      state: 'DONE',
    })
    expect(await lost.get('/session')).toMatchObject(refused(401, 'STAFF_SESSION_ENDED'))
    expect(await logInWith(app, lost.passkeys[0])).toMatchObject(refused(403, 'PASSKEY_UNKNOWN'))
    await runAllJobs(fixture.context, jobs(fixture.context))
    expect(mails.map(({ to }) => to)).toEqual(['lupa@contoh.example'])
    const [, token = ''] = /\/console\/invitation#([\w-]{43})\n/.exec(mails[0]?.text ?? '') ?? []
    expect((await acceptWith(app, token, makeAuthenticator(origin))).json).toMatchObject({ name: 'Lupa' })
    await aRule(fixture, 'inviteStaff', { deciders: 0 })
  })

  test('CON-07 a person who was added by a decision is invited by e-mail, and one who was suspended since is not', async () => {
    const maker = await aPerson(fixture, 'Mira', 'WORK')
    await aRule(fixture, 'addStaff')
    const added = async (name: string) => {
      const input = { name, email: `${name}@contoh.example`, rights: ['LOOK' as const] }
      const proposal = await proposed(fixture, addStaff, maker, input)
      await decidedBy(fixture, addStaff, budi.staffId, { proposal, input })
    }
    mails.length = 0
    await added('Baru')
    await added('Batal')
    const suspend = { name: 'Batal', rights: ['LOOK' as const], reason: 'test' }
    await perform(fixture.context, takeStaffRights, { actor, input: suspend })
    await runAllJobs(fixture.context, jobs(fixture.context))
    expect(mails.map(({ to }) => to)).toEqual(['baru@contoh.example'])
    await aRule(fixture, 'addStaff', { deciders: 0 })
  })
})

describe('suspending', () => {
  test('CON-07 takes one person: sessions end at once, no login or link holds, and open proposals are withdrawn', async () => {
    const evil = await logInStaff(fixture, app, 'Eko', 'LOOK', 'WORK')
    await aRule(fixture, 'setStaffRights')
    const input = { name: 'Eko', rights: ['ADMIN' as const], reason: 'test' }
    const number = await proposed(fixture, setStaffRights, evil.staffId, input)
    const { json } = await app.post('/session/challenge')
    const rights = ['LOOK', 'WORK'] as const
    const suspended = { name: 'Eko', rights: [...rights], reason: 'test' }
    await perform(fixture.context, takeStaffRights, { actor, input: suspended })
    expect(await evil.get('/session')).toMatchObject(refused(401, 'STAFF_SESSION_ENDED'))
    const assertion = evil.passkeys[0].get(json.challenge)
    expect(await app.post('/session', { assertion })).toMatchObject(refused(403, 'STAFF_SUSPENDED'))
    const { ended, detail } = await one<{ ended: string; detail: object }>(
      fixture.context.db,
      'test.withdrawn',
      `select p.ended, e.detail from proposal p, audit_event e
        where p.number = $1 and e.operation = 'takeStaffRights' and e.subject = $2`,
      [number, `staff:${evil.staffId}`],
    )
    expect({ ended, detail }).toMatchObject({ ended: 'WITHDRAWN', detail: { withdrawn: [number] } })
    await aRule(fixture, 'setStaffRights', { deciders: 0 })
  })

  test('CON-07 the last who decide and the last administrator stay, and of two with the passkeys to decide both', async () => {
    const own = await makeFixture({ settings: { CONSOLE_PORT: '3100' } })
    const console = await startConsole(own)
    try {
      const ani = await logInStaff(own, console, 'Ani', 'DECIDE', 'ADMIN')
      await logInStaff(own, console, 'Ida', 'DECIDE')
      await aPerson(own, 'Tanpa', 'DECIDE')
      const take = (name: string, right: 'DECIDE' | 'ADMIN') =>
        perform(own.context, takeStaffRights, { actor, input: { name, rights: [right], reason: 'test' } })
      await expect(take('Ani', 'ADMIN')).rejects.toMatchObject({ code: 'RULE_UNSATISFIABLE' })
      await expect(take('Ida', 'DECIDE')).rejects.toMatchObject({ code: 'RULE_UNSATISFIABLE' })
      expect(await ani.post('/passkeys/end', { id: ani.passkeys[1].id })).toMatchObject(
        refused(409, 'RULE_UNSATISFIABLE'),
      )
      await take('Tanpa', 'DECIDE')
      await expect(take('Ani', 'DECIDE')).rejects.toMatchObject({ code: 'RULE_UNSATISFIABLE' })
    } finally {
      await console.close()
      await own.close()
    }
  })
})

test('CON-07 challenges and invitations are deleted a day after their end, and sessions after 90 days', async () => {
  await app.post('/session/challenge')
  await deleteExpiredAccess(fixture.context)
  const count = () =>
    one<{ challenges: number; invitations: number; sessions: number; passkeys: number }>(
      fixture.context.db,
      'test.access_rows',
      `select (select count(*) from staff_challenge) as challenges, (select count(*) from staff_invitation) as invitations,
              (select count(*) from staff_session) as sessions, (select count(*) from staff_passkey) as passkeys`,
    )
  const before = await count()
  fixture.travel('2 days')
  await deleteExpiredAccess(fixture.context)
  expect(await count()).toEqual({ ...before, challenges: 0, invitations: 0 })
  fixture.travel('92 days')
  await deleteExpiredAccess(fixture.context)
  expect(await count()).toEqual({ challenges: 0, invitations: 0, sessions: 0, passkeys: before.passkeys })
  fixture.travel(undefined)
})
