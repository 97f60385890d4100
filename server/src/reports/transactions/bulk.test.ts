import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bulkFundingJobs } from '../../funding/testing.ts'
import { cancelLoan } from '../../loans/testing.ts'
import { run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { perform } from '../../platform/commands/perform.ts'
import { type AProduct, aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { findMovements } from './find-movements.ts'
import { listTransactions } from './list.ts'

let fixture: Fixture
let lenderId: number

beforeAll(async () => {
  fixture = await makeFixture()
  ;({ lenderId } = await aLender(fixture.context, { cash: 100_000_000, userTypeId: 3 }))
  await offerBulk(fixture.context, lenderId)
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const drain = () => runAllJobs(fixture.context, bulkFundingJobs(fixture.context))

const withdraw = ({ loanNumber }: { loanNumber: string }) =>
  perform(fixture.context, cancelLoan, { actor: { kind: 'operator', name: 'test' }, input: { loanNumber } })

const submit = (product: AProduct) => submitProduct(fixture.context, lenderId, product)

async function rows(query: { type?: string; status?: string } = {}) {
  const { list, pagination } = await listTransactions(fixture.context, lenderId, {
    page: 1,
    limit: 10,
    ...query,
  })
  expect(pagination.totalData).toBe(list.length)
  return list.map((row) => [row.transactionNumber, row.status, row.amount])
}

class Undone extends Error {}

/**
 * The amounts that the history shows for running bulk fundings after one of their loans is refused; rolled back
 * afterwards.
 */
async function withOneRefused(): Promise<number[]> {
  let amounts: number[] = []
  const work = inTransaction(fixture.context.db, { repeatable: true }, async (tx) => {
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

test('TRX-01 the history shows the held amount of a running bulk funding, the lent one of a finished, the requested of a failed one', async () => {
  const totals = [1_000_000, 2_000_000, 4_000_000]
  const [some, none] = [await aProduct(fixture.context, totals), await aProduct(fixture.context, totals)]
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

test('TRX-01 DSH-04 history pages of two rows show the same rows as one page, bulk fundings included', async () => {
  const { context } = fixture
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
