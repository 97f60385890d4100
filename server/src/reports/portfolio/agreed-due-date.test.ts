import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aDisbursedLoan, type LentLoan } from '../../../testing/servicing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { listInstallments, restructureLoan } from '../../loans/index.ts'
import { flat, operator, servicingOf } from '../../../testing/loan-operations.ts'
import { findItems } from './items.ts'

let fixture: Fixture
const { settle } = servicingOf(() => fixture)
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

/** A loan of 1,200,000 from one lender over the twelve months until 31 January 2027. */
const aLent = () => aDisbursedLoan(fixture.context, [1_200_000], { ...flat, disbursedOn: '2026-01-31' })

/** A restructuring without interest; the first month ends on the day of `startsOn` in the next month. */
const restructure = (loanNumber: string, agreedOn: string, startsOn: string, tenor: number) =>
  perform(fixture.context, restructureLoan, {
    actor: operator,
    input: {
      ...{ loanNumber, agreedOn, startsOn, tenor },
      interest: '0',
      interestType: 'FLAT',
      tenorPeriod: 'MONTH',
      keepInterest: false,
      agreement: { reference: `ADDENDUM/${loanNumber}`, sha256: '0'.repeat(64) },
    },
  })

/** The due dates of the installments in the lender's view, and the due date of the whole loan. */
async function dueDates({ fundings: [funding] }: LentLoan) {
  const { lenderId = 0, fundingId = '' } = funding ?? {}
  const { db } = fixture.context
  const { detailList } = await listInstallments(db, lenderId, fundingId, { page: 1, limit: 50 })
  const [row] = await findItems(db, lenderId, [fundingId])
  return { installments: detailList.map(({ dueDate }) => dueDate), loan: row?.dueDate }
}

test('SCR-09 a loan restructured on the due date of its first new installment shows the due dates of the new terms', async () => {
  const loan = await aLent()
  await restructure(loan.loanNumber, '2026-04-15', '2026-03-15', 3)
  expect(await dueDates(loan)).toEqual({
    installments: ['2026-04-15', '2026-05-15', '2026-06-15'],
    loan: '2026-06-15',
  })
})

test('SCR-09 a loan settled early on the day of its restructuring shows the last due date of the new terms', async () => {
  const loan = await aLent()
  await restructure(loan.loanNumber, '2026-04-15', '2026-04-15', 3)
  await settle({ loanNumber: loan.loanNumber, amount: 1_200_000 })
  expect(await dueDates(loan)).toEqual({ installments: ['2026-05-15', '2026-07-15'], loan: '2026-07-15' })
})

test('SCR-09 a restructured loan settled early on the due date of an installment shows the new terms', async () => {
  const loan = await aLent()
  await restructure(loan.loanNumber, '2026-03-20', '2026-03-15', 3)
  await settle({ loanNumber: loan.loanNumber, amount: 1_200_000 })
  expect(await dueDates(loan)).toEqual({ installments: ['2026-04-15', '2026-06-15'], loan: '2026-06-15' })
})
