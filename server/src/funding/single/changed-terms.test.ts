import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { perform } from '../../platform/commands/perform.ts'
import { storeTaxStatus } from '../../lenders/testing.ts'
import { aLender, aLoan, anAgreement, fund } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

type Prepared = { lenderId: number; loanId: number; loanNumber: string }

const change = (sql: string, values: unknown[]) =>
  inTransaction(fixture.context.db, { repeatable: true }, (tx) => run(tx, `test.change ${sql}`, sql, values))

const changes: [string, (prepared: Prepared) => Promise<unknown>][] = [
  [
    'the last day of the offer',
    ({ loanId }) =>
      change('update loan_position set offer_until = offer_until + 7 where loan_id = $1', [loanId]),
  ],
  [
    'the name of the borrower',
    ({ loanId }) =>
      change(`update borrower set name = 'PT Lain' where id = (select borrower_id from loan where id = $1)`, [
        loanId,
      ]),
  ],
  [
    'the tax of the lender',
    ({ lenderId }) =>
      perform(fixture.context, storeTaxStatus, {
        actor: { kind: 'operator', name: 'test' },
        input: { lenderId, status: 'FOREIGN' },
      }),
  ],
]

for (const [what, happen] of changes) {
  test(`FIX-04 a funding needs a new agreement after a change of ${what}`, async () => {
    const { context } = fixture
    const { lenderId } = await aLender(context, { cash: 5_000_000 })
    const wanted = { lenderId, amount: 1_000_000, ...(await aLoan(context)) }
    await anAgreement(context, wanted)
    await happen(wanted)
    await expect(fund(context, wanted)).rejects.toMatchObject({ code: 'AGREEMENT_CHANGED' })
    await anAgreement(context, wanted)
    expect(await fund(context, wanted)).toMatchObject({ signCoordinatePage: 4 })
  })
}

test('FIX-04 an agreement stays valid while other lenders fund the same loan', async () => {
  const { context } = fixture
  const [first, second] = [
    await aLender(context, { cash: 5_000_000 }),
    await aLender(context, { cash: 5_000_000 }),
  ]
  const loan = await aLoan(context, { totalLoan: 10_000_000 })
  await anAgreement(context, { ...loan, ...first, amount: 1_000_000 })
  await anAgreement(context, { ...loan, ...second, amount: 2_000_000 })
  await fund(context, { ...loan, ...second, amount: 2_000_000 })
  expect(await fund(context, { ...loan, ...first, amount: 1_000_000 })).toMatchObject({
    signCoordinatePage: 4,
  })
})
