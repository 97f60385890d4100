import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../../testing/account.ts'
import { aProposingKey, join, loginAs, type Person, reads, ruled } from '../../../testing/company.ts'
import { aProduct, offerBulk } from '../../../testing/bulk.ts'
import { type Answer, givePassword, goodPassword } from '../../../testing/http.ts'
import { callWith, makeKey } from '../../../testing/keys.ts'
import { proposedWithdrawal } from '../../../testing/matrix-partner.ts'
import { cashOf } from '../../books/index.ts'
import { aBank } from '../../cash/testing.ts'
import { expireProposals, reactivateLender, storeBankAccount, suspendLender } from '../../lenders/testing.ts'
import { many } from '../../platform/db/database.ts'
import { startPayingBank, type TestBank } from '../../outside/bank/testing/paying-bank.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aChoice, bodyOf } from '../selection/testing/choice.ts'

let fixture: AccountFixture
let bank: TestBank
beforeAll(async () => {
  bank = await startPayingBank('009')
  fixture = await makeAccountFixture({
    overrides: { banks: [{ ...aBank(1).bank, outbound: bank.outbound }] },
  })
})
afterEach(async () => {
  await fixture.comeBack()
  expect(await fixture.books()).toEqual([])
})
afterAll(async () => {
  await fixture.close()
  await bank.close()
})

const said = ({ status, json }: Answer) => `${status} ${json?.code ?? ''}`.trim()
const cash = (lenderId: number) => cashOf(fixture.context.db, lenderId)
const withdrawal = proposedWithdrawal()
const decide = (person: Person, number: number) =>
  person.act('/withdrawals', { ...withdrawal.body, password: goodPassword }, number)
const manage = async (person: Person, path: string, body: object) => {
  await givePassword(person)
  return person.act(path, body)
}

/** A company whose key proposes, with cash and a bank account. */
async function aFirm(terms = {}) {
  const firm = await aProposingKey(fixture, { cash: 5_000_000, terms })
  const { lenderId } = firm.company
  const { accountName, accountNumber, bankCode } = withdrawal.body
  await perform(fixture.context, storeBankAccount, {
    actor: { kind: 'operator', name: 'test' },
    input: {
      ...{ lenderId, accountName, accountNumber, bankCode },
      ...{ bankBranch: 'Jakarta', bankName: 'BNI', methodPayment: 1 },
    },
  })
  return {
    ...firm,
    propose: async () => (await firm.key.post('/proposals', withdrawal)).json.number as number,
  }
}

test('KEY-01 a withdrawal that a key proposes holds no money and is done by an approver, without a rule, never by the maker of the key', async () => {
  const { company, approver, key } = await aFirm()
  const before = await cash(company.lenderId)
  const proposed = await key.post('/proposals', withdrawal)
  expect([proposed.status, proposed.json]).toEqual([
    200,
    { number: expect.any(Number), until: expect.any(String) },
  ])
  const { number } = proposed.json
  await fixture.drain()
  const { list } = (await approver.get('/notices')).json
  expect(list.map(({ message }: { message: string }) => message).join()).toContain('Sistem ERP mengusulkan')
  expect(await cash(company.lenderId)).toEqual(before)
  const again = await loginAs(fixture, company.phone)
  for (const session of [company, again]) expect(said(await decide(session, number))).toBe('403 PROPOSAL_OWN')
  const seen = (await approver.get(`/company/proposals/one?number=${number}`)).json
  expect(seen).toMatchObject({
    ...{ call: 'withdraw', amount: 1_000_000, system: 'ERP', state: 'WAITING', needed: 1 },
    ...{ mayDecide: true, body: withdrawal.body, changed: [] },
  })
  expect(await cash(company.lenderId)).toEqual(before)
  expect(said(await decide(approver, number))).toBe('200')
  expect((await cash(company.lenderId)).available).toBeLessThanOrEqual(4_000_000)
  expect((await key.get(`/proposals/one?number=${number}`)).json).toMatchObject({
    ...{ number, call: 'withdraw', amount: 1_000_000, state: 'DONE', agreed: 1, keyId: key.id },
  })
  const trail = await many<{ actor: string }>(
    fixture.context.db,
    'test.trail',
    `select actor from audit_event where operation = 'proposeByKey' and outcome = 'done' and subject = $1`,
    [`company-proposal:${number}`],
  )
  expect(trail).toEqual([{ actor: `lender:${company.lenderId}/key:${key.id}` }])
})

test('KEY-01 a selection that a key proposes is funded by who decides it, and a refusal says why to the system', async () => {
  const { company, approver, key } = await aFirm()
  const body = bodyOf(await aChoice(fixture.context, company.lenderId, [500_000]))
  const first = (await key.post('/proposals', { call: 'fundSelection', body })).json.number
  const reason = 'Tunggu bulan depan'
  expect(said(await approver.post('/company/proposals/refuse', { number: first, reason }))).toBe('200')
  expect((await key.get(`/proposals/one?number=${first}`)).json).toMatchObject({ state: 'REFUSED', reason })
  const second = (await key.post('/proposals', { call: 'fundSelection', body })).json.number
  expect(said(await approver.act('/funding/selection', body, second))).toBe('400 AGREEMENT_UNREAD')
  await reads(fixture, approver, body)
  expect(said(await approver.act('/funding/selection', body, second))).toBe('200')
  expect(await cash(company.lenderId)).toMatchObject({ available: 4_500_000 })
})

test('KEY-01 a bulk funding that a key proposes is done by who has seen its preview and gave the password', async () => {
  const { company, approver, key } = await aFirm()
  await offerBulk(fixture.context, company.lenderId)
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000])
  const body = {
    loan_bulk_upload_group_id: product.uploadId,
    loan_type_secure_id: String(product.loanTypeId),
    total_loan_amount: 3_000_000,
  }
  const { number } = (await key.post('/proposals', { call: 'submitBulkFunding', body })).json
  expect(said(await approver.act('/funding/bulk', body, number))).toBe('400 PASSWORD_CHECK_REQUIRED')
  await approver.get(`/marketplace/bulk/loan-numbers?bulk_secure_id=${product.uploadId}`)
  await givePassword(approver)
  const other = { ...body, total_loan_amount: 2_000_000 }
  expect(said(await approver.act('/funding/bulk', other, number))).toBe('409 PROPOSAL_DIFFERS')
  expect(said(await approver.act('/funding/bulk', body, number))).toBe('200')
  expect(await cash(company.lenderId)).toEqual({ available: 2_000_000, held: 3_000_000 })
})

test('KEY-01 the rule of a company asks of a key what it asks of its maker', async () => {
  const { company, approver, propose } = await aFirm()
  const other = await join(fixture, company, ['APPROVER'])
  await ruled(company, [{ subject: 'WITHDRAWAL', from: 500_000, deciders: 2, hours: 5 }])
  const number = await propose()
  expect(said(await decide(approver, number))).toBe('202 PROPOSAL_AGREED')
  expect(said(await decide(other, number))).toBe('200')
  fixture.travel('1 hour')
  const late = await propose()
  fixture.travel('7 hours')
  expect(said(await decide(approver, late))).toBe('401 SESSION_ENDED')
  await expireProposals(fixture.context)
  const [row] = await many<{ ended: string }>(
    fixture.context.db,
    'test.late',
    'select ended from company_proposal where number = $1',
    [late],
  )
  expect(row).toEqual({ ended: 'EXPIRED' })
})

test('KEY-01 COM-03 what no decision could run is refused when a key or a member proposes it: no sum, below the minimum, above the cash or what is left, a loan that is none', async () => {
  const { company, key } = await aFirm()
  const maker = await join(fixture, company, ['MAKER'])
  await ruled(company, [{ subject: 'WITHDRAWAL', from: null, deciders: 1 }])
  const { loans } = bodyOf(await aChoice(fixture.context, company.lenderId, [500_000]))
  const [loan] = loans
  const codeOf = async (body: object) => (await key.post('/proposals', body)).json.code
  for (const [amount, code] of [
    [0, 'WITHDRAWAL_BELOW_MINIMUM'],
    [99_999, 'WITHDRAWAL_BELOW_MINIMUM'],
    [5_000_001, 'WITHDRAWAL_ABOVE_BALANCE'],
    [1e15, 'WITHDRAWAL_ABOVE_BALANCE'],
    [-1, 'INPUT_INVALID'],
    [100_000.5, 'INPUT_INVALID'],
    [1e308, 'INPUT_INVALID'],
  ] as const) {
    expect([amount, await codeOf(proposedWithdrawal({ amount }))]).toEqual([amount, code])
    const own = { ...withdrawal.body, amount, password: goodPassword }
    expect([amount, (await maker.act('/withdrawals', own, 'new')).json.code]).toEqual([amount, code])
  }
  const select = (change: object) =>
    codeOf({ call: 'fundSelection', body: { loans: [{ ...loan, ...change }] } })
  expect(await select({ amount: 0 })).toBe('INPUT_INVALID')
  expect(await select({ amount: 1e15 })).toBe('FUNDING_ABOVE_OUTSTANDING')
  expect(await select({ loanNumber: 'NONE' })).toBe('LOAN_NOT_FOUND')
  await offerBulk(fixture.context, company.lenderId)
  const { uploadId, loanTypeId } = await aProduct(fixture.context, [1_000_000])
  const bulk = (total_loan_amount: number, of = uploadId) =>
    codeOf({
      call: 'submitBulkFunding',
      body: {
        loan_bulk_upload_group_id: of,
        loan_type_secure_id: String(loanTypeId),
        total_loan_amount,
      },
    })
  expect(await bulk(0)).toBe('INPUT_INVALID')
  expect(await bulk(1e15)).toBe('BULK_CHANGED')
  expect(await bulk(1_000_000, randomUUID())).toBe('BULK_NOT_FOUND')
  expect((await key.get('/proposals')).json.list).toEqual([])
})

test('KEY-02 the same Idempotency-Key answers the same number, another body under it 409, and what still waits is not proposed again', async () => {
  const { company, key } = await aFirm()
  const once = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => key.post('/proposals', withdrawal, once)))
  expect(new Set(answers.map(({ json }) => json.number)).size).toBe(1)
  const [first] = answers
  expect(said(await key.post('/proposals', proposedWithdrawal({ amount: 2_000_000 }), once))).toBe(
    '409 IDEMPOTENCY_KEY_REUSED',
  )
  expect((await key.post('/proposals', withdrawal)).json).toEqual(first?.json)
  const short = await key.post('/proposals', withdrawal, 'x')
  expect(said(short)).toBe('422 IDEMPOTENCY_KEY_REQUIRED')
  const other = await makeKey(fixture.app, company, { right: 'PROPOSE', label: 'Lain' })
  const theirs = await other.post('/proposals', withdrawal, once)
  expect(theirs.json.number, 'another key is another sender').not.toBe(first?.json.number)
})

test('KEY-02 proposals of keys are read from the oldest on by cursor, and no other company’s nor a person’s among them', async () => {
  const { key, propose, company, approver } = await aFirm()
  const numbers = [await propose()]
  for (const amount of [1_100_000, 1_200_000])
    numbers.push((await key.post('/proposals', proposedWithdrawal({ amount }))).json.number)
  await ruled(company, [{ subject: 'WITHDRAWAL', from: null, deciders: 1 }])
  const own = { ...withdrawal.body, password: goodPassword }
  const ofPerson = (await approver.act('/withdrawals', own, 'new')).json.proposal
  const first = (await key.get('/proposals?limit=2')).json
  const second = (await key.get(`/proposals?limit=2&cursor=${first.next}`)).json
  expect([...first.list, ...second.list].map(({ number }) => number)).toEqual(numbers)
  expect([first.hasMore, second.hasMore]).toEqual([true, false])
  expect((await key.get(`/proposals?cursor=${second.next}`)).json).toEqual({
    ...{ list: [], next: second.next, hasMore: false },
  })
  expect(said(await key.get(`/proposals/one?number=${ofPerson}`))).toBe('404 PROPOSAL_NOT_FOUND')
  const stranger = await aFirm()
  expect(said(await stranger.key.get(`/proposals/one?number=${numbers[0]}`))).toBe('404 PROPOSAL_NOT_FOUND')
  expect(said(await stranger.key.get(`/proposals?cursor=${first.next}`))).toBe('422 CURSOR_UNKNOWN')
  const [at] = Buffer.from(first.next, 'base64url').toString().split(' ').slice(-1)
  const madeUp = Buffer.from(`proposals:${company.lenderId} 99999999 ${at}`).toString('base64url')
  expect(said(await key.get(`/proposals?cursor=${madeUp}`))).toBe('422 CURSOR_OUTDATED')
  expect((await stranger.key.get('/proposals')).json).toEqual({ list: [], next: null, hasMore: false })
})

test('COM-05 KEY-01 the company’s activity and its CSV show what an API key proposed, with its name, its maker and the network, in the order of time', async () => {
  const { company, approver, propose } = await aFirm()
  const number = await propose()
  expect(said(await approver.post('/company/proposals/refuse', { number, reason: 'Nanti' }))).toBe('200')
  const pages: { operation: string; proposal: number | null; who: string; source: string | null }[] = []
  let after = ''
  do {
    const answer = await company.get(`/company/activity?limit=2&after=${after}`)
    expect([answer.status, answer.json?.code]).toEqual([200, undefined])
    const { list, next } = answer.json
    pages.push(...list)
    after = next ?? ''
  } while (after !== '')
  const about = pages.filter(({ proposal }) => proposal === number)
  expect(about.map(({ operation }) => operation)).toEqual(['refuseCompanyProposal', 'proposeByKey'])
  expect(about[1]).toMatchObject({ amount: 1_000_000, outcome: 'done', source: '127.0.0.1' })
  expect(about[1]?.who).toMatch(/^Kunci ERP \(.+\)$/)
  expect(new Set(pages.map((row) => JSON.stringify(row))).size).toBe(pages.length)
  const file = await company.get('/company/activity/export?format=csv')
  expect(file.bytes.toString()).toContain('Kunci ERP (')
  const stranger = await aFirm()
  expect((await stranger.company.get('/company/activity')).bytes.toString()).not.toContain('proposeByKey')
})

test('KEY-01 a revoked key proposes nothing more, and what it proposed is withdrawn', async () => {
  const { company, approver, key, propose } = await aFirm()
  const number = await propose()
  const reader = await makeKey(fixture.app, company)
  expect((await company.post('/keys/revoke', { id: key.id })).status).toBe(200)
  expect(said(await key.post('/proposals', withdrawal))).toBe('401 KEY_UNKNOWN')
  expect((await reader.get(`/proposals/one?number=${number}`)).json.state).toBe('WITHDRAWN')
  expect(said(await decide(approver, number))).toBe('409 PROPOSAL_ENDED')
  expect(said(await reader.post('/proposals', withdrawal))).toBe('403 KEY_RIGHT_MISSING')
})

test('KEY-01 whatever a key proposes while it is revoked, nothing of it waits afterwards', async () => {
  const { company, key } = await aFirm()
  const reader = await makeKey(fixture.app, company)
  const proposing = Array.from({ length: 6 }, (_, index) =>
    key.post('/proposals', proposedWithdrawal({ amount: 1_000_000 + index })),
  )
  const [revoked, ...answers] = await Promise.all([
    company.post('/keys/revoke', { id: key.id }),
    ...proposing,
  ])
  expect(revoked?.status).toBe(200)
  for (const answer of answers) expect(['200', '401 KEY_UNKNOWN']).toContain(said(answer))
  const { list } = (await reader.get('/proposals')).json
  for (const { state } of list) expect(state).toBe('WITHDRAWN')
})

test('KEY-01 a key proposes nothing after its last day, and ends with its maker and with the stop of their login', async () => {
  const { company, key: untilToday } = await aFirm({ lastDay: businessDateOf(new Date()) })
  const maker = await join(fixture, company, ['ADMINISTRATOR', 'MAKER'])
  const [key, reader] = [
    await makeKey(fixture.app, maker, { right: 'PROPOSE' }),
    await makeKey(fixture.app, company),
  ]
  const number = (await key.post('/proposals', withdrawal)).json.number
  const { memberId } = maker
  const login = {
    actor: { kind: 'operator', name: 'test' } as const,
    input: { lenderId: memberId, reason: 'x' },
  }
  await perform(fixture.context, suspendLender, login)
  expect(said(await key.post('/proposals', withdrawal))).toBe('401 KEY_UNKNOWN')
  await perform(fixture.context, reactivateLender, login)
  expect(said(await key.post('/proposals', withdrawal))).toBe('401 KEY_UNKNOWN')
  expect(said(await manage(company, '/company/members/end', { memberId, how: 'SUSPEND' }))).toBe('200')
  expect(said(await key.post('/proposals', withdrawal))).toBe('401 KEY_UNKNOWN')
  expect((await reader.get(`/proposals/one?number=${number}`)).json.state).toBe('WITHDRAWN')
  expect(said(await untilToday.post('/proposals', withdrawal))).toBe('200')
  fixture.travel('1 day')
  expect(said(await untilToday.post('/proposals', withdrawal))).toBe('401 KEY_UNKNOWN')
})

test('KEY-01 who may not propose makes no key that does, and who did not make one does not get its secret by rotating it', async () => {
  const { company, key, propose } = await aFirm()
  const other = await join(fixture, company, ['ADMINISTRATOR'])
  const terms = {
    label: 'ERP',
    right: 'PROPOSE',
    networks: [],
    lastDay: addDays(businessDateOf(new Date()), 9),
  }
  expect(said(await manage(other, '/keys', terms))).toBe('403 COMPANY_ROLE_MISSING')
  expect(said(await manage(other, '/keys/rotate', { id: key.id }))).toBe('403 KEY_OF_OTHER')
  expect(said(await manage(other, '/keys', { ...terms, right: 'READ' }))).toBe('200')
  const rotated = await manage(company, '/keys/rotate', { id: key.id })
  const number = await propose()
  const renewed = await callWith(fixture.app, rotated.json.secret, '/proposals', { body: withdrawal })
  expect(renewed.json.number, 'the same key under either secret').toBe(number)
  expect((await other.post('/keys/revoke', { id: key.id })).status).toBe(200)
})
