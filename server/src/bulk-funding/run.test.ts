import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withdrawLoan } from '../loans/index.ts'
import { one, run } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { listNotices } from '../notices/notices.ts'
import { listDeadJobs, reviveJob } from '../platform/jobs/queue.ts'
import { runDueJobs } from '../platform/jobs/worker.ts'
import { perform } from '../platform/mutation.ts'
import { withdrawProduct } from '../products/index.ts'
import { aProduct } from '../testing/bulk.ts'
import { type LoggedIn, logIn } from '../testing/http.ts'
import { reserveFunding } from '../testing/people.ts'
import { runBulk } from './run.ts'
import { type BulkWorld, makeBulkWorld } from './testing/world.ts'

let world: BulkWorld
let lender: LoggedIn

beforeAll(async () => {
  world = await makeBulkWorld()
})
beforeEach(async () => {
  lender = await world.bulkLender(100_000_000)
})
afterEach(async () => expect(await world.books()).toEqual([]))
afterAll(() => world.close())

test('BLK-06 those that others took meanwhile are refused with a reason, and their money is back', async () => {
  const product = await aProduct(world.context, [1_000_000, 2_000_000, 3_000_000, 4_000_000], {
    alsoAlone: true,
  })
  const [taken, part, gone] = product.loans
  if (!taken || !part || !gone) throw new Error('no loans')
  const { json } = await world.submit(lender, product)
  const other = await logIn(world, world.app, { cash: 10_000_000 })
  await reserveFunding(world.context, { lenderId: other.lenderId, ...taken })
  await reserveFunding(world.context, { lenderId: other.lenderId, ...part, amount: 500_000 })
  await perform(world.context, withdrawLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: { loanNumber: gone.loanNumber },
  })
  await world.drain()
  expect(await world.cash(lender)).toEqual({ available: 96_000_000, held: 0 })
  expect((await world.fundingsOf(lender)).map(({ amount }) => amount)).toEqual([4_000_000])
  const { runs } = await world.progressOf(lender)
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
  // While the progress tells of the end, the notice waits.
  world.travel('16 minutes')
  const { list } = await listNotices(world.context, lender.lenderId)
  world.travel(undefined)
  expect(list[0]).toMatchObject({
    tone: 'warning',
    message:
      `1 dari 4 pinjaman Koperasi Contoh terdanai dengan Rp4.000.000 (${json.bulkFundingNumber}). ` +
      '3 pinjaman tidak dapat didanai dan Rp6.000.000 sudah kembali ke cash balance Anda.',
  })
})

test('two lenders submit the same product: each loan is one’s, the other has his money back', async () => {
  const rival = await world.bulkLender(10_000_000)
  const product = await aProduct(world.context, [1_000_000, 2_000_000, 3_000_000])
  expect((await world.submit(lender, product)).status).toBe(200)
  expect((await world.submit(rival, product)).status).toBe(200)
  await world.drain()
  const all = [...(await world.fundingsOf(lender)), ...(await world.fundingsOf(rival))]
  expect(all.map(({ loanNumber }) => loanNumber).sort()).toEqual(
    product.loans.map(({ loanNumber }) => loanNumber),
  )
  const [mine, theirs] = [await world.cash(lender), await world.cash(rival)]
  expect([mine.held, theirs.held]).toEqual([0, 0])
  expect(mine.available + theirs.available).toBe(104_000_000)
  expect((await world.progressOf(rival)).runs[0]?.status).toBe('DONE')
})

test('the product is withdrawn while it waits: all of the money comes back', async () => {
  const product = await aProduct(world.context, [1_000_000, 2_000_000])
  await world.submit(lender, product)
  const operator = { kind: 'operator', name: 'test' } as const
  const { loanNumbers } = await perform(world.context, withdrawProduct, {
    actor: operator,
    input: { number: product.number },
  })
  for (const loanNumber of loanNumbers)
    await perform(world.context, withdrawLoan, { actor: operator, input: { loanNumber } })
  await world.drain()
  expect(await world.cash(lender)).toEqual({ available: 100_000_000, held: 0 })
  const { runs } = await world.progressOf(lender)
  expect(runs[0]?.refused.map(({ reason }) => reason)).toEqual(['CLOSED', 'CLOSED'])
})

test('a funding of it is given back like any other when its loan is withdrawn afterwards', async () => {
  const product = await aProduct(world.context, [1_000_000, 2_000_000])
  await world.submit(lender, product)
  await world.drain()
  await perform(world.context, withdrawLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: { loanNumber: product.loans[0]?.loanNumber ?? '' },
  })
  expect((await world.fundingsOf(lender)).map(({ state }) => state)).toEqual(['REFUNDED', 'SETTLED'])
  expect(await world.cash(lender)).toEqual({ available: 98_000_000, held: 0 })
})

test('a loan that fails again and again is given up with its money; the others are funded', async () => {
  const product = await aProduct(world.context, [1_000_000, 2_000_000])
  await world.submit(lender, product)
  const broken = product.loans[0]?.loanId
  const escrow = await one<{ own: number; wrong: number }>(
    world.context.db,
    'test.escrow',
    `select escrow_account as own, (select id from account where kind = 'BANK_CLEARING' limit 1) as wrong
       from loan_position where loan_id = $1`,
    [broken],
  )
  const point = (account: number) =>
    inTransaction(world.context.db, { repeatable: true }, (tx) =>
      run(tx, 'test.point', 'update loan_position set escrow_account = $2 where loan_id = $1', [
        broken,
        account,
      ]),
    )
  // A fault that no lender could be told of.
  await point(escrow.wrong)
  for (let round = 1; round <= 4; round += 1) {
    world.travel(`${round} minutes`)
    await world.drain()
    expect((await world.fundingsOf(lender)).map(({ amount }) => amount)).toEqual([2_000_000])
    expect(await world.cash(lender)).toEqual({ available: 97_000_000, held: 1_000_000 })
  }
  world.travel('5 minutes')
  await world.drain()
  world.travel(undefined)
  expect(await world.cash(lender)).toEqual({ available: 98_000_000, held: 0 })
  const { runs } = await world.progressOf(lender)
  expect(runs[0]).toMatchObject({
    status: 'DONE',
    fundedLoan: 1,
    refused: [{ amount: 1_000_000, reason: 'FAILED' }],
  })
  await point(escrow.own)
})

test('BLK-06 a job that was put aside waits with its money, and goes on when the operator lets it', async () => {
  const { db, log } = world.context
  const product = await aProduct(world.context, [1_000_000, 2_000_000])
  await world.submit(lender, product)
  const broken = {
    'bulk.fund': async () => {
      throw new Error('the worker is of another age')
    },
  }
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    world.travel(`${attempt * 20} minutes`)
    expect(await runDueJobs(db, broken, log), `try ${attempt}`).toBeGreaterThan(0)
  }
  world.travel(undefined)
  const dead = (await listDeadJobs(db)).find(({ kind }) => kind === 'bulk.fund')
  expect(dead).toMatchObject({ lastError: expect.stringContaining('of another age') })
  expect(await world.cash(lender)).toEqual({ available: 97_000_000, held: 3_000_000 })
  expect(await reviveJob(db, dead?.id ?? '')).toBe(true)
  await world.drain()
  expect(await world.fundingsOf(lender)).toHaveLength(2)
})

test('DSH-02 BLK-06 a worker that has to stop after each loan goes on where it was, and the progress moves with it', async () => {
  const { context } = world
  const product = await aProduct(context, [1_000_000, 2_000_000, 3_000_000])
  await world.submit(lender, product)
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
    const result = await runBulk(hasty, { lenderId: lender.lenderId, bulkId })
    const { qtyCurrentProcess, qtyLoanFunded, runs } = await world.progressOf(lender)
    steps.push(`${qtyCurrentProcess} of ${qtyLoanFunded}, ${runs[0]?.status}`)
    expect((await world.cash(lender)).available).toBe(94_000_000)
    if (!result) break
  }
  expect(steps).toEqual(['1 of 3, RUNNING', '2 of 3, RUNNING', '3 of 3, RUNNING', '3 of 3, DONE'])
  // The job that is still there finds nothing to do.
  await world.drain()
  expect(await world.fundingsOf(lender)).toHaveLength(3)
})
