import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bulkFundingJobs } from '../../bulk-funding/jobs.ts'
import { closeDays } from '../../credit-quality/index.ts'
import { assignSuspense, listSuspense, takePayment } from '../../deposit/index.ts'
import { releaseFunding } from '../../funding/index.ts'
import { withdrawLoan } from '../../loans/index.ts'
import { checkChain, sealAudit } from '../../platform/audit/seal.ts'
import { performBatch } from '../../platform/batch/batch-mutation.ts'
import { Database, one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { perform } from '../../platform/mutation.ts'
import { recordRepayments } from '../../servicing/index.ts'
import { takeOverLoan } from '../../servicing/take-over/index.ts'
import { aPayingBank } from '../../snap/testing/bank.ts'
import { aDepositor } from '../../snap/testing/stage.ts'
import { aProduct, offerBulk, submitProduct } from '../../testing/bulk.ts'
import { runAllJobs } from '../../testing/drain.ts'
import { aDraftLoan } from '../../testing/loans.ts'
import { aLender, aLoan, anAgreement, reserveFunding, signFunding } from '../../testing/people.ts'
import { aDisbursedLoan, aFundedLoan } from '../../testing/servicing.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { returnWithdrawal, settleWithdrawal, takeToSend } from '../../withdrawal/end-withdrawal.ts'
import { heldWithdrawals } from '../../withdrawal/testing/held.ts'
import { auditBooks, invariants } from './audit.ts'
import { corruptions } from './testing/corruptions.ts'

/** Books with everything in them: a funding of each kind, sealed. */
let world: World
/** As the owner of the tables, who may do what the application may not. */
let owner: Database

beforeAll(async () => {
  world = await makeWorld()
  owner = new Database({ url: world.databaseUrl, size: 2 })
  const { context } = world
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
  await bankPayments()
  await takenOverLoan()
  await bulkFundings()
  await withdrawals()
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
  await world.close()
})

/**
 * Two loans of two lenders each that were paid out: one is late and paid in part, one is repaid and paid too much; and
 * one that was withdrawn with its money given back.
 */
async function repaidLoans(): Promise<void> {
  const { context } = world
  const terms = { interestType: 'FLAT', tenor: 3, disbursedOn: '2026-01-31' } as const
  const late = await aDisbursedLoan(context, [600_000, 400_000], terms)
  const repaid = await aDisbursedLoan(context, [300_000, 200_000], terms)
  const outcomes = await recordRepayments(context, { kind: 'operator', name: 'test' }, [
    { loanNumber: late.loanNumber, reference: 'A-1', paidOn: '2026-03-10', amount: 20_000, fee: 1_000 },
    { loanNumber: repaid.loanNumber, reference: 'A-2', paidOn: '2026-02-10', amount: 600_000 },
  ])
  expect(outcomes).toMatchObject([{ answer: { repaid: false } }, { answer: { repaid: true } }])
  const { loanNumber } = await aFundedLoan(context, [500_000])
  const actor = { kind: 'operator', name: 'test' } as const
  expect(await perform(context, withdrawLoan, { actor, input: { loanNumber } })).toMatchObject({
    refunded: 1,
  })
}

/** A loan that one lender funded elsewhere. */
async function takenOverLoan(): Promise<void> {
  const { context } = world
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

/** One withdrawal that is paid, one that was returned, one that waits. */
async function withdrawals(): Promise<void> {
  const context = { ...world.context, banks: [aPayingBank()] }
  const { held } = await heldWithdrawals(context, [200_000, 300_000, 400_000])
  const actor = { kind: 'system' } as const
  const [id = '', returned = ''] = held.map((one) => one.id)
  for (const sent of [id, returned]) await perform(context, takeToSend, { actor, input: { id: sent } })
  await perform(context, settleWithdrawal, { actor, input: { id, bankReference: 'B-1' } })
  await perform(context, returnWithdrawal, { actor, input: { id: returned, reason: 'LOST' } })
}

/**
 * A bulk funding that has ended, of loans of which one was looked at before and one was taken by somebody else; and one
 * that waits.
 */
async function bulkFundings(): Promise<void> {
  const { context } = world
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

/** Money that banks told of: for a lender, for nobody, and for nobody until an operator found the lender. */
async function bankPayments(): Promise<void> {
  const { context } = world
  const { lenderId, numbers } = await aDepositor(world)
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
  expect(await performBatch(context, takePayment, notices)).toEqual(notices.map(() => ({ answer: 'TAKEN' })))
  const [, found] = await listSuspense(context.db)
  await perform(context, assignSuspense, {
    actor: { kind: 'operator', name: 'test' },
    input: { paymentId: found?.paymentId ?? '', lenderId, note: 'x' },
  })
}

/** Does this to the books with the triggers off, names the invariants that are then broken, and undoes it. */
async function breachesAfter(sql: string): Promise<string[]> {
  const client = await owner.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(sql)
    const broken: string[] = []
    for (const { id, sql: question } of invariants) {
      const { rowCount } = await client.query(`select * from (${question}) breach limit 1`)
      if (rowCount !== 0) broken.push(id)
    }
    return [...broken, ...(await checkChain(client)).map((breach) => breach.invariant)]
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('the audit of the books', () => {
  test('finds nothing in books that are whole', async () => {
    expect(await auditBooks(owner)).toEqual([])
    expect(await breachesAfter('select 1')).toEqual([])
  })

  test.each(corruptions)('%s finds %s', async (id, _, sql) => {
    expect(await breachesAfter(sql)).toContain(id)
  })

  test('every invariant is seen to fail above', () => {
    const seen = new Set(corruptions.map(([id]) => id))
    expect([...invariants.map(({ id }) => id), 'I24'].filter((id) => !seen.has(id))).toEqual([])
  })

  test('tells at most 20 rows of each, with what should hold', async () => {
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
