import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listMarketplace, prepareAgreement, releaseFunding } from '../../funding/testing.ts'
import { cashOf } from '../../books/index.ts'
import { listNotices } from '../../lenders/testing.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { disburseLoan } from '../disbursement/index.ts'
import { reverseDisbursement } from '../reversals/reverse-disbursement.ts'
import { insertTerms } from './insert-terms.ts'
import { aProduct } from '../../../testing/bulk.ts'
import { aTypeWithRule } from '../../../testing/offers.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { endOffersThatAreOver } from './end-offers.ts'
import { previewEnds, publishLoans } from './index.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

const operator = { kind: 'operator', name: 'test' } as const
type Loan = { loanId: number; loanNumber: string }

async function aSettled(loan: Loan, amount: number): Promise<number> {
  const { lenderId } = await aLender(fixture.context, { cash: amount })
  const { fundingId } = await reserveFunding(fixture.context, { lenderId, ...loan, amount })
  await signFunding(fixture.context, fundingId)
  return lenderId
}

const positionOf = ({ loanId }: Loan) =>
  one<{ status: string; total: number; funded: number; days: number }>(
    fixture.context.db,
    'test.position',
    `select p.status, p.total, p.funded, p.offer_until - l.offer_until as days
       from loan_position p join loan l on l.id = p.loan_id where l.id = $1`,
    [loanId],
  )
const decisionsOn = async ({ loanId }: Loan) =>
  (
    await many<{ decision: string }>(
      fixture.context.db,
      'test.decisions',
      'select decision from offer_end where loan_id = $1 order by no',
      [loanId],
    )
  ).map(({ decision }) => decision)
const noticesOf = async (lenderId: number) =>
  (await listNotices(fixture.context, lenderId)).list.map(({ title, message }) => `${title}: ${message}`)
const cash = async (lenderId: number) => (await cashOf(fixture.context.db, lenderId)).available
const end = () => endOffersThatAreOver(fixture.context)

test('FIX-13 a loan that is not full after its last day is cancelled, returns all money and notifies its lenders once', async () => {
  const loan = await aLoan(fixture.context)
  const lenderId = await aSettled(loan, 3_000_000)
  fixture.travel('30 days')
  await end()
  expect(await positionOf(loan)).toMatchObject({ status: 'OFFERED', funded: 3_000_000 })
  fixture.travel('31 days')
  expect((await previewEnds(fixture.context, operator)).map(({ loanNumber }) => loanNumber)).toContain(
    loan.loanNumber,
  )
  expect(await cash(lenderId)).toBe(0)
  await Promise.all([end(), end(), end()])
  expect(await positionOf(loan)).toMatchObject({ status: 'CANCELLED', funded: 0 })
  expect(await cash(lenderId)).toBe(3_000_000)
  expect(await decisionsOn(loan)).toEqual(['CANCELLED'])
  expect(await noticesOf(lenderId)).toEqual([
    `Pinjaman dibatalkan: Pinjaman ${loan.loanNumber} tidak cukup terdanai sampai masa pendanaannya berakhir, jadi dibatalkan. Rp3.000.000 sudah kembali ke cash balance Anda.`,
  ])
  expect(await end()).toBe(0)
})

test('FIX-13 a loan without fundings is cancelled after its last day, and moves no money', async () => {
  const loan = await aLoan(fixture.context)
  fixture.travel('31 days')
  await end()
  expect(await positionOf(loan)).toMatchObject({ status: 'CANCELLED', funded: 0 })
})

test('FIX-13 an offer is extended as often as its rule allows, then the loan is cancelled', async () => {
  const { context } = fixture
  const loanType = await aTypeWithRule(context, { extendDays: 7, extendTimes: 2, payOutSharePpm: 500_000 })
  const loan = await aLoan(context, { loanType })
  const lenderId = await aSettled(loan, 1_000_000)
  for (const [days, extended] of [
    ['31 days', 7],
    ['38 days', 14],
  ] as const) {
    fixture.travel(days)
    await end()
    expect(await positionOf(loan)).toMatchObject({ status: 'OFFERED', days: extended })
  }
  const { list } = await listMarketplace(context, { page: 1, limit: 100 })
  const offered = list.find(({ loanNumber }) => loanNumber === loan.loanNumber)
  const [notice] = await noticesOf(lenderId)
  expect(notice).toContain('Masa pendanaan diperpanjang')
  expect(notice).toContain('Pendanaan Anda Rp1.000.000 tetap dicadangkan.')
  // A lender who funds now sees the new last day in the agreement, and that no extension is left.
  const other = await aLender(context, { cash: 1_000_000 })
  await prepareAgreement(
    context,
    other.lenderId,
    { ...loan, lenderUserId: other.lenderId, amount: 1_000_000 },
    { requestId: 'test' },
  )
  const { snapshot } = await one<{ snapshot: { loan: { dueDate: string }; offerEnd: object } }>(
    context.db,
    'test.snapshot',
    'select snapshot from agreement where lender_id = $1',
    [other.lenderId],
  )
  expect(snapshot.loan.dueDate).toBe(offered?.dueDate)
  expect(snapshot.offerEnd).toEqual({ extendDays: 7, extensions: 0, payOutShare: 0.5, payOutDays: 30 })
  fixture.travel('45 days')
  await end()
  expect(await decisionsOn(loan)).toEqual(['EXTENDED', 'EXTENDED', 'CANCELLED'])
  expect(await cash(lenderId)).toBe(1_000_000)
})

test('FIX-13 a loan that reached its minimum share is closed after its last day, and disbursed with the signed schedules', async () => {
  const { context } = fixture
  const loanType = await aTypeWithRule(context, { payOutSharePpm: 600_000 })
  const loan = await aLoan(context, { loanType, totalLoan: 10_000_000 })
  const [first, second] = [await aSettled(loan, 4_000_000), await aSettled(loan, 2_000_000)]
  fixture.travel('31 days')
  await end()
  expect(await positionOf(loan)).toMatchObject({ status: 'FUNDED', total: 6_000_000, funded: 6_000_000 })
  expect(await noticesOf(first)).toEqual([
    `Masa pendanaan berakhir: Pinjaman ${loan.loanNumber} terdanai Rp6.000.000 dari Rp10.000.000 dan dicairkan sebesar jumlah yang terdanai. Pendanaan Anda Rp4.000.000 dan jadwalnya tidak berubah.`,
  ])
  const { list } = await listMarketplace(context, { page: 1, limit: 100 })
  expect(list.map(({ loanNumber }) => loanNumber)).not.toContain(loan.loanNumber)
  const { today } = await one<{ today: string }>(
    context.db,
    'test.today',
    'select business_day(app_now()) as today',
  )
  await perform(context, disburseLoan, {
    actor: operator,
    input: { loanNumber: loan.loanNumber, disbursedOn: today },
  })
  const shares = await many<{ lenderId: number; principal: number }>(
    context.db,
    'test.shares',
    `select s.lender_id as "lenderId", (select sum(part) from unnest(s.principal) part)::bigint as principal
       from funding_schedule s join funding f on f.lender_id = s.lender_id and f.id = s.funding_id where f.loan_id = $1`,
    [loan.loanId],
  )
  expect(new Map(shares.map(({ lenderId, principal }) => [lenderId, principal]))).toEqual(
    new Map([
      [first, 4_000_000],
      [second, 2_000_000],
    ]),
  )
  expect(await decisionsOn(loan)).toEqual(['PAID_OUT'])
})

test('FIX-13 the end of an offer is decided only once no signature is pending any more', async () => {
  const { context } = fixture
  const loanType = await aTypeWithRule(context, { payOutSharePpm: 600_000 })
  const loans = [await aLoan(context, { loanType }), await aLoan(context, { loanType })] as const
  for (const loan of loans) await aSettled(loan, 5_000_000)
  fixture.travel('30 days')
  const { lenderId } = await aLender(context, { cash: 2_000_000 })
  const waiting: string[] = []
  for (const loan of loans)
    waiting.push((await reserveFunding(context, { lenderId, ...loan, amount: 1_000_000 })).fundingId)
  fixture.travel('31 days')
  await end()
  for (const loan of loans) expect(await positionOf(loan)).toMatchObject({ status: 'OFFERED' })
  await signFunding(context, waiting[0] ?? '')
  await perform(context, releaseFunding, {
    actor: { kind: 'system' },
    input: { fundingId: waiting[1] ?? '', state: 'EXPIRED' },
  })
  await end()
  expect(await positionOf(loans[0])).toMatchObject({ status: 'FUNDED', total: 6_000_000 })
  expect(await positionOf(loans[1])).toMatchObject({ status: 'CANCELLED' })
  expect(await cash(lenderId)).toBe(1_000_000)
})

test('FIX-13 a full loan that is not disbursed by its deadline is cancelled', async () => {
  const { context } = fixture
  const loanType = await aTypeWithRule(context, { payOutDays: 10 })
  const loan = await aLoan(context, { loanType, totalLoan: 2_000_000 })
  const lenderId = await aSettled(loan, 2_000_000)
  fixture.travel('40 days')
  await end()
  expect(await positionOf(loan)).toMatchObject({ status: 'FUNDED' })
  fixture.travel('41 days')
  await end()
  expect(await positionOf(loan)).toMatchObject({ status: 'CANCELLED' })
  expect(await noticesOf(lenderId)).toEqual([
    `Pinjaman dibatalkan: Pinjaman ${loan.loanNumber} tidak dicairkan sampai batas waktunya, jadi dibatalkan. Rp2.000.000 sudah kembali ke cash balance Anda.`,
  ])
})

test('FIX-13 after a reversed disbursement the deadline to disburse is counted from the day of the reversal', async () => {
  const { context } = fixture
  const loanType = await aTypeWithRule(context, { payOutDays: 10 })
  const loan = await aLoan(context, { loanType, totalLoan: 2_000_000 })
  await aSettled(loan, 2_000_000)
  const { today } = await one<{ today: string }>(
    context.db,
    'test.today',
    'select business_day(app_now()) as today',
  )
  const { loanNumber } = loan
  await perform(context, disburseLoan, { actor: operator, input: { loanNumber, disbursedOn: today } })
  fixture.travel('60 days')
  await perform(context, reverseDisbursement, {
    actor: operator,
    input: { loanNumber, reason: 'salah hari' },
  })
  fixture.travel('70 days')
  await end()
  expect(await positionOf(loan)).toMatchObject({ status: 'FUNDED' })
  fixture.travel('71 days')
  await end()
  expect(await positionOf(loan)).toMatchObject({ status: 'CANCELLED' })
})

test('FIX-13 at the end of a bulk offer a loan with its minimum share is closed as funded, and one without fundings cancelled', async () => {
  const { context } = fixture
  const loanType = await aTypeWithRule(context, { payOutSharePpm: 100_000 })
  const product = await aProduct(context, [2_000_000, 3_000_000], { loanType, alsoAlone: true })
  const [part, none] = product.loans
  if (!part || !none) throw new Error('no loans')
  await aSettled(part, 500_000)
  fixture.travel('31 days')
  await end()
  expect(await positionOf(part)).toMatchObject({ status: 'FUNDED', total: 500_000 })
  expect(await positionOf(none)).toMatchObject({ status: 'CANCELLED' })
})

test('FIX-13 a published loan keeps its offer rule when the rule of its loan type changes', async () => {
  const { context } = fixture
  const loan = await aLoan(context)
  await perform(context, publishLoans, { actor: operator, input: { loanNumbers: [loan.loanNumber] } })
  const kept = () =>
    one<{ times: number }>(
      context.db,
      'test.rule',
      'select extend_times as times from offer_rule where loan_id = $1',
      [loan.loanId],
    )
  expect(await kept()).toEqual({ times: 0 })
  await expect(
    context.db.query({ text: `update offer_rule set extend_times = 3 where loan_id = ${loan.loanId}` }),
  ).rejects.toThrow()
})

test('FIX-13 an offer that fails to end is retried in the next run, without delaying other offers', async () => {
  const { context } = fixture
  const [broken, sound] = [await aLoan(context), await aLoan(context)]
  const errors: unknown[] = []
  const log = {
    ...context.log,
    error: (fields: unknown) => errors.push(fields),
  } as unknown as typeof context.log
  const point = (total: number) =>
    context.db.query({ text: `update loan_position set funded = ${total} where loan_id = ${broken.loanId}` })
  await point(5)
  fixture.travel('31 days')
  await endOffersThatAreOver({ ...context, log })
  expect(errors).toMatchObject([{ loanNumber: broken.loanNumber }])
  expect(await positionOf(sound)).toMatchObject({ status: 'CANCELLED' })
  await point(0)
  await end()
  expect(await positionOf(broken)).toMatchObject({ status: 'CANCELLED' })
})

/** Two drafts that the listing counts together, because their ids are in the same range. */
async function aPairOfDrafts(): Promise<[Loan, Loan]> {
  const byRange = new Map<number, Loan>()
  for (;;) {
    const draft = await aDraftLoan(fixture.context)
    const range = Math.floor(draft.loanId / 2 ** 48)
    const other = byRange.get(range)
    if (other) return [other, draft]
    byRange.set(range, draft)
  }
}

test('FIX-13 a loan keeps its offer rule when the statement that publishes it also cancels another loan', async () => {
  const { context } = fixture
  const [listed, draft] = await aPairOfDrafts()
  await perform(context, publishLoans, { actor: operator, input: { loanNumbers: [listed.loanNumber] } })
  await inTransaction(context.db, { repeatable: true }, async (tx) => {
    await insertTerms(tx, context.config, [draft.loanId])
    await tx.query({
      text: `update loan_position set status = case loan_id when $1 then 'CANCELLED' else 'OFFERED' end
              where loan_id = any($2)`,
      values: [listed.loanId, [listed.loanId, draft.loanId]],
    })
  })
  const rules = await many(context.db, 'test.rules', 'select loan_id from offer_rule where loan_id = $1', [
    draft.loanId,
  ])
  expect(rules).toHaveLength(1)
})
