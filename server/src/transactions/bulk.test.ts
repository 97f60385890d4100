import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bulkFundingJobs } from '../bulk-funding/jobs.ts'
import { withdrawLoan } from '../loans/index.ts'
import { run } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { perform } from '../platform/mutation.ts'
import { type AProduct, aProduct, offerBulk, submitProduct } from '../testing/bulk.ts'
import { runAllJobs } from '../testing/drain.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { findMovements } from './find-movements.ts'
import { listTransactions } from './list.ts'

let world: World
let lenderId: number

beforeAll(async () => {
  world = await makeWorld()
  ;({ lenderId } = await aLender(world.context, { cash: 100_000_000, userTypeId: 3 }))
  await offerBulk(world.context, lenderId)
})
afterEach(async () => expect(await world.books()).toEqual([]))
afterAll(() => world.close())

const drain = () => runAllJobs(world.context, bulkFundingJobs(world.context))

const withdraw = ({ loanNumber }: { loanNumber: string }) =>
  perform(world.context, withdrawLoan, { actor: { kind: 'operator', name: 'test' }, input: { loanNumber } })

const submit = (product: AProduct) => submitProduct(world.context, lenderId, product)

async function rows(query: { type?: string; status?: string } = {}) {
  const { list, pagination } = await listTransactions(world.context, lenderId, {
    page: 1,
    limit: 10,
    ...query,
  })
  expect(pagination.totalData).toBe(list.length)
  return list.map((row) => [row.transactionNumber, row.status, row.amount])
}

class Undone extends Error {}

/** What the history would tell if the first loan of all that runs had just been refused. */
async function withOneRefused(): Promise<number[]> {
  let amounts: number[] = []
  const work = inTransaction(world.context.db, { repeatable: true }, async (tx) => {
    await run(
      tx,
      'test.refuse',
      `update bulk_funding_loan set state = 'REFUSED', reason = 'TAKEN', ended_at = app_now()
        where lender_id = $1 and state = 'WAITING' and amount = 1000000`,
      [lenderId],
    )
    const all = { type: 0, status: 2, since: '-infinity', until: 'infinity', page: 1, limit: 10 }
    amounts = (await findMovements(tx, { lenderId, ...all })).rows.map(({ amount }) => amount)
    throw new Undone()
  })
  await expect(work).rejects.toThrow(Undone)
  return amounts
}

test('TRX-01 a bulk funding is what it may still lend, then what it has lent; one that failed is all it asked for', async () => {
  const totals = [1_000_000, 2_000_000, 4_000_000]
  const [some, none] = [await aProduct(world.context, totals), await aProduct(world.context, totals)]
  const [first, second] = [await submit(some), await submit(none)]
  expect(await rows({ status: '2' })).toEqual([
    [second, 'In Progress', -7_000_000],
    [first, 'In Progress', -7_000_000],
  ])
  expect(await withOneRefused()).toEqual([-6_000_000, -6_000_000])

  for (const loan of [some.loans[0], ...none.loans]) if (loan) await withdraw(loan)
  await drain()
  expect(await rows({ type: '2', status: '1' })).toEqual([[first, 'Success', -6_000_000]])
  expect(await rows({ type: '2', status: '3' })).toEqual([[second, 'Failed', -7_000_000]])
  expect(await rows({ status: '2' })).toEqual([])
})

test('TRX-01 DSH-04 a page from either end tells the same of a bulk funding', async () => {
  const { context } = world
  for (let made = 0; made < 4; made += 1) {
    const loan = await aLoan(context)
    await signFunding(
      context,
      (await reserveFunding(context, { lenderId, ...loan, amount: 100_000 + made })).fundingId,
    )
  }
  const all = await rows()
  expect(all).toHaveLength(7)
  const pages = []
  for (const page of [1, 2, 3, 4])
    pages.push(...(await listTransactions(context, lenderId, { page, limit: 2 })).list)
  expect(pages.map((row) => [row.transactionNumber, row.status, row.amount])).toEqual(all)
})
