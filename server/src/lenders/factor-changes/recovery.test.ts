import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAllJobs } from '../../../testing/drain.ts'
import { startApp, type TestApp } from '../../../testing/http.ts'
import { messageScenario } from '../../../testing/messages.ts'
import { entriesFor } from '../../../testing/entries.ts'
import { many, one, run } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Sealed } from '../../platform/keys/personal-data.ts'
import { changeContact, reactivateLender } from '../profile/index.ts'
import { jobs } from './recovery.ts'
import { recoverFactors, stopFactorRecovery } from './index.ts'

const { at, someone, work, texts, mails, context, lenderId, phone, become } = messageScenario()
let app: TestApp
beforeAll(async () => {
  app = await startApp({ context: context() })
})
afterAll(() => app.close())

const actor = { kind: 'operator', name: 'test' } as const
const reason = 'identity checked'
const recover = () => perform(context(), recoverFactors, { actor, input: { lenderId: lenderId(), reason } })
const stop = () => perform(context(), stopFactorRecovery, { actor, input: { lenderId: lenderId(), reason } })
const runJobs = () => runAllJobs(context(), jobs(context()))

async function withFactors(): Promise<void> {
  become(await someone())
  const id = lenderId()
  const { db, random } = context()
  await run(
    db,
    'test.factors',
    `with app as (insert into lender_totp (lender_id, secret, last_step) values ($1, $2, 0) returning lender_id),
          changed as (update lender set second_factor = true where id = $1 returning id as lender_id)
     ${entriesFor('addTotp', 'changed')}`,
    [id, new Sealed('GEZDGNBVGY3TQOJQ')],
  )
  await run(
    db,
    'test.passkey',
    `with changed as (insert into lender_passkey (id, lender_id, label, public_key, counter)
       values ($2, $1, 'HP', decode('00', 'hex'), 0) returning lender_id)
     ${entriesFor('addLenderPasskey', 'changed')}`,
    [id, random.token()],
  )
  await run(
    db,
    'test.session',
    `insert into session (token_hash, lender_id, ends_at, id)
     values (sha256(convert_to($1, 'UTF8')), $2, app_now() + interval '7 days', $3)`,
    [random.token(), id, random.uuid()],
  )
}
const left = () =>
  one<{ factor: boolean; passkeys: number; apps: number; sessions: number; state: string }>(
    context().db,
    'test.left',
    `select second_factor as factor, state,
            (select count(*) from lender_passkey where lender_id = l.id and ended_at is null) as passkeys,
            (select count(*) from lender_totp where lender_id = l.id) as apps,
            (select count(*) from session where lender_id = l.id and ended_at is null) as sessions
       from lender l where id = $1`,
    [lenderId()],
  )
const whole = { factor: true, passkeys: 1, apps: 1, sessions: 1, state: 'ACTIVE' }
const linkIn = (text = '') => `/${/https:\/\/pematang\.example(\/\S+)/.exec(text)?.[1] ?? 'no link'}`
const press = (path: string) =>
  app.call('POST', path, '', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })

test('MFA-02 a recovery waits a day, is told by SMS and e-mail, and then ends passkeys, app and sessions', async () => {
  await withFactors()
  await recover()
  await work()
  expect((await texts()).at(-1)).toMatch(/Verifikasi dua langkah dinonaktifkan .+ Hentikan akun: https/)
  expect((await mails()).at(-1)).toMatchObject({
    subject: expect.stringContaining('Pemulihan verifikasi dua langkah diminta'),
  })
  await runJobs()
  at('09:59', 1)
  await runJobs()
  expect(await left()).toEqual(whole)
  at('10:01', 1)
  await runJobs()
  expect(await left()).toEqual({ ...whole, factor: false, passkeys: 0, apps: 0, sessions: 0 })
  await work()
  expect((await texts()).at(-1)).toContain('Verifikasi dua langkah: dinonaktifkan')
  await expect(stop()).rejects.toThrow('Tidak ada pemulihan')
  await expect(recover()).rejects.toThrow('tidak memiliki verifikasi')
})

test('MFA-02 the link in the message at a former address stops it, without a login, once', async () => {
  await withFactors()
  const former = phone()
  await perform(context(), changeContact, {
    actor,
    input: { lenderId: lenderId(), phone: '88812000055', reason: 'asked' },
  })
  await recover()
  await work()
  const path = linkIn((await texts(former)).at(-1))
  expect((await app.call('GET', path)).status).toBe(200)
  expect((await press(path)).status).toBe(200)
  at('12:00', 1)
  await runJobs()
  expect(await left()).toMatchObject({ factor: true, passkeys: 1, apps: 1, state: 'SUSPENDED' })
  await expect(recover(), 'while the account is stopped').rejects.toThrow('tidak aktif')
  await perform(context(), reactivateLender, { actor, input: { lenderId: lenderId(), reason } })
  await recover()
  expect((await press(path)).status, 'the same link again').toBe(200)
  expect((await left()).state).toBe('ACTIVE')
  const { open } = await one<{ open: number }>(
    context().db,
    'test.open',
    'select count(*) as open from factor_recovery where lender_id = $1 and stopped_at is null and done_at is null',
    [lenderId()],
  )
  expect(open).toBe(1)
})

test('MFA-02 a link of another lender or of thirty days ago stops no recovery', async () => {
  await withFactors()
  await recover()
  await work()
  const foreign = linkIn((await texts()).at(-1))
  await withFactors()
  await recover()
  await work()
  const old = linkIn((await texts()).at(-1))
  expect((await press(foreign)).status).toBe(200)
  expect(await left()).toEqual(whole)
  await stop()
  at('10:00', 31)
  await recover()
  expect((await press(old)).status).toBe(404)
  expect(await left()).toMatchObject({ state: 'ACTIVE' })
  at('10:01', 32)
  await runJobs()
  expect(await left()).toMatchObject({ factor: false, passkeys: 0, apps: 0 })
})

test('MFA-02 staff stop a recovery; a stop and the end at the same moment leave one of the two', async () => {
  await withFactors()
  await recover()
  await expect(recover()).rejects.toThrow('sudah menunggu')
  await stop()
  at('12:00', 1)
  await runJobs()
  expect(await left()).toEqual(whole)
  await recover()
  at('13:00', 2)
  const [stopped] = await Promise.allSettled([stop(), runJobs()])
  const rows = await many<{ stopped: boolean; done: boolean }>(
    context().db,
    'test.recoveries',
    `select stopped_at is not null as stopped, done_at is not null as done from factor_recovery
      where lender_id = $1 order by at`,
    [lenderId()],
  )
  expect(rows.at(-1)).toEqual({
    stopped: stopped.status === 'fulfilled',
    done: stopped.status !== 'fulfilled',
  })
  expect((await left()).factor).toBe(stopped.status === 'fulfilled')
})
