import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../../testing/account.ts'
import { aCompany, aProposingKey, join, type Person, ruled } from '../../../testing/company.ts'
import { givePassword } from '../../../testing/http.ts'
import { proposedWithdrawal } from '../../../testing/matrix-partner.ts'
import { codeOf, setUpApp } from '../../../testing/second-factor.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { recoverFactors } from '../factor-changes/index.ts'
import type { NoticeRow } from '../notifications/notice-data.ts'
import { noticeText } from '../notifications/notice-text.ts'
import { prepareMessages } from '../testing.ts'
import { expireProposals } from './end-proposals.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture({ settings: { SMS_URL: 'http://sms.example' } })
})
afterEach(async () => {
  await fixture.comeBack()
  expect(await fixture.books()).toEqual([])
})
afterAll(() => fixture.close())

const manage = async (administrator: Person, path: string, body: object) => {
  await givePassword(administrator)
  const { status, json } = await administrator.act(path, body)
  expect(status, json?.code).toBe(200)
}
const nameOf = async ({ memberId }: Person) =>
  (
    await many<{ name: string }>(fixture.context.db, 'test.name', 'select name from lender where id = $1', [
      memberId,
    ])
  )[0]?.name

async function noticesOf({ memberId }: Person, kinds: readonly string[]) {
  await fixture.drain()
  const rows = await many<NoticeRow>(
    fixture.context.db,
    'test.notices',
    `select id, created_at as "createdAt", kind, data from notice
      where lender_id = $1 and kind = any($2) order by since, id`,
    [memberId, kinds],
  )
  return rows.map((row) => ({ ...noticeText(row), data: row.data }))
}
const factorNotices = (person: Person) => noticesOf(person, ['FACTORS_CHANGED', 'FACTOR_RECOVERY'])
const proposalNotices = (person: Person) => noticesOf(person, ['PROPOSAL'])
async function messagesOf({ memberId }: Person) {
  await prepareMessages(fixture.context)
  const [counted] = await many<{ messages: number; links: number }>(
    fixture.context.db,
    'test.messages',
    `select count(*) as messages, count(stop_key) as links from notification_message
      where lender_id = $1 and channel = 'SMS' and topic in ('FACTORS_CHANGED', 'FACTOR_RECOVERY')`,
    [memberId],
  )
  return counted
}

test('COM-05 MFA-01 MFA-02 what happens to the second factor of a member is told to the administrators with the name, without the link that would stop their own account', async () => {
  const company = await aCompany(fixture)
  const member = await join(fixture, company, ['VIEWER'])
  const other = await join(fixture, company, ['VIEWER'])
  const { db } = fixture.context
  const login = {
    ...member,
    lenderId: member.memberId,
    pay: (path: string, body: unknown) => member.act(path, body),
  }
  const { secret } = await setUpApp(db, login)
  fixture.travel('1 minute')
  const shown = { code: await codeOf(db, secret) }
  expect((await member.post('/auth/factors/check', shown)).json).toEqual({ is_validated: true })
  expect((await member.post('/auth/factors/totp/end')).status).toBe(200)
  await setUpApp(db, login)
  const input = { lenderId: member.memberId, reason: 'identity checked' }
  await perform(fixture.context, recoverFactors, { actor: { kind: 'operator', name: 'test' }, input })
  const what = async (person: Person) =>
    (await factorNotices(person)).map(({ data }) => ('what' in data ? data.what : 'RECOVERY'))
  const told = ['TOTP_ADDED', 'TOTP_ENDED', 'TOTP_ADDED', 'RECOVERY']
  expect(await what(member)).toEqual(told)
  expect(await what(company)).toEqual(told)
  expect(await what(other)).toEqual([])
  const name = await nameOf(member)
  for (const { message, title } of await factorNotices(company)) {
    expect(message).toContain(`${name}, anggota perusahaan Anda`)
    expect(title).toContain('anggota')
  }
  for (const { message } of await factorNotices(member)) expect(message).not.toContain(name)
  expect(await messagesOf(member)).toEqual({ messages: 4, links: 4 })
  expect(await messagesOf(company)).toEqual({ messages: 4, links: 0 })
  // Their own factor is told to them as that of anybody, and to no other administrator.
  await setUpApp(db, { ...company, pay: (path, body) => company.act(path, body) })
  expect((await factorNotices(company)).at(-1)?.data).toEqual({ what: 'TOTP_ADDED' })
  expect(await what(member)).toEqual(told)
})

test.each(['SUSPEND', 'REMOVE'])(
  'COM-05 a maker is told who withdrew their proposal with %s, and not of what they withdraw themselves',
  async (how) => {
    const company = await aCompany(fixture, 1_000_000)
    const maker = await join(fixture, company, ['MAKER'])
    await join(fixture, company, ['APPROVER'])
    await ruled(company, [{ subject: 'STRATEGY', from: null, deciders: 1 }])
    const propose = async () =>
      (await maker.act('/auto-funding/strategies/order', { strategyIds: [] }, 'new', 'PUT')).json
        .proposal as number
    const own = await propose()
    expect((await maker.post('/company/proposals/withdraw', { number: own })).status).toBe(200)
    expect(await proposalNotices(maker)).toEqual([])
    const theirs = await propose()
    await manage(company, '/company/members/end', { memberId: maker.memberId, how })
    expect(await proposalNotices(maker)).toMatchObject([
      {
        title: 'Usulan ditarik',
        message: `${await nameOf(company)} menarik urutan strategi (usulan nomor ${theirs}).`,
      },
    ])
  },
)

test('COM-05 KEY-01 the maker of a key is told when another administrator revokes it and so withdraws what it proposed, and when a proposal expires', async () => {
  const { company, approver, key } = await aProposingKey(fixture)
  await manage(company, '/company/members/change', {
    ...{ memberId: approver.memberId, isSignatory: false },
    roles: ['APPROVER', 'ADMINISTRATOR'],
  })
  const propose = async (amount: number) =>
    (await key.post('/proposals', proposedWithdrawal({ amount }))).json.number as number
  const late = await propose(1_000_000)
  fixture.travel('73 hours')
  await expireProposals(fixture.context)
  await fixture.drain()
  fixture.travel(undefined)
  const waiting = await propose(2_000_000)
  expect((await approver.post('/keys/revoke', { id: key.id })).status).toBe(200)
  const told = await proposalNotices(company)
  expect(told.map(({ title }) => title).toSorted()).toEqual(['Usulan ditarik', 'Usulan lewat waktu'])
  const numbers = told.map(({ data }) => ('number' in data ? data.number : null))
  expect(new Set(numbers)).toEqual(new Set([late, waiting]))
  expect(told.find(({ title }) => title === 'Usulan ditarik')?.message).toContain(await nameOf(approver))
})
