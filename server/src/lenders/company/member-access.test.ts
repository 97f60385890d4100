import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../../testing/account.ts'
import { aCompany, invitation, join, loginAs, type Person, ruled } from '../../../testing/company.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { type Answer, givePassword, logIn } from '../../../testing/http.ts'
import { makeKey } from '../../../testing/keys.ts'
import { codeOf, setUpApp } from '../../../testing/second-factor.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { recoverFactors } from '../factor-changes/index.ts'
import { jobs as recoveryJobs } from '../factor-changes/recovery.ts'
import { reactivateLender, suspendLender } from '../testing.ts'

let fixture: AccountFixture
beforeAll(async () => {
  const none = '100000/60'
  // A session of before a day is still used on it.
  const sessions = { SESSION_IDLE_SECONDS: '432000', SESSION_ABSOLUTE_SECONDS: '864000' }
  fixture = await makeAccountFixture({
    settings: { LIMIT_MATCH_ADDRESS: none, CALL_BACK_LOCAL: 'true', ...sessions },
  })
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

const withApp = (person: Person) =>
  setUpApp(fixture.context.db, {
    ...person,
    lenderId: person.memberId,
    pay: (path, body) => person.act(path, body),
  })

/** A person of a company with an app, whose recovery waits. */
async function recovering(person: Person): Promise<void> {
  await withApp(person)
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

/** The business day so many days from today, YYYY-MM-DD. */
async function dayIn(days: number): Promise<string> {
  const { day } = await one<{ day: string }>(
    fixture.context.db,
    'test.day',
    'select business_day(app_now()) + $1::integer as day',
    [days],
  )
  return day
}
const asksFactor = (administrator: Person, factorFrom: string | null, rules: object[] = []) =>
  manage(administrator, '/company/rules', { rules, factorFrom })
const summaryOf = async (person: Pick<Person, 'get'>) => said(await person.get('/lender/summary')).trim()
const neededOf = async (person: Pick<Person, 'get'>) =>
  (await person.get('/lender/requirements')).json.list.filter(
    ({ name }: { name: string }) => name === 'SECOND_FACTOR',
  )

test('MFA-01 from the day that a company set a member without a second factor only sets one up, also in a session of before, and cannot remove the last one', async () => {
  const company = await aCompany(fixture)
  const viewer = await join(fixture, company, ['VIEWER'])
  const maker = await join(fixture, company, ['MAKER'])
  const out = await join(fixture, company, ['MAKER'])
  const alone = await logIn(fixture, fixture.app)
  await withApp(maker)
  const day = await dayIn(1)
  expect(said(await asksFactor(company, day))).toBe('200 success')
  expect([await summaryOf(viewer), await neededOf(maker), await neededOf(alone)]).toEqual(['200', [], []])
  expect(await neededOf(viewer)).toMatchObject([{ state: 'MISSING', code: null, bars: [] }])
  const has = async (person: Person) =>
    Object.fromEntries(
      (await person.get('/company')).json.people.map((one: { memberId: number; hasFactor: boolean }) => [
        one.memberId,
        one.hasFactor,
      ]),
    )
  expect(await has(company)).toMatchObject({ [viewer.memberId]: false, [maker.memberId]: true })
  expect(await has(viewer)).toMatchObject({ [viewer.memberId]: false, [maker.memberId]: null })
  await manage(company, '/company/members/end', { memberId: out.memberId, how: 'SUSPEND' })

  fixture.travel('1 day')
  const needed = '403 FACTOR_NEEDED'
  expect([await summaryOf(company), await summaryOf(viewer)]).toEqual([needed, needed])
  expect([await summaryOf(maker), await summaryOf(alone)]).toEqual(['200', '200'])
  expect(await summaryOf(out)).toBe('401 SESSION_ENDED')
  expect(await neededOf(viewer)).toMatchObject([{ code: 'FACTOR_NEEDED' }])
  const again = await loginAs(fixture, viewer.phone)
  expect(await summaryOf(again)).toBe(needed)
  const { secret } = await withApp(again)
  expect([await summaryOf(again), await neededOf(again)]).toEqual(['200', []])
  fixture.travel('25 hours')
  const proof = { code: await codeOf(fixture.context.db, secret) }
  expect((await again.post('/auth/factors/check', proof)).json).toEqual({ is_validated: true })
  expect(said(await again.post('/auth/factors/totp/end'))).toBe(needed)
  expect([(await again.get('/auth/factors')).json.totp !== null, await summaryOf(again)]).toEqual([
    true,
    '200',
  ])
})

test('MFA-01 a day before today or more than a year ahead is refused unless it is the one in force, an administrator who sets today sets up a factor first, and a rule that is lifted holds for nobody', async () => {
  const company = await aCompany(fixture)
  const viewer = await join(fixture, company, ['VIEWER'])
  for (const days of [-1, 367])
    expect(said(await asksFactor(company, await dayIn(days)))).toBe('400 COMPANY_FACTOR_DAY')
  for (const wrong of ['2027-02-30', '', 1])
    expect(said(await asksFactor(company, wrong as string))).toBe('400 INPUT_INVALID')
  const today = await dayIn(0)
  expect(said(await asksFactor(company, today))).toBe('200 success')
  expect(said(await company.act('/company/rules', { rules: [] }))).toBe('403 FACTOR_NEEDED')
  const { secret } = await withApp(company)
  fixture.travel('26 hours')
  const prove = async (steps: number) => {
    const { json } = await company.post('/auth/factors/check', {
      code: await codeOf(fixture.context.db, secret, steps),
    })
    expect(json).toEqual({ is_validated: true })
  }
  const set = (body: object) => company.act('/company/rules', { rules: [], ...body })
  await prove(0)
  expect(said(await set({ factorFrom: today })), 'the one in force').toBe('200 success')
  await prove(1)
  expect([said(await set({})), (await company.get('/company')).json.factorFrom]).toEqual([
    '200 success',
    today,
  ])
  expect(await summaryOf(viewer)).toBe('403 FACTOR_NEEDED')
  fixture.travel('27 hours')
  await prove(0)
  expect(said(await set({ factorFrom: null }))).toBe('200 success')
  expect([await summaryOf(viewer), await neededOf(viewer)]).toEqual(['200', []])
  const versions = await many(
    fixture.context.db,
    'test.versions',
    'select from_day as day from company_factor_rule where company_id = $1 order by version',
    [company.lenderId],
  )
  expect(versions).toEqual([{ day: today }, { day: null }])
})

test('MFA-01 COM-02 two administrators decide from which day a second factor is needed, the activity says before and after, and a day that has passed meanwhile is refused', async () => {
  const company = await aCompany(fixture)
  const second = await join(fixture, company, ['ADMINISTRATOR'])
  const body = { rules: [], factorFrom: await dayIn(2) }
  expect(said(await manage(company, '/company/rules', body))).toBe('403 PROPOSAL_NEEDED')
  const propose = async () => (await company.act('/company/rules', body, 'new')).json.proposal as number
  const decide = async (number: number) => {
    const shown = (await second.get(`/company/proposals/one?number=${number}`)).json.body
    expect(shown).toEqual(body)
    await givePassword(second)
    return second.act('/company/rules', shown, number)
  }
  expect(said(await decide(await propose()))).toBe('200 success')
  const [changed] = (await second.get('/company/activity')).json.list.filter(
    ({ operation, outcome }: { operation: string; outcome: string }) =>
      operation === 'changeCompanyRules' && outcome === 'done',
  )
  expect(changed.factorFrom).toEqual({ before: null, after: body.factorFrom })
  const file = (await second.get('/company/activity/export?format=csv')).bytes.toString()
  expect(file).toContain(`;tidak wajib;${body.factorFrom}\r\n`)
  body.factorFrom = await dayIn(1)
  const late = await propose()
  fixture.travel('2 days')
  for (const person of [company, second]) expect(await summaryOf(person)).toBe('403 FACTOR_NEEDED')
  const { recoveryCodes } = await withApp(second)
  await second.post('/auth/factors/check', { recoveryCode: recoveryCodes[0] })
  expect(said(await second.act('/company/rules', body, late))).toBe('400 COMPANY_FACTOR_DAY')
})

test('MFA-01 MFA-02 a member whose factor staff ended can log in and set up another one, and nothing else', async () => {
  const company = await aCompany(fixture)
  const viewer = await join(fixture, company, ['VIEWER'])
  await recovering(viewer)
  expect(said(await asksFactor(company, await dayIn(0)))).toBe('200 success')
  expect(await summaryOf(viewer)).toBe('200')
  fixture.travel('25 hours')
  await runAllJobs(fixture.context, recoveryJobs(fixture.context))
  expect(await summaryOf(viewer)).toBe('401 SESSION_ENDED')
  const again = await loginAs(fixture, viewer.phone)
  expect(await summaryOf(again)).toBe('403 FACTOR_NEEDED')
  await withApp(again)
  expect(await summaryOf(again)).toBe('200')
})
