import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../../testing/fixture.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../../testing/people.ts'
import { createApp } from '../../../main/testing.ts'
import { Database } from '../../../platform/db/database.ts'
import { readExposition } from '../../../platform/metrics/testing/read-exposition.ts'
import { packPortfolios } from './pack.ts'

let fixture: Fixture
let owner: Database
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it reads the metrics, which a broken statement lacks' })
  owner = new Database({ url: fixture.databaseUrl, size: 1 })
  // Small portfolios are packed too.
  await owner.query({
    text: `create or replace function is_packable(total portfolio_total) returns boolean language sql immutable as 'select true'`,
  })
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(async () => {
  await owner.close()
  await fixture.close()
})

async function metric(name: string): Promise<number | undefined> {
  const read = readExposition(await fixture.context.metrics.text()).get(`pematang_portfolio_changes_${name}`)
  return read?.samples[0]?.value
}

test('the HTTP process reports in its metrics how many changed fundings wait to be packed for searching, and the age of the oldest', async () => {
  const app = await createApp(fixture.context)
  expect([await metric('waiting'), await metric('oldest_seconds')]).toEqual([0, 0])

  const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
  const loan = await aLoan(fixture.context)
  for (const shift of [undefined, '2 days']) {
    fixture.travel(shift)
    const { fundingId } = await reserveFunding(fixture.context, { lenderId, ...loan, amount: 200_000 })
    await signFunding(fixture.context, fundingId)
  }
  expect(await metric('waiting')).toBe(2)
  expect(await metric('oldest_seconds')).toBeGreaterThan(2 * 86_400 - 1)

  await packPortfolios(fixture.context, 1)
  expect([await metric('waiting'), await metric('oldest_seconds')]).toEqual([0, 0])
  fixture.travel(undefined)
  await app.close()
})
