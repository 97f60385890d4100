import { afterAll, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../ledger/index.ts'
import type { LoanRow } from '../loans/index.ts'
import { one } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import { publishProduct, uploadProduct } from '../products/index.ts'
import { theirAgreements } from '../testing/crowd.ts'
import { aLender, fund } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { prepareAgreement } from './prepare-agreement.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const operator = { kind: 'operator', name: 'test' } as const
const amount = 500_000

/** The only loan of a bulk product that is offered. */
async function aProductLoan(number: string) {
  const { context } = world
  const days = await one<{ from: string; until: string }>(
    context.db,
    'test.days',
    `select business_day(app_now())::text as from, (business_day(app_now()) + 30)::text as until`,
  )
  const loan: LoanRow = {
    loanNumber: number,
    borrowerNumber: `B-${number}`,
    borrowerName: 'Usaha Contoh',
    loanType: 'Modal Usaha',
    totalLoan: 10_000_000,
    minimumFunding: 100_000,
    interest: '0.12',
    interestType: 'ANNUITY',
    tenor: 12,
    tenorPeriod: 'MONTH',
    grade: 'B',
    gradeDescription: null,
    purpose: null,
    marketingTitle: 'Modal usaha',
    marketingDetail: null,
    offerFrom: days.from,
    offerUntil: days.until,
  }
  await perform(context, uploadProduct, {
    actor: operator,
    input: { number, partnerName: 'Koperasi Contoh', lines: [{ line: 2, loan }], allOrNothing: true },
  })
  await perform(context, publishProduct, { actor: operator, input: { number } })
  const { id } = await one<{ id: number }>(
    context.db,
    'test.loan',
    'select id from loan where loan_number = $1',
    [number],
  )
  return { loanId: id, loanNumber: number }
}

test('a loan that is offered in a bulk product cannot be funded alone, as the marketplace shows none', async () => {
  const { context } = world
  const { lenderId } = await aLender(context, { cash: 1_000_000 })
  const loan = await aProductLoan('PRD-ALONE')
  await expect(
    prepareAgreement(
      context,
      lenderId,
      { loanNumber: loan.loanNumber, lenderUserId: lenderId, amount },
      'test-request',
    ),
  ).rejects.toMatchObject({ code: 'LOAN_NOT_FOUND' })
  // Not even with an agreement, however it was come by.
  await theirAgreements(context, [{ lenderId, ...loan, amount }])
  await expect(fund(context, { lenderId, loanId: loan.loanId, amount })).rejects.toMatchObject({
    code: 'LOAN_NOT_FOUND',
  })
  expect(await cashOf(context.db, lenderId)).toEqual({ available: 1_000_000, held: 0 })
  expect(await world.books()).toEqual([])
})
