import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bulkFundingJobs, fundSelection, releaseFunding } from '../../funding/testing.ts'
import { payOutClearing } from '../../cash/index.ts'
import { closeDays, recordRepayments } from '../../loans/index.ts'
import { aBank, assignSuspense, listSuspense, recordPayment } from '../../cash/testing.ts'
import { cancelLoan, disburseLoan, endOffer, reverseRepayment, takeOverLoan } from '../../loans/testing.ts'
import { chainInvariants, followChain } from '../../platform/audit/chain.ts'
import { sealAudit } from '../../platform/audit/seal.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Database, one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { aDepositor } from '../../../testing/snap-scenario.ts'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aTypeWithRule } from '../../../testing/offers.ts'
import { aLender, aLoan, anAgreement, reserveFunding, signFunding } from '../../../testing/people.ts'
import { aDisbursedLoan, aFundedLoan, longAgo } from '../../../testing/servicing.ts'
import { type AccountFixture, makeAccountFixture } from '../../../testing/account.ts'
import { invariants } from './audit.ts'
import { auditBooks } from './testing/audit-books.ts'
import { anOrderedRound } from '../../../testing/auto-rounds.ts'
import { corruptions as ofEachRoom } from './testing/corruptions.ts'
import { anOpenedLoan } from '../../../testing/opening.ts'
import { transferredHoldings } from './testing/holdings.ts'
import { estates } from './testing/estates.ts'
import { borrowerPayments } from './testing/borrower-payments.ts'
import { orderedDisbursements } from './testing/ordered-disbursements.ts'
import { reversedTopUps, takenOverCash } from './testing/reversed-top-ups.ts'
import { takenBackLoans } from './testing/taken-back-loans.ts'
import { taxSlips } from './testing/tax-slips.ts'
import { withdrawalsOfEveryEnd } from './testing/withdrawals-of-every-end.ts'
import { guardCorruptions } from './testing/guard-corruptions.ts'
import { votesOfEveryEnd } from './testing/votes.ts'
import { companyDecisions } from './testing/company-decisions.ts'
import { secondPairs } from './testing/second-pairs.ts'
import { reportCorruptions } from './testing/report-corruptions.ts'
import { statementCorruptions } from './testing/statement-corruptions.ts'
import { aMandate, mandated } from '../../../testing/mandates.ts'
import { aClass, anIdentity, limitsInForce } from '../../../testing/limits.ts'

const corruptions = [...ofEachRoom, ...guardCorruptions, ...statementCorruptions, ...reportCorruptions]

/** A database with records of every kind whose audit trail is sealed. */
let fixture: AccountFixture
/** A connection as the owner of the tables, which may make changes that the application's role may not. */
let owner: Database

beforeAll(async () => {
  fixture = await makeAccountFixture({ overrides: { banks: [aBank(1).bank, aBank(2).bank] } })
  owner = new Database({ url: fixture.databaseUrl, size: 2 })
  const { context } = fixture
  const { lenderId } = await aLender(context, { cash: 10_000_000 })
  const loan = await aLoan(context, { totalLoan: 10_000_000 })
  const fund = (amount: number) => reserveFunding(context, { lenderId, ...loan, amount })
  await signFunding(context, (await fund(1_000_000)).fundingId)
  await fund(2_000_000)
  await perform(context, releaseFunding, {
    actor: { kind: 'system' },
    input: { fundingId: (await fund(3_000_000)).fundingId, state: 'EXPIRED' },
  })
  await repaidLoans()
  await corrections()
  await bankPayments()
  await takenOverCash(context, lenderId)
  await borrowerPayments(
    fixture.context,
    (
      await aDisbursedLoan(fixture.context, [600_000], {
        interestType: 'FLAT',
        tenor: 3,
        disbursedOn: '2026-01-31',
      })
    ).loanNumber,
  )
  await takenOverLoan()
  await anOpenedLoan(fixture.context)
  await takenBackLoans(fixture.context)
  await bulkFundings()
  await aSelection()
  await automaticFunding()
  await anOrderedRound(fixture.context)
  await endedOffers()
  await withdrawalsOfEveryEnd(fixture)
  await estates(fixture)
  await transferredHoldings(fixture)
  await orderedDisbursements(fixture.context)
  await companyDecisions(fixture)
  await limitedFundings()
  await taxSlips(fixture)
  await votesOfEveryEnd(fixture)
  await secondPairs(fixture, lenderId)
  const { from } = await one<{ from: string }>(
    context.db,
    'test.from',
    'select business_day(app_now()) - 4 as from',
  )
  await closeDays(context, { actor: { kind: 'system' }, from })
  await inTransaction(context.db, { repeatable: true }, (tx) => sealAudit(tx))
})
afterAll(async () => {
  await owner.close()
  await fixture.close()
})

/**
 * Two disbursed loans of two lenders each, one late and paid in part, one repaid with an excess; and one that was
 * cancelled and refunded.
 */
async function repaidLoans(): Promise<void> {
  const { context } = fixture
  const terms = { interestType: 'FLAT', tenor: 3, disbursedOn: '2026-01-31' } as const
  const late = await aDisbursedLoan(context, [600_000, 400_000], terms)
  const repaid = await aDisbursedLoan(context, [300_000, 200_000], terms)
  const outcomes = await recordRepayments(context, { kind: 'operator', name: 'test' }, [
    { loanNumber: late.loanNumber, reference: 'A-1', paidOn: '2026-03-10', amount: 20_000, fee: 1_000 },
    { loanNumber: repaid.loanNumber, reference: 'A-2', paidOn: '2026-02-10', amount: 600_000 },
  ])
  expect(outcomes).toMatchObject([{ answer: { repaid: false } }, { answer: { repaid: true } }])
  await penaltyPaid()
  const { loanNumber } = await aFundedLoan(context, [500_000])
  const actor = { kind: 'operator', name: 'test' } as const
  expect(await perform(context, cancelLoan, { actor, input: { loanNumber } })).toMatchObject({
    refunded: 1,
  })
}

/** A loan whose first installment was paid ten days late, with its penalty, and the second on time but for one rupiah. */
async function penaltyPaid(): Promise<void> {
  const { context } = fixture
  const offer = { offerFrom: '2020-01-01', offerUntil: '2100-01-01' }
  const terms = {
    totalLoan: 300_000,
    minimumFunding: 100_000,
    interestType: 'FLAT',
    tenor: 3,
    ...offer,
  } as const
  const loan = await aLoan(context, terms)
  const { loanNumber } = loan
  const { lenderId } = await aLender(context, { cash: 300_000 })
  const then = longAgo(context)
  const { fundingId } = await reserveFunding(then, { lenderId, ...loan, amount: 300_000 })
  await signFunding(then, fundingId)
  await perform(context, disburseLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: { loanNumber, disbursedOn: '2026-01-31' },
  })
  const payment = { loanNumber, reference: 'P-1', paidOn: '2026-03-10', amount: 103_000 + 1_030 }
  const outcomes = await recordRepayments(context, { kind: 'operator', name: 'test' }, [
    payment,
    { ...payment, reference: 'P-2', paidOn: '2026-03-31', amount: 102_999 },
  ])
  expect(outcomes).toMatchObject([{ answer: { penalty: 1_030 } }, { answer: { penalty: 0, rounding: 1 } }])
}

/** A payment that was reversed after a lender had funded with a part of it; and a payout of an excess and of tax. */
async function corrections(): Promise<void> {
  const { context } = fixture
  const actor = { kind: 'operator', name: 'test' } as const
  const loan = await aDisbursedLoan(context, [600_000, 400_000], {
    ...{ interestType: 'FLAT', tenor: 3, disbursedOn: '2026-01-31' },
  })
  const { loanNumber } = loan
  const pay = (reference: string, amount: number) =>
    recordRepayments(context, actor, [{ loanNumber, reference, paidOn: '2026-03-10', amount }])
  await pay('C-1', 500_000)
  const next = await aLoan(context, { totalLoan: 10_000_000 })
  await reserveFunding(context, { lenderId: loan.fundings[0]?.lenderId ?? 0, ...next, amount: 200_000 })
  const reverse = { reference: 'C-1', reason: 'misread' }
  expect(await perform(context, reverseRepayment, { actor, input: reverse })).toMatchObject({
    amount: 500_000,
  })
  await pay('C-1', 5_000)
  const paid = await aDisbursedLoan(context, [600_000, 400_000], {
    ...{ interestType: 'FLAT', tenor: 3, disbursedOn: '2026-01-31' },
  })
  await recordRepayments(context, actor, [
    { loanNumber: paid.loanNumber, reference: 'C-2', paidOn: '2026-02-10', amount: 2_000_000, fee: 100 },
  ])
  const out = { amount: 1_000, paidOn: '2026-04-01', reason: 'due' }
  const from = { kind: 'BORROWER_EXCESS', loanNumber: paid.loanNumber } as const
  await perform(context, payOutClearing, { actor, input: { ...out, from, reference: 'OUT-1' } })
  const period = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 7)
  const tax = { kind: 'TAX_PAYABLE', methodPayment: 1, period } as const
  await perform(context, payOutClearing, {
    actor,
    input: { ...out, paidOn: `${period}-01`, from: tax, reference: '0123456789ABCDEF' },
  })
}

/** A loan that one lender funded elsewhere, taken over. */
async function takenOverLoan(): Promise<void> {
  const { context } = fixture
  const { phone } = await aLender(context, { cash: 10_000_000 })
  const { loanNumber } = await aDraftLoan(context)
  const agreement = { reference: 'ARSIP-1', sha256: 'ab'.repeat(32) }
  await perform(context, takeOverLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: {
      loanNumber,
      parts: [{ lenderPhone: phone, amount: 10_000_000, signedOn: '2026-01-05', agreement }],
    },
  })
}

/** Two offers that were extended by a week: then one was closed with what was funded, and one was cancelled. */
async function endedOffers(): Promise<void> {
  const { context } = fixture
  const loanType = await aTypeWithRule(context, { extendDays: 7, extendTimes: 1, payOutSharePpm: 500_000 })
  const { lenderId } = await aLender(context, { cash: 10_000_000 })
  const loans = [await aLoan(context, { loanType }), await aLoan(context, { loanType })]
  for (const [place, loan] of loans.entries()) {
    const { fundingId } = await reserveFunding(context, {
      lenderId,
      ...loan,
      amount: 6_000_000 - place * 5_000_000,
    })
    await signFunding(context, fundingId)
  }
  for (const days of [31, 38]) {
    fixture.travel(`${days} days`)
    for (const { loanNumber } of loans)
      await perform(context, endOffer, { actor: { kind: 'system' }, input: { loanNumber } })
  }
  fixture.travel(undefined)
}

/**
 * Two bulk fundings: one ended, with a loan whose agreement the lender had opened before and a loan that another lender
 * funded; and one that waits.
 */
async function bulkFundings(): Promise<void> {
  const { context } = fixture
  const { lenderId } = await aLender(context, { cash: 20_000_000 })
  const other = await aLender(context, { cash: 20_000_000 })
  await offerBulk(context, lenderId)
  const product = await aProduct(context, [1_000_000, 2_000_000, 3_000_000], { alsoAlone: true })
  const [seen, taken] = product.loans
  if (!seen || !taken) throw new Error('no loans')
  await anAgreement(context, { lenderId, ...seen })
  await submitProduct(context, lenderId, product)
  await reserveFunding(context, { lenderId: other.lenderId, ...taken })
  await runAllJobs(context, bulkFundingJobs(context))
  await submitProduct(context, lenderId, await aProduct(context, [1_000_000]))
}

/** A selection of two loans, of which the agreement of one was not read. */
async function aSelection(): Promise<void> {
  const { context } = fixture
  const { lenderId } = await aLender(context, { cash: 5_000_000 })
  const loans = [await aLoan(context), await aLoan(context)]
  const chosen = loans.map(({ loanNumber }) => ({ loanNumber, amount: 1_000_000 }))
  if (chosen[0]) await anAgreement(context, { lenderId, ...chosen[0] })
  const { list } = await perform(context, fundSelection, {
    actor: { kind: 'lender', lenderId },
    input: { loans: chosen },
  })
  expect(list.map(({ refusal }) => refusal?.code)).toEqual([undefined, 'AGREEMENT_REQUIRED'])
}

/**
 * Payments that banks reported: of a lender, of an unknown number, and of an unknown number that an operator assigned.
 */
async function bankPayments(): Promise<void> {
  const { context } = fixture
  const { lenderId, numbers } = await aDepositor(fixture)
  const notices = [numbers[1], '988009999999998', '988009999999999'].map((number, place) => ({
    actor: { kind: 'system' as const },
    key: context.random.uuid(),
    input: {
      bank: 'BNI' as const,
      callId: context.random.uuid(),
      externalId: `${place}`,
      paymentRequestId: `B-${place}`,
      virtualAccountNo: `   ${number}`,
      amount: 70_000 + place,
    },
  }))
  expect(await performBatch(context, recordPayment, notices)).toEqual(
    notices.map(() => ({ answer: 'RECORDED' })),
  )
  const [, found] = await listSuspense(context.db)
  await perform(context, assignSuspense, {
    actor: { kind: 'operator', name: 'test' },
    input: { paymentId: found?.paymentId ?? '', lenderId, note: 'x' },
  })
  await reversedTopUps(context, lenderId, found?.paymentId ?? '')
}

/** Two fundings of a non-professional lender and a bulk funding of a company, all decided by limits. */
async function limitedFundings(): Promise<void> {
  const { context } = fixture
  await limitsInForce(context, { nonProfessionalSharePpm: 200_000, asksIdentity: true })
  const { lenderId } = await aLender(context, { cash: 10_000_000 })
  await anIdentity(context, lenderId)
  await aClass(context, lenderId, { kind: 'INDIVIDUAL', yearlyIncome: 100_000_000 })
  const loan = await aLoan(context, { totalLoan: 10_000_000 })
  await signFunding(
    context,
    (await reserveFunding(context, { lenderId, ...loan, amount: 1_000_000 })).fundingId,
  )
  await reserveFunding(context, { lenderId, ...loan, amount: 2_000_000 })
  const company = await aLender(context, { cash: 10_000_000, userTypeId: 3 })
  await aClass(context, company.lenderId, { kind: 'COMPANY', yearlyIncome: null })
  await anIdentity(context, company.lenderId, null)
  await offerBulk(context, company.lenderId)
  await submitProduct(context, company.lenderId, await aProduct(context, [1_000_000, 2_000_000]))
}

/** A funding under a mandate that waits for its signature. */
async function automaticFunding(): Promise<void> {
  const { context } = fixture
  const { lenderId } = await aLender(context, { cash: 1_000_000 })
  const { mandateId } = await aMandate(context, lenderId)
  const { docToken } = await reserveFunding(context, { lenderId, ...(await aLoan(context)), amount: 500_000 })
  await mandated(context, { lenderId, docToken }, mandateId)
}

/**
 * Runs the statement with triggers off, asks the invariants with these ids, and rolls back.
 * @returns the ids of those that are broken
 */
async function breachesAfter(sql: string, asked: readonly string[]): Promise<string[]> {
  const client = await owner.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(sql)
    const broken: string[] = []
    for (const { id, sql: question } of invariants.filter((one) => asked.includes(one.id))) {
      const { rowCount } = await client.query(`select * from (${question}) breach limit 1`)
      if (rowCount !== 0) broken.push(id)
    }
    if (!chainInvariants.some(({ id }) => asked.includes(id))) return broken
    return [...broken, ...(await followChain(client, null)).breaches.map((breach) => breach.invariant)]
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('the audit of the books', () => {
  test('the audit of the books finds no breach in correct books', async () => {
    expect(await auditBooks(owner)).toEqual([])
    const all = [...invariants, ...chainInvariants].map(({ id }) => id)
    expect(await breachesAfter('select 1', all)).toEqual([])
  })

  test.each(corruptions)('the audit invariant %s detects %s', async (id, _, sql) => {
    expect(await breachesAfter(sql, [id])).toContain(id)
  })

  test('every invariant of the books audit has a test corruption that it detects', () => {
    const seen = new Set(corruptions.map(([id]) => id))
    const all = [...invariants, ...chainInvariants].map(({ id }) => id)
    expect(all.filter((id) => !seen.has(id))).toEqual([])
  })

  test('the books audit reports at most 20 rows per invariant, with the expected value', async () => {
    const spoil = `insert into idempotency (actor, route, key, request_hash)
      select 'x', 'y', 'key-of-many-' || n, decode(repeat('00', 32), 'hex') from generate_series(1, 50) n`
    await owner.query({ text: spoil })
    try {
      const breaches = await auditBooks(owner)
      expect(breaches).toHaveLength(20)
      expect(breaches[0]).toMatchObject({
        invariant: 'I15',
        holds: 'every key that was claimed has an answer',
      })
    } finally {
      await owner.query({ text: `delete from idempotency where actor = 'x'` })
    }
  })
})
