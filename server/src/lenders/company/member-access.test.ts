import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../../testing/account.ts'
import { aCompany, invitation, join, type Person, ruled } from '../../../testing/company.ts'
import { type Answer, givePassword } from '../../../testing/http.ts'
import { makeKey } from '../../../testing/keys.ts'
import { setUpApp } from '../../../testing/second-factor.ts'
import { many } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { recoverFactors } from '../factor-changes/index.ts'
import { reactivateLender, suspendLender } from '../testing.ts'

let fixture: AccountFixture
beforeAll(async () => {
  const none = '100000/60'
  fixture = await makeAccountFixture({ settings: { LIMIT_MATCH_ADDRESS: none, CALL_BACK_LOCAL: 'true' } })
})
afterAll(() => fixture.close())
afterEach(async () => {
  await fixture.comeBack()
  expect(await fixture.books()).toEqual([])
})

const operator = { kind: 'operator', name: 'test' } as const
const said = ({ status, json }: Answer) => `${status} ${json?.code ?? json?.message ?? ''}`

async function manage(administrator: Person, path: string, body: object) {
  await givePassword(administrator)
  return administrator.act(path, body)
}

/** A person of a company with an app, whose recovery waits. */
async function recovering(person: Person): Promise<void> {
  await setUpApp(fixture.context.db, {
    ...person,
    lenderId: person.memberId,
    pay: (path, body) => person.act(path, body),
  })
  const input = { lenderId: person.memberId, reason: 'identity checked' }
  await perform(fixture.context, recoverFactors, { actor: operator, input })
}
const openRecoveries = async () =>
  (
    await many<{ lenderId: number }>(
      fixture.context.db,
      'test.recoveries',
      'select lender_id as "lenderId" from factor_recovery where stopped_at is null and done_at is null',
    )
  ).map(({ lenderId }) => lenderId)

test('MFA-02 a member cancels their own recovery, and nobody cancels that of the first administrator', async () => {
  const company = await aCompany(fixture)
  const viewer = await join(fixture, company, ['VIEWER'])
  const other = await join(fixture, company, ['VIEWER'])
  await recovering(company)
  await recovering(viewer)
  expect(said(await other.post('/auth/factors/recovery/cancel', {}))).toBe('404 NOT_FOUND')
  expect(await openRecoveries()).toEqual(expect.arrayContaining([company.memberId, viewer.memberId]))
  expect(said(await viewer.post('/auth/factors/recovery/cancel', {}))).toBe('200 success')
  expect(await openRecoveries()).toContain(company.memberId)
  expect(await openRecoveries()).not.toContain(viewer.memberId)
})

test.each(['SUSPEND', 'REMOVE'])('MFA-02 a recovery of a member stops with %s', async (how) => {
  const company = await aCompany(fixture)
  const member = await join(fixture, company, ['VIEWER'])
  await recovering(member)
  const { memberId } = member
  expect(said(await manage(company, '/company/members/end', { memberId, how }))).toBe('200 success')
  expect(await openRecoveries()).not.toContain(memberId)
})

test('COM-01 a member whose account was stopped holds no role: what they proposed cannot be decided until it is active again', async () => {
  const company = await aCompany(fixture, 1_000_000)
  const maker = await join(fixture, company, ['MAKER'])
  const approver = await join(fixture, company, ['APPROVER'])
  await ruled(company, [{ subject: 'STRATEGY', from: null, deciders: 1 }])
  const path = '/auto-funding/strategies/order'
  const proposed = await maker.act(path, { strategyIds: [] }, 'new', 'PUT')
  expect(said(proposed)).toBe('202 PROPOSED')
  const input = { lenderId: maker.memberId, reason: 'test' }
  await perform(fixture.context, suspendLender, { actor: operator, input })
  const decide = () => approver.act(path, { strategyIds: [] }, proposed.json.proposal, 'PUT')
  expect(said(await decide())).toBe('409 PROPOSAL_MAKER_GONE')
  await perform(fixture.context, reactivateLender, { actor: operator, input })
  expect((await decide()).status).toBe(200)
})

test('COM-01 phone and e-mail of others are shown to administrators only, in a proposal and in the profile too', async () => {
  const company = await aCompany(fixture)
  const viewer = await join(fixture, company, ['VIEWER'])
  const second = await join(fixture, company, ['ADMINISTRATOR'])
  const invited = invitation(['VIEWER'])
  const { proposal } = (await company.act('/company/members', invited, 'new')).json
  const one = `/company/proposals/one?number=${proposal}`
  expect((await second.get(one)).json.body).toEqual(invited)
  const { phoneNumber: _phone, email: _email, ...rest } = invited
  expect((await viewer.get(one)).json.body).toEqual(rest)
  const { phoneNumber, email, userId } = (await viewer.get('/lender/profile')).json
  expect({ phoneNumber, email, userId }).toEqual({
    phoneNumber: viewer.phone,
    email: viewer.user.email,
    userId: company.lenderId,
  })
})

test('KEY-03 path and query of the address for calls back, which may hold a token, are shown to administrators only', async () => {
  const company = await aCompany(fixture)
  const viewer = await join(fixture, company, ['VIEWER'])
  const url = 'https://hooks.pabrik.co.id/masuk/8fk20d?token=rahasia'
  await givePassword(company)
  const set = await company.act('/calls-back', { url, types: ['cash.moved'] }, undefined, 'PUT')
  expect(set.status).toBe(200)
  expect((await company.get('/calls-back')).json.callBack.url).toBe(url)
  expect((await viewer.get('/calls-back')).json.callBack.url).toBe('https://hooks.pabrik.co.id')
})

test.each(['SUSPEND', 'REMOVE', 'STOP'])(
  'KEY-01 with %s the keys that a member made end, and those of others stay',
  async (how) => {
    const company = await aCompany(fixture)
    const second = await join(fixture, company, ['ADMINISTRATOR'])
    // The account of the company's own login is that of the company, whose keys end with it.
    const [ending, staying] = how === 'STOP' ? [second, company] : [company, second]
    const [theirs, key] = [await makeKey(fixture.app, ending), await makeKey(fixture.app, staying)]
    expect((await theirs.get('/cash')).status).toBe(200)
    const { memberId } = ending
    if (how === 'STOP')
      await perform(fixture.context, suspendLender, {
        actor: operator,
        input: { lenderId: memberId, reason: 'test' },
      })
    else expect(said(await manage(staying, '/company/members/end', { memberId, how }))).toBe('200 success')
    expect((await key.get('/cash')).status).toBe(200)
    expect((await theirs.get('/cash')).status).toBe(401)
  },
)

test('COM-01 a made-up cursor of the activity is refused', async () => {
  const company = await aCompany(fixture)
  await join(fixture, company, ['VIEWER'])
  const after = (cursor: string) => company.get(`/company/activity?after=${cursor}`)
  for (const cursor of ['-'.repeat(36), 'f'.repeat(36), `${'f'.repeat(8)}${'-'.repeat(28)}`])
    expect(said(await after(cursor)).slice(0, 17), cursor).toBe('400 INPUT_INVALID')
  expect((await after('')).status).toBe(200)
  const { next } = (await company.get('/company/activity?limit=1')).json
  expect((await after(next)).status).toBe(200)
})
