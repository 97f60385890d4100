import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobQueues } from '../../main/testing.ts'
import { cancelLoan, cancelProduct } from '../../loans/testing.ts'
import { one } from '../../platform/db/database.ts'
import { listNotices } from '../../lenders/testing.ts'
import { listJobs, reviveJobs } from '../../platform/jobs/queue.ts'
import { runDueJobs } from '../../platform/jobs/worker.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aProduct } from '../../../testing/bulk.ts'
import { damage } from '../../../testing/damage.ts'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { reserveFunding } from '../../../testing/people.ts'
import { runBulk } from './run.ts'
import { type BulkFixture, makeBulkFixture } from './testing/fixture.ts'

let fixture: BulkFixture
let lender: LoggedIn

beforeAll(async () => {
  fixture = await makeBulkFixture()
})
beforeEach(async () => {
  lender = await fixture.bulkLender(100_000_000)
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

test('BLK-06 a bulk funding refuses loans that others have funded meanwhile, gives the reason and returns their money', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000, 3_000_000, 4_000_000], {
    alsoAlone: true,
  })
  const [taken, part, gone] = product.loans
  if (!taken || !part || !gone) throw new Error('no loans')
  const { json } = await fixture.submit(lender, product)
  const other = await logIn(fixture, fixture.app, { cash: 10_000_000 })
  await reserveFunding(fixture.context, { lenderId: other.lenderId, ...taken })
  await reserveFunding(fixture.context, { lenderId: other.lenderId, ...part, amount: 500_000 })
  await perform(fixture.context, cancelLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: { loanNumber: gone.loanNumber },
  })
  await fixture.drain()
  expect(await fixture.cash(lender)).toEqual({ available: 96_000_000, held: 0 })
  expect((await fixture.fundingsOf(lender)).map(({ amount }) => amount)).toEqual([4_000_000])
  const { runs } = await fixture.progressOf(lender)
  expect(runs[0]).toMatchObject({
    fundedLoan: 1,
    refusedLoan: 3,
    fundedAmount: 4_000_000,
    returnedAmount: 6_000_000,
  })
  expect(runs[0]?.refused).toEqual([
    {
      loan_number: taken.loanNumber,
      amount: 1_000_000,
      reason: 'TAKEN',
      message: expect.stringMatching(/\.$/),
    },
    {
      loan_number: part.loanNumber,
      amount: 2_000_000,
      reason: 'CHANGED',
      message: expect.stringMatching(/\.$/),
    },
    {
      loan_number: gone.loanNumber,
      amount: 3_000_000,
      reason: 'CLOSED',
      message: expect.stringMatching(/\.$/),
    },
  ])
  // The notice is created only after the time in which the progress widget shows the end.
  fixture.travel('16 minutes')
  const { list } = await listNotices(fixture.context, lender.lenderId)
  fixture.travel(undefined)
  expect(list[0]).toMatchObject({
    tone: 'warning',
    message:
      `1 dari 4 pinjaman Koperasi Contoh terdanai dengan Rp4.000.000 (${json.bulkFundingNumber}). ` +
      '3 pinjaman tidak dapat didanai dan Rp6.000.000 sudah kembali ke cash balance Anda.',
  })
})

test('when two lenders submit the same bulk product, each loan goes to one of them and the other’s money is returned', async () => {
  const rival = await fixture.bulkLender(10_000_000)
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000, 3_000_000])
  expect((await fixture.submit(lender, product)).status).toBe(200)
  expect((await fixture.submit(rival, product)).status).toBe(200)
  await fixture.drain()
  const all = [...(await fixture.fundingsOf(lender)), ...(await fixture.fundingsOf(rival))]
  expect(all.map(({ loanNumber }) => loanNumber).sort()).toEqual(
    product.loans.map(({ loanNumber }) => loanNumber),
  )
  const [mine, theirs] = [await fixture.cash(lender), await fixture.cash(rival)]
  expect([mine.held, theirs.held]).toEqual([0, 0])
  expect(mine.available + theirs.available).toBe(104_000_000)
  expect((await fixture.progressOf(rival)).runs[0]?.status).toBe('DONE')
})

test('a bulk funding returns all money when the product is cancelled before its job runs', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000])
  await fixture.submit(lender, product)
  const operator = { kind: 'operator', name: 'test' } as const
  const { loanNumbers } = await perform(fixture.context, cancelProduct, {
    actor: operator,
    input: { number: product.number },
  })
  for (const loanNumber of loanNumbers)
    await perform(fixture.context, cancelLoan, { actor: operator, input: { loanNumber } })
  await fixture.drain()
  expect(await fixture.cash(lender)).toEqual({ available: 100_000_000, held: 0 })
  const { runs } = await fixture.progressOf(lender)
  expect(runs[0]?.refused.map(({ reason }) => reason)).toEqual(['CLOSED', 'CLOSED'])
})

test('a loan cancelled after a bulk funding is refunded', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000])
  await fixture.submit(lender, product)
  await fixture.drain()
  await perform(fixture.context, cancelLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: { loanNumber: product.loans[0]?.loanNumber ?? '' },
  })
  expect((await fixture.fundingsOf(lender)).map(({ state }) => state)).toEqual(['REFUNDED', 'SETTLED'])
  expect(await fixture.cash(lender)).toEqual({ available: 98_000_000, held: 0 })
})

test('a bulk funding returns the money for a loan whose funding fails at every attempt, and funds the others', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000])
  await fixture.submit(lender, product)
  const broken = product.loans[0]?.loanId
  const escrow = await one<{ own: number; wrong: number }>(
    fixture.context.db,
    'test.escrow',
    `select escrow_account as own, (select id from account where kind = 'BANK_CLEARING' limit 1) as wrong
       from loan_position where loan_id = $1`,
    [broken],
  )
  const point = (account: number) =>
    damage(fixture, 'update loan_position set escrow_account = $2 where loan_id = $1', [broken, account])
  // Causes a technical fault, for which no reason is shown to the lender.
  await point(escrow.wrong)
  for (let round = 1; round <= 4; round += 1) {
    fixture.travel(`${round} minutes`)
    await fixture.drain()
    expect((await fixture.fundingsOf(lender)).map(({ amount }) => amount)).toEqual([2_000_000])
    expect(await fixture.cash(lender)).toEqual({ available: 97_000_000, held: 1_000_000 })
  }
  fixture.travel('5 minutes')
  await fixture.drain()
  fixture.travel(undefined)
  expect(await fixture.cash(lender)).toEqual({ available: 98_000_000, held: 0 })
  const { runs } = await fixture.progressOf(lender)
  expect(runs[0]).toMatchObject({
    status: 'DONE',
    fundedLoan: 1,
    refused: [{ amount: 1_000_000, reason: 'FAILED' }],
  })
  await point(escrow.own)
})

test('BLK-06 a bulk funding keeps its money on hold while its job is dead, and continues when the operator revives the job', async () => {
  const { db, log } = fixture.context
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000])
  await fixture.submit(lender, product)
  const broken = {
    'bulk.fund': async () => {
      throw new Error('the worker is of another age')
    },
  }
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    fixture.travel(`${attempt * 20} minutes`)
    expect(await runDueJobs(db, jobQueues, broken, log), `try ${attempt}`).toBeGreaterThan(0)
  }
  fixture.travel(undefined)
  const dead = (await listJobs(db, { state: 'dead', kind: 'bulk.fund', page: 1, limit: 1 }))[0]
  expect(dead).toMatchObject({ lastError: expect.stringContaining('of another age') })
  expect(await fixture.cash(lender)).toEqual({ available: 97_000_000, held: 3_000_000 })
  expect(await reviveJobs(db, { id: dead?.id ?? '' })).toEqual([dead?.id])
  await fixture.drain()
  expect(await fixture.fundingsOf(lender)).toHaveLength(2)
})

test('DSH-02 BLK-06 a bulk funding resumes after each stop of the worker, and shows the right progress', async () => {
  const { context } = fixture
  const product = await aProduct(context, [1_000_000, 2_000_000, 3_000_000])
  await fixture.submit(lender, product)
  const { bulkId } = await one<{ bulkId: string }>(
    context.db,
    'test.bulk_id',
    'select id as "bulkId" from bulk_funding where lender_id = $1',
    [lender.lenderId],
  )
  let seconds = 0
  const hasty = {
    ...context,
    clock: { ...context.clock, now: () => new Date((seconds += 60) * 1_000) },
  }
  const steps: string[] = []
  for (;;) {
    const result = await runBulk(hasty, { lenderId: lender.lenderId, bulkId }, { batchSize: 1 })
    const { qtyCurrentProcess, qtyLoanFunded, runs } = await fixture.progressOf(lender)
    steps.push(`${qtyCurrentProcess} of ${qtyLoanFunded}, ${runs[0]?.status}`)
    expect((await fixture.cash(lender)).available).toBe(94_000_000)
    if (!result) break
  }
  expect(steps).toEqual(['1 of 3, RUNNING', '2 of 3, RUNNING', '3 of 3, RUNNING', '3 of 3, DONE'])
  // The job that remains in the queue finds nothing to do.
  await fixture.drain()
  expect(await fixture.fundingsOf(lender)).toHaveLength(3)
})
