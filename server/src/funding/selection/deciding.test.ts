import type { RefusalCode } from '@pematang/contract/catalogue'
import { proposableCalls } from '@pematang/contract/lenders/company/rules'
import { withdrawalReasons } from '@pematang/contract/cash/withdrawal/rules'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../../testing/account.ts'
import { aProduct, offerBulk } from '../../../testing/bulk.ts'
import {
  aCompany,
  aTeam,
  endGone,
  invitation,
  join,
  loginAs,
  type Person,
  reads,
  ruled,
} from '../../../testing/company.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { type Answer, givePassword, goodPassword } from '../../../testing/http.ts'
import { chooseSigner, localXignature } from '../../../testing/mandates.ts'
import { strategyBody } from '../../../testing/strategy-body.ts'
import { statesOf } from '../../../testing/withdrawal-scenario.ts'
import { cashOf } from '../../books/index.ts'
import { aBank, withdrawalJobs } from '../../cash/testing.ts'
import { storeBankAccount } from '../../lenders/testing.ts'
import { cancelLoan, cancelProduct } from '../../loans/testing.ts'
import { startPayingBank, type TestBank } from '../../outside/bank/testing/paying-bank.ts'
import { perform } from '../../platform/commands/perform.ts'
import { one } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { aChoice, bodyOf, read } from './testing/choice.ts'

let bank: TestBank
let fixture: AccountFixture
beforeAll(async () => {
  bank = await startPayingBank('009')
  fixture = await makeAccountFixture({
    settings: { LIMIT_LOGIN_DEVICE: '10000/60', LIMIT_DOWNLOAD_DEVICE: '10000/60' },
    overrides: { banks: [{ ...aBank(1).bank, outbound: bank.outbound }], xignature: localXignature },
  })
})
afterAll(async () => {
  await fixture.close()
  await bank.close()
})
afterEach(async () => {
  await fixture.comeBack()
  expect(await fixture.books()).toEqual([])
})

const said = ({ status, json }: Answer) => `${status} ${json?.code ?? ''}`.trim()
const cash = (lenderId: number) => cashOf(fixture.context.db, lenderId)
const waiting = async (person: Person) => (await person.get('/company/proposals?for=me')).json.list
const operator = { kind: 'operator', name: 'test' } as const

test('COM-04 a funding is decided only by who has opened both agreements themselves, also as the first of two', async () => {
  const { company, maker, approvers } = await aTeam(fixture, { deciders: 2 })
  const body = bodyOf(await aChoice(fixture.context, company.lenderId, [500_000, 400_000]))
  const agree = (person: Person) => person.act('/funding/selection', body, number)
  const number = (await maker.act('/funding/selection', body, 'new')).json.proposal
  // The maker has read, for the company; whoever decides has not.
  await reads(fixture, maker, body)
  expect(said(await agree(approvers[0]))).toBe('400 AGREEMENT_UNREAD')
  expect(await waiting(approvers[0])).toMatchObject([{ number, agreed: 0 }])
  await reads(fixture, approvers[0], body, ['PP'])
  expect(said(await agree(approvers[0]))).toBe('400 AGREEMENT_UNREAD')
  await reads(fixture, approvers[0], { loans: body.loans.slice(0, 1) })
  expect(said(await agree(approvers[0]))).toBe('400 AGREEMENT_UNREAD')
  await reads(fixture, approvers[0], body, ['PPFP'])
  expect(said(await agree(approvers[0]))).toBe('202 PROPOSAL_AGREED')
  expect(said(await agree(approvers[1]))).toBe('400 AGREEMENT_UNREAD')
  expect(await cash(company.lenderId)).toEqual({ available: 5_000_000, held: 0 })
  await reads(fixture, approvers[1], body)
  const decided = await agree(approvers[1])
  expect(decided.json.list.map(({ refusal }: { refusal: unknown }) => refusal)).toEqual([null, null])
  expect(await cash(company.lenderId)).toEqual({ available: 4_100_000, held: 900_000 })
})

test('COM-04 of two agreements over one loan the one that the approver has opened is funded, and a taken loan need not be read', async () => {
  const { company, maker, approvers } = await aTeam(fixture)
  const { context } = fixture
  const [own, taken] = await aChoice(context, company.lenderId, [500_000, 400_000])
  if (!own || !taken) throw new Error('no loans')
  const body = bodyOf([own, taken])
  const number = (await maker.act('/funding/selection', body, 'new')).json.proposal
  await reads(fixture, approvers[0], bodyOf([own]))
  const { opened } = await one<{ opened: string }>(
    context.db,
    'test.agreement_of_loan',
    'select id as opened from agreement where loan_id = $1',
    [own.loanId],
  )
  // A newer one that only the maker has opened.
  await read(context, company.lenderId, [own])
  await perform(context, cancelLoan, { actor: operator, input: { loanNumber: taken.loanNumber } })
  const { json } = await approvers[0].act('/funding/selection', body, number)
  expect(json.list).toMatchObject([
    { funding: { docToken: opened }, refusal: null },
    { funding: null, refusal: expect.anything() },
  ])
})

test('COM-04 a bulk funding is decided by who was shown the preview themselves, and holds the whole sum', async () => {
  const { company, maker, approvers } = await aTeam(fixture, { subject: 'BULK', deciders: 2 })
  await offerBulk(fixture.context, company.lenderId)
  const { uploadId, loanTypeId } = await aProduct(fixture.context, [1_000_000, 2_000_000])
  const look = async (person: Person) =>
    (await person.get(`/marketplace/bulk/loan-numbers?bulk_secure_id=${uploadId}`)).json
  const { preview_sha256, total_loan_amount } = await look(maker)
  const body = {
    loan_bulk_upload_group_id: uploadId,
    loan_type_secure_id: String(loanTypeId),
    preview_sha256,
    total_loan_amount,
  }
  const submit = (person: Person, proposal: 'new' | number) => person.act('/funding/bulk', body, proposal)
  const number = (await submit(maker, 'new')).json.proposal
  expect(said(await submit(approvers[0], number))).toBe('409 BULK_PREVIEW_REQUIRED')
  await look(approvers[0])
  expect(said(await submit(approvers[0], number))).toBe('202 PROPOSAL_AGREED')
  await givePassword(approvers[1])
  expect(said(await submit(approvers[1], number))).toBe('409 BULK_PREVIEW_REQUIRED')
  await look(approvers[1])
  expect(said(await submit(approvers[1], number))).toBe('200')
  expect(await cash(company.lenderId)).toEqual({ available: 2_000_000, held: 3_000_000 })
  expect((await maker.get('/company/proposals?for=mine')).json.list).toMatchObject([
    { number, state: 'DONE', agreed: 2 },
  ])
})

test('COM-04 a mandate is granted by the approver who has opened its text, with their password, and a strategy under it changed by decision', async () => {
  const { company, maker, approvers } = await aTeam(fixture, { subject: 'STRATEGY' })
  await chooseSigner(fixture.context, company.lenderId, 'XIGNATURE')
  const made = (await maker.post('/mandate/text', { largestPerLoan: 500_000, totalBudget: 5_000_000 })).json
  const opening = { document_url: made.filepath }
  expect((await maker.post('/documents/download', opening)).status).toBe(200)
  const body = { version: made.version, password: goodPassword }
  const number = (await maker.act('/mandate/grant', body, 'new')).json.proposal
  expect(said(await approvers[0].act('/mandate/grant', body, number))).toBe('400 MANDATE_UNREAD')
  expect((await approvers[0].post('/documents/download', opening)).status).toBe(200)
  const granted = await approvers[0].act('/mandate/grant', body, number)
  expect([said(granted), granted.json.waiting]).toEqual(['200', expect.objectContaining({ version: 1 })])

  await ruled(company, [])
  await givePassword(maker)
  const created = await maker.act('/auto-funding/strategies', strategyBody)
  expect(said(created)).toBe('200')
  await ruled(company, [{ subject: 'STRATEGY', from: null, deciders: 1 }])
  const change = { ...strategyBody, strategyId: created.json.strategyId, budget: 4_000_000 }
  const put = (person: Person, proposal: 'new' | number) =>
    person.act('/auto-funding/strategies', change, proposal, 'PUT')
  const changing = (await put(maker, 'new')).json.proposal
  expect((await maker.get('/auto-funding/strategies')).json.list).toMatchObject([{ budget: 5_000_000 }])
  await givePassword(approvers[1])
  expect(said(await put(approvers[1], changing))).toBe('200')
  expect((await maker.get('/auto-funding/strategies')).json.list).toMatchObject([{ budget: 4_000_000 }])
})

test('COM-04 a decided withdrawal holds its money, and a bank that pays it ends it', async () => {
  const { company, ...team } = await aTeam(fixture, { subject: 'WITHDRAWAL' })
  const account = {
    accountName: 'PT Contoh',
    accountNumber: '1234567890',
    bankCode: '009',
    methodPayment: 1,
  } as const
  await perform(fixture.context, storeBankAccount, {
    actor: operator,
    input: { lenderId: company.lenderId, ...account, bankBranch: 'Jakarta', bankName: 'BNI' },
  })
  // A withdrawal waits after a new account; the sessions of before are over by then.
  fixture.travel('8 days')
  const maker = await loginAs(fixture, team.maker.phone)
  const approver = await loginAs(fixture, team.approvers[0].phone)
  const body = { ...account, amount: 1_000_000, reason: withdrawalReasons[0], password: goodPassword }
  const number = (await maker.act('/withdrawals', body, 'new')).json.proposal
  expect(await cash(company.lenderId)).toEqual({ available: 5_000_000, held: 0 })
  const decided = await approver.act('/withdrawals', body, number)
  expect(said(decided)).toBe('200')
  const held = decided.json.amount + decided.json.transfer_fee
  expect(await cash(company.lenderId)).toEqual({ available: 5_000_000 - held, held })
  expect((await maker.get('/company/proposals?for=mine')).json.list).toMatchObject([
    { number, state: 'DONE', amount: 1_000_000 },
  ])
  for (const minutes of [0, 10, 20]) {
    fixture.travel(`8 days ${minutes} minutes`)
    await runAllJobs(fixture.context, withdrawalJobs(fixture.context))
  }
  expect([...(await statesOf(fixture)).values()]).toEqual(['PAID'])
  expect(await cash(company.lenderId)).toEqual({ available: 5_000_000 - held, held: 0 })
  expect([...bank.orders.values()]).toEqual([1])
})

test('COM-03 COM-05 a proposal of each kind ends with its reason, told to its maker, when what it is about has gone, and waits for what may come back', async () => {
  const { context } = fixture
  const { company, maker } = await aTeam(fixture)
  const home = {
    accountName: 'PT Contoh',
    bankCode: '009',
    methodPayment: 1,
    bankBranch: 'Jakarta',
    bankName: 'BNI',
  } as const
  const bankAccount = (accountNumber: string) =>
    perform(context, storeBankAccount, {
      actor: operator,
      input: { lenderId: company.lenderId, ...home, accountNumber },
    })
  await bankAccount('1234567890')
  await offerBulk(context, company.lenderId)
  await chooseSigner(context, company.lenderId, 'XIGNATURE')
  await ruled(company, [])
  const strategyIds: string[] = []
  for (const name of ['Pertama', 'Kedua']) {
    await givePassword(maker)
    const created = await maker.act('/auto-funding/strategies', { ...strategyBody, name })
    strategyIds.push(created.json.strategyId)
  }
  const [strategyId = ''] = strategyIds
  const state = (to: string) => ({ strategyId, state: to })
  await maker.act('/auto-funding/strategies/state', state('PAUSED'), undefined, 'PUT')
  const subjects = ['FUNDING', 'BULK', 'STRATEGY', 'WITHDRAWAL']
  const rules = subjects.map((subject) => ({ subject, from: null, deciders: 1 }))
  await ruled(company, rules)
  const leaving = await join(fixture, company, ['VIEWER'])
  await join(fixture, company, ['ADMINISTRATOR'])

  const numbers = new Map<string, number[]>()
  async function propose(call: string, path: string, body: object, method = 'POST') {
    const person = proposableCalls[call as keyof typeof proposableCalls] === 'PEOPLE' ? company : maker
    const answer = await person.act(path, body, 'new', method)
    expect([call, said(answer)]).toEqual([call, '202 PROPOSED'])
    numbers.set(call, [...(numbers.get(call) ?? []), answer.json.proposal])
  }
  const [cancelled, other, another] = await aChoice(context, company.lenderId, [500_000, 400_000, 300_000])
  if (!cancelled || !other || !another) throw new Error('no loans')
  await propose('fundSelection', '/funding/selection', bodyOf([cancelled]))
  await propose('fundSelection', '/funding/selection', bodyOf([cancelled, other]))
  await propose('fundSelection', '/funding/selection', bodyOf([another]))
  const { uploadId, loanTypeId, number: product } = await aProduct(context, [1_000_000])
  const bulk = { loan_bulk_upload_group_id: uploadId, loan_type_secure_id: String(loanTypeId) }
  await propose('submitBulkFunding', '/funding/bulk', bulk)
  await propose('createStrategy', '/auto-funding/strategies', { ...strategyBody, name: 'Ketiga' })
  await propose('changeStrategy', '/auto-funding/strategies', { ...strategyBody, strategyId }, 'PUT')
  await propose('setStrategyState', '/auto-funding/strategies/state', state('ACTIVE'), 'PUT')
  await propose('orderStrategies', '/auto-funding/strategies/order', { strategyIds }, 'PUT')
  const ceilings = { largestPerLoan: 500_000, totalBudget: 5_000_000 }
  const { version } = (await maker.post('/mandate/text', ceilings)).json
  await propose('grantMandate', '/mandate/grant', { version, password: goodPassword })
  const { bankBranch: _branch, bankName: _name, ...to } = { ...home, accountNumber: '1234567890' }
  const withdrawal = { ...to, amount: 1_000_000, reason: withdrawalReasons[0], password: goodPassword }
  await propose('withdraw', '/withdrawals', withdrawal)
  const invited = invitation(['VIEWER'])
  await propose('inviteMember', '/company/members', invited)
  const change = { memberId: leaving.memberId, roles: ['MAKER'], isSignatory: false }
  await propose('changeMember', '/company/members/change', change)
  await propose('changeCompanyRules', '/company/rules', { rules: rules.slice(1) })
  // The end of a vote is shown beside the votes.
  expect([...numbers.keys(), 'castVote'].toSorted()).toEqual(Object.keys(proposableCalls).toSorted())

  const sheet = async (number: number) => (await company.get(`/company/proposals/one?number=${number}`)).json
  const every = [...numbers.values()].flat()
  await endGone(fixture)
  for (const number of every) expect(await sheet(number)).toMatchObject({ state: 'WAITING', because: null })

  await perform(context, cancelLoan, { actor: operator, input: { loanNumber: cancelled.loanNumber } })
  const rival = await aCompany(fixture, 20_000_000)
  await read(context, rival.lenderId, [{ ...another, amount: 10_000_000 }])
  const taking = { loans: [{ loanNumber: another.loanNumber, amount: 10_000_000 }] }
  expect((await rival.act('/funding/selection', taking)).json.list).toMatchObject([{ refusal: null }])
  await perform(context, cancelProduct, { actor: operator, input: { number: product } })
  await maker.act('/auto-funding/strategies/state', state('ENDED'), undefined, 'PUT')
  await maker.post('/mandate/text', { ...ceilings, totalBudget: 6_000_000 })
  await bankAccount('1234567891')
  await join(fixture, rival, ['VIEWER'], { phoneNumber: invited.phoneNumber })
  await givePassword(company)
  const removal = { memberId: leaving.memberId, how: 'REMOVE' }
  expect(said(await company.act('/company/members/end', removal))).toBe('200')

  await endGone(fixture)
  const ends = new Map<string, unknown[]>()
  for (const [call, all] of numbers)
    ends.set(
      call,
      await Promise.all(
        all.map(async (number) => {
          const { state: now, because, changed } = await sheet(number)
          return now === 'WAITING' ? changed.map(({ code }: { code: string }) => code) : `${now} ${because}`
        }),
      ),
    )
  const gone = (code: RefusalCode) => `WITHDRAWN ${new Refusal(code).message}`
  expect(Object.fromEntries(ends)).toEqual({
    fundSelection: [gone('LOAN_CLOSED'), ['LOAN_CLOSED'], ['LOAN_TAKEN']],
    submitBulkFunding: [gone('BULK_NOT_FOUND')],
    createStrategy: [[]],
    changeStrategy: [gone('STRATEGY_ENDED')],
    setStrategyState: [gone('STRATEGY_ENDED')],
    orderStrategies: [gone('STRATEGY_ENDED')],
    grantMandate: [gone('MANDATE_OUTDATED')],
    withdraw: [gone('WITHDRAWAL_ACCOUNT_MISMATCH')],
    inviteMember: [gone('COMPANY_PHONE_TAKEN')],
    changeMember: [gone('MEMBER_NOT_FOUND')],
    changeCompanyRules: [[]],
  })
  const told = async (person: Person) =>
    ((await person.get('/notices')).json.list as { title: string }[]).filter(
      ({ title }) => title === 'Usulan tidak dapat diputuskan lagi',
    ).length
  expect([await told(maker), await told(company)]).toEqual([7, 2])
  await endGone(fixture)
  expect([await told(maker), await told(company)]).toEqual([7, 2])
})
