import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aClass } from '../../../testing/limits.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { one } from '../../platform/db/database.ts'
import { aPayingBank } from '../../cash/testing.ts'
import { heldWithdrawals } from '../../../testing/held-withdrawal.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

const million = 1_000_000

test('LIM-03 LIM-04 the sums outstanding on the platform and of non-professional lenders equal the sums over their lenders', async () => {
  const { context } = fixture
  const loan = await aLoan(context, { totalLoan: 100 * million })
  const classes = [
    { kind: 'INDIVIDUAL', yearlyIncome: 500 * million },
    { kind: 'INDIVIDUAL', yearlyIncome: 501 * million },
    { kind: 'COMPANY', yearlyIncome: null },
    null,
  ] as const
  for (const [place, lenderClass] of classes.entries()) {
    const { lenderId } = await aLender(context, {
      cash: 20 * million,
      userTypeId: lenderClass?.kind === 'COMPANY' ? 3 : 1,
    })
    if (lenderClass) await aClass(context, lenderId, lenderClass)
    // Signed and pending fundings; each lender has a different sum.
    const signed = await reserveFunding(context, { lenderId, ...loan, amount: (place + 1) * million })
    await signFunding(context, signed.fundingId)
    await reserveFunding(context, { lenderId, ...loan, amount: 2 * million })
  }
  const { lenderId, held } = await heldWithdrawals({ ...context, banks: [aPayingBank()] }, [300_000, 400_000])
  await reserveFunding(context, { lenderId, ...loan, amount: 200_000 })
  expect(held).toHaveLength(2)

  const sums = await one<Record<string, number>>(
    context.db,
    'test.sums',
    `select (select platform from platform_figures(500000000)) as platform,
            (select non_professional from platform_figures(500000000)) as group,
            platform_outstanding() as alone,
            (select sum(lender_outstanding(id))::bigint from lender) as "sumOfAll",
            (select sum(lender_outstanding(l.id))::bigint from lender l
               left join lender_class c on c.lender_id = l.id and c.version = l.class_version
              where c.kind is null or c.kind = 'INDIVIDUAL' and c.yearly_income <= 500000000) as "sumOfGroup"`,
  )
  expect(sums.platform).toBeGreaterThan(8 * million)
  expect(sums.group).toBeGreaterThan(4 * million)
  expect(sums.group).toBeLessThan(sums.platform ?? 0)
  expect([sums.alone, sums.platform, sums.group]).toEqual([sums.sumOfAll, sums.sumOfAll, sums.sumOfGroup])
})
