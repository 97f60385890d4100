import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../../testing/account.ts'
import {
  accept,
  aCompany,
  invitation,
  join,
  linkFor,
  loginAs,
  type Person,
  ruled,
} from '../../../testing/company.ts'
import { type Answer, givePassword, goodPassword, logIn } from '../../../testing/http.ts'
import { makeKey } from '../../../testing/keys.ts'
import { many } from '../../platform/db/database.ts'

let fixture: AccountFixture
beforeAll(async () => {
  const none = '100000/60'
  fixture = await makeAccountFixture({ settings: { LIMIT_MATCH_ADDRESS: none } })
})
afterAll(() => fixture.close())
afterEach(async () => {
  await fixture.comeBack()
  expect(await fixture.books()).toEqual([])
})

const said = ({ status, json }: Answer) => `${status} ${json?.code ?? json?.message ?? ''}`
const password = { newPassword: goodPassword, confirmPassword: goodPassword }

async function manage(administrator: Person, path: string, body: object, proposal?: 'new' | number) {
  await givePassword(administrator)
  return administrator.act(path, body, proposal)
}

test('COM-01 a member is invited by SMS with a link that works once, logs in with their own phone, and acts for the company', async () => {
  const company = await aCompany(fixture, 1_000_000)
  const before = await fixture.app.post('/auth/login', {
    phoneNumber: company.phone,
    password: goodPassword,
    type: 'lender',
  })
  expect(before.json).not.toHaveProperty('member')
  const invited = invitation(['MAKER', 'VIEWER'])
  await givePassword(company)
  expect((await company.act('/company/members', invited)).status).toBe(200)
  // Before they come nobody can log in with that phone, whatever password an SMS code sets.
  expect(said(await openBrowser(fixture.app).login(invited.phoneNumber, goodPassword))).toBe(
    '400 PASSWORD_WRONG',
  )
  const token = await linkFor(fixture, invited.phoneNumber)
  // A scanner of messages opens the link and sends what the page sends first, again and again.
  for (const _ of [1, 2]) {
    const opened = await fixture.app.post('/company/invitation/open', { token })
    expect(opened.json).toMatchObject({ name: invited.name, phoneNumber: invited.phoneNumber })
  }
  const accepted = await Promise.all(
    [1, 2].map(() => fixture.app.post('/company/invitation/accept', { token, ...password })),
  )
  expect(accepted.map(said).sort()).toEqual(['200 success', '410 MEMBER_INVITATION_ENDED'])
  const maker = await loginAs(fixture, invited.phoneNumber)
  expect(maker.user).toMatchObject({
    userId: company.lenderId,
    phoneNumber: invited.phoneNumber,
    member: { name: invited.name, roles: ['MAKER', 'VIEWER'], isSignatory: false },
  })
  const summaries = await Promise.all([company.get('/lender/summary'), maker.get('/lender/summary')])
  expect(summaries[1]?.json).toEqual(summaries[0]?.json)
  const seen = (await maker.get('/company')).json
  expect(
    seen.people.map((one: { isFirst: boolean; phone: string | null }) => [one.isFirst, one.phone]),
  ).toEqual([
    [true, null],
    [false, invited.phoneNumber],
  ])
  const [entry] = await many<{ actor: string }>(
    fixture.context.db,
    'test.actor',
    `select actor from audit_event where operation = 'acceptMemberInvitation' and outcome = 'done' and subject = $1`,
    [`lender:${maker.memberId}`],
  )
  expect(entry?.actor).toBe(`lender:${company.lenderId}/member:${maker.memberId}`)
})

test('COM-01 a link ends after 72 hours, by another link, and when the person is removed', async () => {
  const company = await aCompany(fixture)
  const invited = invitation(['VIEWER'])
  await givePassword(company)
  const { memberId } = (await company.act('/company/members', invited)).json
  const first = await linkFor(fixture, invited.phoneNumber)
  await givePassword(company)
  expect((await company.act('/company/members', invited)).json.memberId).toBe(memberId)
  const second = await linkFor(fixture, invited.phoneNumber)
  const open = (token: string) => fixture.app.post('/company/invitation/open', { token })
  expect(said(await open(first))).toBe('410 MEMBER_INVITATION_ENDED')
  expect((await open(second)).status).toBe(200)
  fixture.travel('73 hours')
  expect(said(await open(second))).toBe('410 MEMBER_INVITATION_ENDED')
  await fixture.comeBack()
  expect(said(await manage(company, '/company/members/end', { memberId, how: 'REMOVE' }))).toBe('200 success')
  expect(said(await open(second))).toBe('410 MEMBER_INVITATION_ENDED')
})

test('COM-01 a phone that is known elsewhere is refused, and an individual invites nobody', async () => {
  const [company, other] = [await aCompany(fixture), await aCompany(fixture)]
  const theirs = await join(fixture, other, ['VIEWER'])
  const alone = await logIn(fixture, fixture.app)
  for (const phoneNumber of [alone.phone, theirs.phone, other.phone, company.phone]) {
    const answer = await manage(company, '/company/members', invitation(['VIEWER'], { phoneNumber }))
    expect(said(answer), phoneNumber).toBe('409 COMPANY_PHONE_TAKEN')
  }
  expect(said(await alone.post('/company/members', invitation(['VIEWER'])))).toBe('404 COMPANY_UNKNOWN')
  expect(said(await alone.get('/company'))).toBe('404 COMPANY_UNKNOWN')
})

test('COM-01 who is suspended is out at once, with open proposals withdrawn, and comes back with changeMember; who is removed does not', async () => {
  const company = await aCompany(fixture, 1_000_000)
  const maker = await join(fixture, company, ['MAKER'])
  await join(fixture, company, ['APPROVER'])
  await ruled(company, [{ subject: 'STRATEGY', from: null, deciders: 1 }])
  const proposed = await maker.act('/auto-funding/strategies/order', { strategyIds: [] }, 'new', 'PUT')
  expect(said(proposed)).toBe('202 PROPOSED')
  const { memberId } = maker
  expect(said(await manage(company, '/company/members/end', { memberId, how: 'SUSPEND' }))).toBe(
    '200 success',
  )
  expect(said(await maker.get('/lender/summary'))).toBe('401 SESSION_ENDED')
  expect(said(await openBrowser(fixture.app).login(maker.phone, goodPassword))).toBe('403 LENDER_SUSPENDED')
  const list = (await company.get('/company/proposals?for=all')).json.list
  expect(list.map((one: { state: string }) => one.state)).toEqual(['WITHDRAWN'])
  const change = { memberId, roles: ['VIEWER'], isSignatory: false }
  expect(said(await manage(company, '/company/members/change', change))).toBe('200 success')
  const again = await loginAs(fixture, maker.phone)
  expect(again.user.member?.roles).toEqual(['VIEWER'])
  expect(said(await manage(company, '/company/members/end', { memberId, how: 'REMOVE' }))).toBe('200 success')
  expect(said(await again.get('/company'))).toBe('401 SESSION_ENDED')
  expect(said(await openBrowser(fixture.app).login(maker.phone, goodPassword))).toBe('403 LENDER_CLOSED')
  expect(said(await manage(company, '/company/members/change', change))).toBe('404 MEMBER_NOT_FOUND')
})

test('COM-01 the last administrator stays, and with two the other decides who is invited and what roles are', async () => {
  const company = await aCompany(fixture)
  const first = company.memberId
  expect(said(await manage(company, '/company/members/end', { memberId: first, how: 'REMOVE' }))).toBe(
    '409 COMPANY_LAST_ADMINISTRATOR',
  )
  const lookOnly = { memberId: first, roles: ['VIEWER'], isSignatory: false }
  expect(said(await manage(company, '/company/members/change', lookOnly))).toBe(
    '409 COMPANY_LAST_ADMINISTRATOR',
  )
  const second = await join(fixture, company, ['ADMINISTRATOR'])
  const invited = invitation(['APPROVER'])
  expect(said(await manage(company, '/company/members', invited))).toBe('403 PROPOSAL_NEEDED')
  const proposed = await company.act('/company/members', invited, 'new')
  expect(said(proposed)).toBe('202 PROPOSED')
  const number = proposed.json.proposal
  expect(said(await manage(company, '/company/members', invited, number))).toBe('403 PROPOSAL_OWN')
  expect(said(await manage(second, '/company/members', { ...invited, name: 'Lain' }, number))).toBe(
    '409 PROPOSAL_DIFFERS',
  )
  const { body } = (await second.get(`/company/proposals/one?number=${number}`)).json
  expect((await manage(second, '/company/members', body, number)).status).toBe(200)
  await accept(fixture, invited.phoneNumber)
  // Taking away takes one.
  expect(said(await manage(second, '/company/members/end', { memberId: first, how: 'SUSPEND' }))).toBe(
    '200 success',
  )
  expect(said(await company.get('/lender/summary'))).toBe('401 SESSION_ENDED')
  const own = { memberId: second.memberId, how: 'REMOVE' }
  expect(said(await manage(second, '/company/members/end', own))).toBe('409 COMPANY_LAST_ADMINISTRATOR')
})

test('COM-01 a company has one signatory, and a member resets the password of nobody but themselves', async () => {
  const company = await aCompany(fixture)
  const signatory = await join(fixture, company, ['VIEWER'], { isSignatory: true })
  const { people } = (await company.get('/company')).json
  expect(
    people
      .filter((one: { isSignatory: boolean }) => one.isSignatory)
      .map((one: { memberId: number }) => one.memberId),
  ).toEqual([signatory.memberId])
  const browser = openBrowser(fixture.app)
  await fixture.prove(browser, signatory.phone)
  expect(said(await browser.reset(company.phone, 'Padi-Menguning-8'))).toBe('400 RESET_NOT_ALLOWED')
  expect((await browser.reset(signatory.phone, 'Padi-Menguning-8')).status).toBe(200)
  expect(said(await signatory.get('/company'))).toBe('401 SESSION_ENDED')
  expect((await company.get('/company')).status).toBe(200)
})

test('COM-01 COM-02 who removes the other administrator changes neither people nor rules for 72 hours, the other is told, and afterwards the company is not locked', async () => {
  const company = await aCompany(fixture)
  const second = await join(fixture, company, ['ADMINISTRATOR'])
  const third = invitation(['APPROVER', 'ADMINISTRATOR'])
  const proposed = await company.act('/company/members', third, 'new')
  await manage(second, '/company/members', third, proposed.json.proposal)
  const other = await accept(fixture, third.phoneNumber)
  const strict = { rules: [{ subject: 'PEOPLE', from: null, deciders: 2, hours: 72 }] }
  const { proposal } = (await company.act('/company/rules', strict, 'new')).json
  expect((await manage(second, '/company/rules', strict, proposal)).status).toBe(200)
  const texts = (person: Person) => fixture.inbox.to(person.phone).map(({ text }) => text)

  // One of three takes the role of the two others.
  for (const { memberId } of [second, other])
    expect((await manage(company, '/company/members/end', { memberId, how: 'SUSPEND' })).status).toBe(200)
  await fixture.drain()
  for (const person of [second, other])
    expect(texts(person)).toContainEqual(
      expect.stringMatching(/^Peran administrator Anda di .* baru saja dicabut/),
    )
  const friend = invitation(['APPROVER'])
  const back = { memberId: other.memberId, roles: ['VIEWER'], isSignatory: false }
  const tries = [
    ['/company/members', friend],
    ['/company/rules', { rules: [] }],
    ['/company/members/change', back],
  ] as const
  for (const hours of [0, 71]) {
    fixture.travel(`${hours} hours`)
    const alone = await loginAs(fixture, company.phone)
    for (const [path, body] of tries)
      for (const asked of [undefined, 'new'] as const)
        expect([path, said(await manage(alone, path, body, asked))]).toEqual([
          path,
          expect.stringMatching(/^409 COMPANY_ADMINISTRATOR_TAKEN/),
        ])
  }
  fixture.travel('73 hours')
  const alone = await loginAs(fixture, company.phone)
  for (const [path, body] of tries)
    expect([path, (await manage(alone, path, body)).status]).toEqual([path, 200])
})

test.each(['SUSPEND', 'REMOVE'])(
  'COM-01 COM-02 an administrator who was taken out by mistake with %s is put back by the other alone within 72 hours, with the roles of before and no others',
  async (how) => {
    const company = await aCompany(fixture)
    const second = await join(fixture, company, ['APPROVER', 'ADMINISTRATOR'])
    const { memberId, phone } = second
    expect((await manage(company, '/company/members/end', { memberId, how })).status).toBe(200)
    const { people } = (await company.get('/company')).json
    expect(people.find((one: { memberId: number }) => one.memberId === memberId)).toMatchObject({
      state: 'SUSPENDED',
    })
    const change = (roles: string[], more = {}) =>
      manage(company, '/company/members/change', { memberId, roles, isSignatory: false, ...more })
    for (const [roles, more] of [
      [['ADMINISTRATOR'], {}],
      [['APPROVER', 'ADMINISTRATOR', 'MAKER'], {}],
      [['APPROVER'], {}],
      [['ADMINISTRATOR', 'APPROVER'], { isSignatory: true }],
    ] as const)
      expect(said(await change([...roles], more))).toBe('409 COMPANY_ADMINISTRATOR_TAKEN')
    expect(said(await change(['ADMINISTRATOR', 'APPROVER']))).toBe('200 success')
    const back = await loginAs(fixture, phone)
    expect(back.user.member?.roles.toSorted()).toEqual(['ADMINISTRATOR', 'APPROVER'])
    expect(said(await manage(company, '/company/members', invitation(['VIEWER'])))).toBe(
      '403 PROPOSAL_NEEDED',
    )
  },
)

test('COM-01 a removed administrator cannot be restored by one person after 72 hours, and leaves the list of members', async () => {
  const company = await aCompany(fixture)
  const { memberId } = await join(fixture, company, ['ADMINISTRATOR'])
  expect((await manage(company, '/company/members/end', { memberId, how: 'REMOVE' })).status).toBe(200)
  fixture.travel('73 hours')
  const again = await loginAs(fixture, company.phone)
  const { people } = (await again.get('/company')).json
  expect(people.map((one: { memberId: number }) => one.memberId)).toEqual([company.memberId])
  const change = { memberId, roles: ['ADMINISTRATOR'], isSignatory: false }
  expect(said(await manage(again, '/company/members/change', change))).toBe('404 MEMBER_NOT_FOUND')
})

test('COM-05 every administrator is notified of a new API key, and of a change of members that two others decided', async () => {
  const company = await aCompany(fixture)
  const second = await join(fixture, company, ['ADMINISTRATOR'])
  const invited = invitation(['ADMINISTRATOR'])
  const { proposal } = (await company.act('/company/members', invited, 'new')).json
  await fixture.drain()
  expect((await manage(second, '/company/members', invited, proposal)).status).toBe(200)
  const third = await accept(fixture, invited.phoneNumber)
  const viewer = invitation(['VIEWER'])
  const other = (await company.act('/company/members', viewer, 'new')).json.proposal
  await fixture.drain()
  expect((await manage(second, '/company/members', viewer, other)).status).toBe(200)
  const seen = await accept(fixture, viewer.phoneNumber)
  await makeKey(fixture.app, second)
  await fixture.drain()
  const told = async ({ memberId }: Person) =>
    (
      await many<{ what: string }>(
        fixture.context.db,
        'test.told',
        `select coalesce(data ->> 'event', kind) as what from notice where lender_id = $1 and kind in ('PROPOSAL', 'KEYS_CHANGED')`,
        [memberId],
      )
    )
      .map(({ what }) => what)
      .toSorted()
  expect(await told(company)).toEqual(['DONE', 'DONE', 'KEYS_CHANGED'])
  expect(await told(second)).toEqual(['KEYS_CHANGED', 'MADE', 'MADE'])
  expect(await told(third)).toEqual(['DONE', 'KEYS_CHANGED', 'MADE'])
  expect(await told(seen)).toEqual([])
})
