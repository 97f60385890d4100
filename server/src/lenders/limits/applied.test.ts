import { refusals } from '@pematang/contract/catalogue'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import {
  aClass,
  anIndividual,
  incomeAlone,
  limitsInForce,
  refusalOf,
  roomNow,
} from '../../../testing/limits.ts'
import { aLender, aLoan, reserveFunding } from '../../../testing/people.ts'
import { bulkFundingJobs } from '../../funding/testing.ts'
import type { Context } from '../../context.ts'
import { many, one } from '../../platform/db/database.ts'
import { limitsOfFunding } from './index.ts'

const million = 1_000_000

let fixture: Fixture
let context: Context
beforeAll(async () => {
  fixture = await makeFixture()
  context = fixture.context
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(() => fixture.close())

describe('LIM-05 which limits applied', () => {
  test('LIM-05 funding limits apply from their date, and a funding stores the limits that decided it', async () => {
    await limitsInForce(context, incomeAlone)
    const { tomorrow } = await one<{ tomorrow: string }>(
      context.db,
      'test.tomorrow',
      'select (business_day(app_now()) + 1)::text as tomorrow',
    )
    const { version } = await limitsInForce(context, {
      ...incomeAlone,
      nonProfessionalIncomePpm: 50_000,
      holdsFrom: tomorrow,
    })
    const lenderId = await anIndividual(context, 100 * million)
    const loan = await aLoan(context, { totalLoan: 100 * million })
    const today = await reserveFunding(context, { lenderId, ...loan, amount: 4 * million })
    fixture.travel('1 day')
    const refused = await refusalOf(reserveFunding(context, { lenderId, ...loan, amount: 2 * million }))
    expect(refused.params.amount).toBe(million)
    const later = await reserveFunding(context, { lenderId, ...loan, amount: million })
    await aClass(context, lenderId, { kind: 'INDIVIDUAL', yearlyIncome: 900 * million })

    const [first, second] = await Promise.all(
      [today, later].map(({ fundingId }) => limitsOfFunding(context.db, fundingId)),
    )
    expect(first?.limits).toEqual([{ code: 'FUNDING_ABOVE_INCOME_LIMIT', most: 10 * million, used: 0 }])
    expect(second?.rule.version).toBe(version)
    expect(second?.lenderClass).toMatchObject({ version: 1, yearlyIncome: 100 * million })
    expect(second?.limits).toEqual([
      { code: 'FUNDING_ABOVE_INCOME_LIMIT', most: 5 * million, used: 4 * million },
    ])
  })

  test('LIM-05 each funding of a bulk funding shows the limits that decided the bulk funding', async () => {
    await limitsInForce(context, incomeAlone)
    const lenderId = await anIndividual(context, 100 * million)
    await offerBulk(context, lenderId)
    const product = await aProduct(context, [million, 2 * million])
    await submitProduct(context, lenderId, product)
    await runAllJobs(context, bulkFundingJobs(context))
    const fundings = await many<{ id: string }>(
      context.db,
      'test.bulk_fundings',
      'select id from funding where lender_id = $1',
      [lenderId],
    )
    expect(fundings).toHaveLength(2)
    for (const { id } of fundings)
      expect((await limitsOfFunding(context.db, id))?.limits).toEqual([
        { code: 'FUNDING_ABOVE_INCOME_LIMIT', most: 10 * million, used: 0 },
      ])
  })

  test('LIM-05 an individual without a lender class, or with expired evidence, cannot fund and is told the reason', async () => {
    await limitsInForce(context, incomeAlone)
    const { lenderId } = await aLender(context, { cash: 10 * million })
    const loan = await aLoan(context, { totalLoan: 10 * million })
    const missing = await refusalOf(reserveFunding(context, { lenderId, ...loan, amount: million }))
    expect(missing.message).toBe(refusals.LENDER_CLASS_MISSING.sentence({}))
    expect(await roomNow(context, lenderId)).toBeNull()
    const { today } = await one<{ today: string }>(
      context.db,
      'test.today',
      'select business_day(app_now()) as today',
    )
    await aClass(context, lenderId, {
      kind: 'INDIVIDUAL',
      yearlyIncome: 100 * million,
      validUntil: today,
    })
    await reserveFunding(context, { lenderId, ...loan, amount: million })
    fixture.travel('1 day')
    const expired = await refusalOf(reserveFunding(context, { lenderId, ...loan, amount: 2 * million }))
    expect(expired.code).toBe('INCOME_EVIDENCE_EXPIRED')
  })
})
