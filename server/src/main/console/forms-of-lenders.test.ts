import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import type { Preview } from '@pematang/contract/staff/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoggedInStaff, logInStaff, startConsole } from '../../../testing/console.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import type { TestApp } from '../../../testing/http.ts'
import { aLender } from '../../../testing/people.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { aRule } from '../../../testing/staff.ts'
import { aVotableLoan } from '../../../testing/votes.ts'
import { many, one } from '../../platform/db/database.ts'
import { secondPairOperations } from '../../staff/testing.ts'
import { loadActions } from './load-actions.ts'

let fixture: Fixture
let app: TestApp
let [maya, budi] = [{} as LoggedInStaff, {} as LoggedInStaff]
const sha256 = 'ab'.repeat(32)
const reason = 'surat nomor 7'
const today = businessDateOf(new Date())

beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' } })
  app = await startConsole(fixture)
  maya = await logInStaff(fixture, app, 'Maya', 'LOOK', 'WORK')
  budi = await logInStaff(fixture, app, 'Budi', 'LOOK', 'DECIDE')
  for (const operation of [
    'callVote',
    'recordHeirsVote',
    'setVoteRule',
    'transferHoldings',
    'takeBackTransfer',
  ])
    await aRule(fixture, operation)
  for (const operation of ['setLimits', 'recordEstate']) await aRule(fixture, operation)
}, 120_000)
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

let keys = 0
/** From form to decided: tried, proposed by one, read by another with the same words, and agreed with a passkey. */
async function decide(name: string, input: Record<string, string>): Promise<Preview> {
  const tried = await maya.post('/actions/preview', { name, input })
  expect([tried.status, tried.json.message]).toEqual([200, undefined])
  const headers = { 'idempotency-key': `form-${(keys += 1)}-of-lenders` }
  const asked = await maya.post('/actions/propose', { name, input }, { headers })
  const needs = secondPairOperations.includes((await loadActions()).named(name).operation)
  expect([asked.json.message, asked.json.state]).toEqual([undefined, needs ? 'PROPOSED' : 'DONE'])
  if (!needs) return tried.json
  const { json: sheet } = await budi.get(`/approvals/page?number=${asked.json.number}`)
  expect(sheet).toMatchObject({ refusal: null, changed: [], mayDecide: true })
  expect(sheet.preview.lines).toEqual(tried.json.lines)
  expect(sheet.input.length).toBeGreaterThan(0)
  const { json } = await budi.decide([{ number: asked.json.number, hash: sheet.hash }])
  expect([json.results[0].message, json.results[0].state]).toEqual([null, 'DONE'])
  return tried.json
}

const afterOf = ({ lines }: Preview): Record<string, string | null> =>
  Object.fromEntries(lines.map(({ label, after }) => [label, after]))
const phoneOf = async (lenderId: number | undefined) =>
  (
    await one<{ phone: string }>(fixture.context.db, 'test.phone', 'select phone from lender where id = $1', [
      lenderId,
    ])
  ).phone
const voteOf = (loanNumber: string) =>
  one<{ id: string; state: string; askedBy: string }>(
    fixture.context.db,
    'test.vote',
    `select v.id, v.state, v.asked_by as "askedBy" from loan_vote v join loan l on l.id = v.loan_id
      where l.loan_number = $1 order by v.opened_at desc limit 1`,
    [loanNumber],
  )

describe('CON-08 votes of lenders at the console', () => {
  const terms = {
    ...{
      agreedOn: addDays(today, 15),
      interest: '0.06',
      interestType: 'FLAT',
      tenor: '24',
      tenorPeriod: 'MONTH',
    },
    ...{ keepInterest: 'true', reason: 'Omzet turun', reference: 'CONSENT-1', provider: 'privy' },
    ...{ at: '2026-02-01T09:00:00+07:00', sha256 },
  }

  test('one is called by a form that lenders asked for, and taken back by another', async () => {
    const { loanNumber, lenders } = await aVotableLoan(fixture.context, [600_000, 400_000])
    const asked = { ...terms, loanNumber, askedBy: 'LENDERS' }
    const alone = await maya.post('/actions/preview', { name: 'callVote', input: asked })
    expect(alone.json.message).toContain('Pemberi Dana yang meminta')
    const called = await decide('callVote', { ...asked, askers: await phoneOf(lenders[0]) })
    expect(afterOf(called)).toMatchObject({ 'Pemungutan suara': 'dibuka untuk 2 Pemberi Dana' })
    expect(await voteOf(loanNumber)).toMatchObject({ state: 'OPEN', askedBy: 'LENDERS' })
    await decide('withdrawVote', { loanNumber, reason })
    expect(await voteOf(loanNumber)).toMatchObject({ state: 'WITHDRAWN' })
  })

  test('the heirs of a dead lender, who are recorded by a form, vote by their letter', async () => {
    const { loanNumber, lenders } = await aVotableLoan(fixture.context, [600_000, 400_000])
    const lenderId = String(lenders[0])
    const estate = { lenderId, document: 'SKW 12/2026', sha256, reason }
    const wrong = await maya.post('/actions/preview', {
      name: 'recordEstate',
      input: { ...estate, heirs: 'Sri Lestari' },
    })
    expect(wrong.json.message).toContain('1/8 014 0123456789 Sri Lestari')
    const heirs = '1/8 014 0123456789 Sri Lestari\n7/8 009 9876543210 Budi Lestari'
    const recorded = await decide('recordEstate', { ...estate, heirs })
    expect(afterOf(recorded)).toMatchObject({
      ...{ 'Jumlah ahli waris': '2', 'Ahli waris 2': '7/8, 009 9876543210, Budi Lestari' },
    })
    await decide('callVote', { ...terms, loanNumber, askedBy: 'OPERATOR' })
    const vote = {
      loanNumber,
      phone: await phoneOf(lenders[0]),
      choice: 'setuju',
      document: 'Surat 7',
      sha256,
    }
    expect(afterOf(await decide('recordHeirsVote', vote))).toEqual({ 'Suara ahli waris': 'Setuju' })
    const ballots = await many<{ agrees: boolean }>(
      fixture.context.db,
      'test.ballots',
      'select agrees from vote_ballot where vote_id = $1',
      [(await voteOf(loanNumber)).id],
    )
    expect(ballots).toEqual([{ agrees: true }])
  })

  test('the rule is set in one part, and the others stay', async () => {
    const tried = await decide('setVoteRule', { required: 'yes', majority: '3/4' })
    expect(afterOf(tried)).toMatchObject({ 'Setuju paling sedikit': '3/4', Kuorum: 'lebih dari 1/2' })
    const [newest] = await many(
      fixture.context.db,
      'test.rule',
      'select required, majority_part, majority_of, days from vote_rule order by version desc limit 1',
    )
    expect(newest).toEqual({ required: true, majority_part: 3, majority_of: 4, days: 14 })
    await decide('setVoteRule', { days: '14' })
  })
})

test('CON-08 holdings go to another lender by a form, and come back by another', async () => {
  const { loanId, fundings } = await aDisbursedLoan(fixture.context, [600_000, 300_000], {
    ...{ interestType: 'FLAT', interest: '0.12', tenor: 3, tenorPeriod: 'MONTH', disbursedOn: '2026-01-31' },
  })
  const [from] = fundings
  const to = await aLender(fixture.context)
  const input = {
    ...{ fromLender: String(from?.lenderId), toPhone: to.phone, valueDate: today, kind: 'DEATH' },
    ...{ document: 'SKW 9', sha256, reason },
  }
  const stranger = await maya.post('/actions/preview', {
    name: 'transferHoldings',
    input: { ...input, toPhone: '8999999999' },
  })
  expect(stranger.json.message).toContain('Nomor telepon penerima')
  const moved = await decide('transferHoldings', input)
  expect(afterOf(moved)).toMatchObject({ 'Pendanaan dialihkan': '1' })
  const holders = () =>
    many<{ lender: number }>(
      fixture.context.db,
      'test.holders',
      `select lender_id as lender from funding_balance where loan_id = $1 and principal_due > 0
        order by lender_id = $2 desc`,
      [loanId, to.lenderId],
    )
  expect((await holders())[0]?.lender).toBe(to.lenderId)
  const { id } = await one<{ id: string }>(
    fixture.context.db,
    'test.order',
    `select detail ->> 'orderId' as id from audit_event where operation = 'transferHoldings' and outcome = 'done'
      order by id desc limit 1`,
  )
  await decide('takeBackTransfer', { orderId: id, reason })
  expect((await holders()).map(({ lender }) => lender)).not.toContain(to.lenderId)
})

test('CON-08 the limits of lenders are set in one part by a form; what is beyond the law must be meant', async () => {
  const input = { nonProfessionalIncome: '0.05', reason }
  const tried = await decide('setLimits', input)
  expect(afterOf(tried)).toMatchObject({
    'Dari penghasilan, lainnya': '5%',
    'Dari outstanding, tiap Pemberi Dana': '25%',
  })
  const [newest] = await many(
    fixture.context.db,
    'test.limits',
    `select non_professional_income_ppm as ppm from limit_rule order by version desc limit 1`,
  )
  expect(newest).toEqual({ ppm: 50_000 })
  const loose = await maya.post('/actions/preview', {
    name: 'setLimits',
    input: { ...input, lenderShare: 'off', supervisedShare: 'off' },
  })
  expect(loose.json.code).toBe('ACTION_REFUSED')
})
