import { withdrawalReasons } from '@pematang/contract/cash/withdrawal/rules'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../../testing/account.ts'
import { aTeam as teamOf, join, loginAs, type Person, reads, ruled } from '../../../testing/company.ts'
import { type Answer, givePassword, goodPassword } from '../../../testing/http.ts'
import { perform } from '../../platform/commands/perform.ts'
import { cashOf } from '../../books/index.ts'
import { many } from '../../platform/db/database.ts'
import { expireProposals, storeBankAccount } from '../../lenders/testing.ts'
import { aChoice, bodyOf } from './testing/choice.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  await fixture.comeBack()
  expect(await fixture.books()).toEqual([])
})

const account = {
  accountName: 'PT Contoh',
  accountNumber: '1234567890',
  bankBranch: 'Jakarta',
  bankCode: '009',
  bankName: 'BNI',
  methodPayment: 1,
} as const
const asked = {
  accountName: account.accountName,
  accountNumber: account.accountNumber,
  bankCode: account.bankCode,
  amount: 1_000_000,
  reason: withdrawalReasons[0],
  methodPayment: 1,
}

const aTeam = (rule?: object) => teamOf(fixture, rule)
const said = ({ status, json }: Answer) => `${status} ${json?.code ?? ''}`.trim()
const fund = (person: Person, body: object, proposal?: 'new' | number) =>
  person.act('/funding/selection', body, proposal)

const choice = async (lenderId: number, amounts: readonly number[]) =>
  bodyOf(await aChoice(fixture.context, lenderId, amounts))
const cash = (lenderId: number) => cashOf(fixture.context.db, lenderId)

async function notices(person: Person): Promise<string[]> {
  await fixture.drain()
  const { list } = (await person.get('/notices')).json
  return list.map(({ title }: { title: string }) => title)
}

test('COM-03 COM-04 a maker proposes, which holds no money, and an approver decides by doing it', async () => {
  const { company, maker, approvers } = await aTeam()
  const body = await choice(company.lenderId, [500_000])
  expect(said(await fund(maker, body))).toBe('403 PROPOSAL_NEEDED')
  const proposed = await fund(maker, body, 'new')
  expect(said(proposed)).toBe('202 PROPOSED')
  const number = proposed.json.proposal
  expect(said(await fund(maker, body, 'new'))).toBe('202 PROPOSED')
  expect((await maker.get('/company/proposals?for=mine')).json.list).toMatchObject([
    {
      number,
      call: 'fundSelection',
      amount: 500_000,
      state: 'WAITING',
      agreed: 0,
      needed: 1,
      mayDecide: false,
    },
  ])
  expect(await cash(company.lenderId)).toEqual({ available: 5_000_000, held: 0 })
  expect(await notices(approvers[0])).toEqual(['Usulan menunggu keputusan Anda'])
  expect((await approvers[0].get('/company/proposals/count')).json).toEqual({ waiting: 1 })
  const sheet = (await approvers[0].get(`/company/proposals/one?number=${number}`)).json
  expect(sheet).toMatchObject({ number, body, changed: [], mayDecide: true, document: null })

  const other = await choice(company.lenderId, [500_000])
  await reads(fixture, approvers[0], body)
  expect(said(await fund(approvers[0], other, number))).toBe('409 PROPOSAL_DIFFERS')
  expect(said(await fund(maker, body, number))).toBe('403 PROPOSAL_OWN')
  const decided = await fund(approvers[0], sheet.body, number)
  expect([decided.status, decided.json.list[0].refusal]).toEqual([200, null])
  expect(await cash(company.lenderId)).toEqual({ available: 4_500_000, held: 500_000 })
  expect(said(await fund(approvers[1], body, number))).toBe('409 PROPOSAL_ENDED')
  expect(await notices(maker)).toEqual(['Usulan disetujui'])
  const entries = await many(
    fixture.context.db,
    'test.entries',
    `select actor, operation, outcome, (detail #>> '{authority,proposal}')::int as proposal from audit_event
      where operation in ('fundSelection', 'decideProposal') and outcome = 'done' and actor like $1 order by operation`,
    [`lender:${company.lenderId}/member:%`],
  )
  const actor = `lender:${company.lenderId}/member:${approvers[0].memberId}`
  expect(entries).toEqual([
    { actor, operation: 'decideProposal', outcome: 'done', proposal: number },
    { actor, operation: 'fundSelection', outcome: 'done', proposal: number },
  ])
})

test('COM-03 two decide where the rule asks for two, never one person twice, and at once only one of them runs it', async () => {
  const { company, maker, approvers } = await aTeam({ deciders: 2 })
  const body = await choice(company.lenderId, [500_000])
  const number = (await fund(maker, body, 'new')).json.proposal
  for (const person of [...approvers, company]) await reads(fixture, person, body)
  const first = await fund(approvers[0], body, number)
  expect([said(first), first.json.proposal]).toEqual(['202 PROPOSAL_AGREED', number])
  expect(said(await fund(approvers[0], body, number))).toBe('409 PROPOSAL_DECIDED')
  const both = await Promise.all([fund(approvers[1], body, number), fund(company, body, number)])
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  expect(await cash(company.lenderId)).toEqual({ available: 4_500_000, held: 500_000 })
})

test('COM-03 a refused command decides nothing, a proposal says what was taken since, and ends refused, withdrawn or expired', async () => {
  const { company, maker, approvers } = await aTeam()
  const body = await choice(company.lenderId, [6_000_000])
  const number = (await fund(maker, body, 'new')).json.proposal
  const { changed } = (await approvers[0].get(`/company/proposals/one?number=${number}`)).json
  expect(changed.map(({ code }: { code: string }) => code)).toContain('CASH_TOO_LOW')
  await reads(fixture, approvers[0], body)
  expect(said(await fund(approvers[0], body, number))).toBe('400 CASH_TOO_LOW')
  const waiting = (await approvers[0].get('/company/proposals?for=me')).json.list
  expect(waiting).toMatchObject([{ number, agreed: 0, state: 'WAITING' }])
  const refusal = { number, reason: 'Kas tidak cukup' }
  expect(said(await maker.post('/company/proposals/refuse', refusal))).toBe('403 COMPANY_ROLE_MISSING')
  expect((await approvers[0].post('/company/proposals/refuse', refusal)).status).toBe(200)
  expect(await notices(maker)).toEqual(['Usulan ditolak'])
  expect(await notices(approvers[0]), 'it waits for nobody any more').toEqual([])
  expect((await maker.get(`/company/proposals/one?number=${number}`)).json.decisions).toMatchObject([
    { verdict: 'REFUSED', reason: 'Kas tidak cukup' },
  ])
  const small = await choice(company.lenderId, [400_000])
  const second = (await fund(maker, small, 'new')).json.proposal
  expect(said(await approvers[0].post('/company/proposals/withdraw', { number: second }))).toBe(
    '404 PROPOSAL_NOT_FOUND',
  )
  expect((await maker.post('/company/proposals/withdraw', { number: second })).status).toBe(200)
  expect(said(await fund(approvers[0], small, second))).toBe('409 PROPOSAL_ENDED')
  const third = (await fund(maker, small, 'new')).json.proposal
  fixture.travel('73 hours')
  const late = await loginAs(fixture, approvers[0].phone)
  expect(said(await fund(late, small, third))).toBe('409 PROPOSAL_EXPIRED')
  await expireProposals(fixture.context)
  const list = (await late.get('/company/proposals?for=all')).json.list
  expect(list.map(({ state }: { state: string }) => state)).toEqual(['EXPIRED', 'WITHDRAWN', 'REFUSED'])
})

test('COM-02 amounts of 24 hours add up, below them a maker acts alone, and loosening passes the rules of before', async () => {
  const { company, maker, approvers } = await aTeam({ from: 1_000_000 })
  const bodies = [
    await choice(company.lenderId, [600_000]),
    await choice(company.lenderId, [300_000]),
    await choice(company.lenderId, [100_000]),
  ] as const
  const [first, second, third] = bodies
  for (const body of [first, second]) {
    await reads(fixture, maker, body)
    expect((await fund(maker, body)).status).toBe(200)
  }
  expect(said(await fund(maker, third))).toBe('403 PROPOSAL_NEEDED')
  const number = (await fund(maker, third, 'new')).json.proposal
  // The rule is lifted meanwhile: what was proposed is decided by one all the same.
  await ruled(company, [])
  await reads(fixture, approvers[0], third)
  expect((await fund(approvers[0], third, number)).status).toBe(200)
  await ruled(company, [{ subject: 'PEOPLE', from: null, deciders: 1 }]).then(
    () => expect.unreachable('a single administrator cannot be asked for another'),
    (error: Error) => expect(error.message).toContain('COMPANY_TOO_FEW_DECIDERS'),
  )
  const other = await join(fixture, company, ['ADMINISTRATOR'])
  const stricter = { rules: [{ subject: 'WITHDRAWAL', from: null, deciders: 2, hours: 24 }] }
  await givePassword(company)
  expect(said(await company.act('/company/rules', stricter))).toBe('403 PROPOSAL_NEEDED')
  const change = (await company.act('/company/rules', stricter, 'new')).json.proposal
  await givePassword(other)
  expect((await other.act('/company/rules', stricter, change)).status).toBe(200)
  expect((await maker.get('/company')).json.rules).toMatchObject([
    { subject: 'WITHDRAWAL', deciders: 2, hours: 24 },
    { subject: 'PEOPLE', deciders: 1 },
  ])
})

test('COM-03 who was suspended, another company, and a second login of the maker decide nothing', async () => {
  const { company, maker, approvers } = await aTeam()
  const body = await choice(company.lenderId, [500_000])
  const number = (await fund(maker, body, 'new')).json.proposal
  const stranger = await aTeam()
  expect(said(await fund(stranger.approvers[0], body, number))).toBe('404 PROPOSAL_NOT_FOUND')
  const one = await stranger.approvers[0].get(`/company/proposals/one?number=${number}`)
  expect(said(one)).toBe('404 PROPOSAL_NOT_FOUND')
  // The maker's own second login has their e-mail address.
  const email = maker.user.email
  const twin = await join(fixture, company, ['APPROVER'], { email })
  expect(said(await fund(twin, body, number))).toBe('403 PROPOSAL_OWN')
  await givePassword(company)
  await company.act('/company/members/end', { memberId: approvers[0].memberId, how: 'SUSPEND' })
  expect(said(await fund(approvers[0], body, number))).toBe('401 SESSION_ENDED')
  await givePassword(company)
  await company.act('/company/members/change', {
    memberId: maker.memberId,
    roles: ['VIEWER'],
    isSignatory: false,
  })
  expect(said(await fund(approvers[1], body, number))).toBe('409 PROPOSAL_MAKER_GONE')
})

test('COM-04 a withdrawal is decided with the password of the approver alone, and one that the bank cannot take is not decided', async () => {
  const { company, ...team } = await aTeam({ subject: 'WITHDRAWAL' })
  await perform(fixture.context, storeBankAccount, {
    actor: { kind: 'operator', name: 'test' },
    input: { lenderId: company.lenderId, ...account },
  })
  // A withdrawal waits after a new account; the sessions of before are over by then.
  fixture.travel('8 days')
  const maker = await loginAs(fixture, team.maker.phone)
  const approver = await loginAs(fixture, team.approvers[0].phone)
  const body = { ...asked, password: goodPassword }
  const proposed = await maker.act('/withdrawals', body, 'new')
  expect(said(proposed)).toBe('202 PROPOSED')
  const wrong = await approver.act(
    '/withdrawals',
    { ...body, password: 'Salah-Sekali-1' },
    proposed.json.proposal,
  )
  expect(said(wrong)).toBe('400 WITHDRAWAL_PASSWORD_WRONG')
  // No bank is connected here: the command is reached with the right password, is refused, and nothing was decided.
  expect(said(await approver.act('/withdrawals', body, proposed.json.proposal))).toBe(
    '503 WITHDRAWAL_UNAVAILABLE',
  )
  expect((await approver.get('/company/proposals?for=me')).json.list).toMatchObject([
    { state: 'WAITING', agreed: 0 },
  ])
})

test('COM-03 a loan with a negative amount does not take a selection below the sum from which a rule asks', async () => {
  const { company, maker } = await aTeam({ from: 500_000 })
  const { loans } = await choice(company.lenderId, [500_000, 100_000])
  const [dear, other] = loans
  const offset = { loans: [dear, { ...other, amount: -400_000 }] }
  expect(said(await fund(maker, offset))).toBe('403 PROPOSAL_NEEDED')
  expect(await cash(company.lenderId)).toMatchObject({ available: 5_000_000 })
  const negative = { ...asked, password: goodPassword, amount: -1 }
  await ruled(company, [{ subject: 'WITHDRAWAL', from: null, deciders: 1 }])
  expect(said(await maker.act('/withdrawals', negative, 'new'))).toBe('400 INPUT_INVALID')
})
