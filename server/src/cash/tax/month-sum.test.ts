import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { operator } from '../../../testing/loan-operations.ts'
import { recordRepayment, reverseRepayment } from '../../loans/testing.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { lenderTax } from './lender-year.ts'
import { aLentLoan, breachesOf, goTo, pay } from './testing/tax-month.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await breachesOf(fixture)).toEqual([]))
afterAll(() => fixture.close())

const monthOf = async (lenderId: number, period: string) => {
  const { months } = await lenderTax(fixture.context, lenderId, Number(period.slice(0, 4)))
  return months.find((month) => month.period === period)
}
const reverse = (reference: string) =>
  perform(fixture.context, reverseRepayment, { actor: operator, input: { reference, reason: 'misread' } })

test('VAL-06 the tax of a lender’s month is the rate on all its interest, rounded down once, whatever its installments', async () => {
  // Each installment has 4,333 rupiah of interest for the first lender: 649.95 of tax.
  const { loanNumber, fundings } = await aLentLoan(fixture, [433_333, 766_667])
  const lenderId = fundings[0]?.lenderId ?? 0
  for (const day of ['05', '06', '07']) await pay(fixture, `2026-03-${day}`, { loanNumber, amount: 112_000 })
  await pay(fixture, '2026-03-08', { loanNumber, amount: 340_000 })
  const { interest = 0, tax } = (await monthOf(lenderId, '2026-03')) ?? {}
  expect(tax).toBe(Math.floor((interest * 15) / 100))
  const { each } = await one<{ each: number }>(
    fixture.context.db,
    'test.each_rounded',
    `select sum(floor(interest * 0.15))::bigint as each
       from (select no, sum(interest) as interest from lender_repayment where lender_id = $1 group by no) i`,
    [lenderId],
  )
  expect(each).toBeLessThan(tax ?? 0)
})

test('VAL-06 a month stays right when payments in the middle of it are taken back, also those of a month before', async () => {
  const { loanNumber, fundings } = await aLentLoan(fixture)
  const lenderId = fundings[0]?.lenderId ?? 0
  await pay(fixture, '2026-04-05', { loanNumber, amount: 1_337, reference: 'APRIL' })
  await pay(fixture, '2026-05-05', { loanNumber, amount: 1_333, reference: 'MAY-1' })
  await pay(fixture, '2026-05-06', { loanNumber, amount: 1_339, reference: 'MAY-2' })
  await pay(fixture, '2026-05-07', { loanNumber, amount: 1_333, reference: 'MAY-3' })
  for (const reference of ['MAY-3', 'MAY-2', 'MAY-1']) {
    await reverse(reference)
    const { interest = 0, tax = 0 } = (await monthOf(lenderId, '2026-05')) ?? {}
    expect([reference, tax]).toEqual([reference, Math.floor((interest * 15) / 100)])
  }
  await pay(fixture, '2026-06-01', { loanNumber, amount: 2_666, reference: 'JUNE-1' })
  await pay(fixture, '2026-06-02', { loanNumber, amount: 1_001, reference: 'JUNE-2' })
  await reverse('JUNE-2')
  await reverse('JUNE-1')
  goTo(fixture, '2026-06-10')
  await pay(fixture, '2026-06-10', { loanNumber, amount: 4_001, reference: 'JUNE-3' })
  expect(await monthOf(lenderId, '2026-06')).toMatchObject({ interest: 4_001, tax: 600 })
})

test('VAL-06 months stay right when a payment of an earlier day allocates later ones anew, also one of a month before', async () => {
  const { loanNumber, fundings } = await aLentLoan(fixture, [433_333, 766_667])
  await pay(fixture, '2026-07-01', { loanNumber, amount: 5_003, reference: 'JULY' })
  const before = await Promise.all(fundings.map(({ lenderId }) => monthOf(lenderId, '2026-07')))
  await pay(fixture, '2026-08-06', { loanNumber, amount: 7_001, reference: 'AUGUST' })
  goTo(fixture, '2026-08-20')
  const late = { loanNumber, amount: 116_003, paidOn: '2026-02-28', reference: 'FEBRUARY' }
  const { moved } = await perform(fixture.context, recordRepayment, { actor: operator, input: late })
  expect(moved).toEqual(['JULY', 'AUGUST'])
  expect(await Promise.all(fundings.map(({ lenderId }) => monthOf(lenderId, '2026-07')))).toEqual(
    before.map((month) => ({ ...month, isOver: true })),
  )
  for (const { lenderId } of fundings) {
    const { interest = 0, tax } = (await monthOf(lenderId, '2026-08')) ?? {}
    expect(interest).toBeGreaterThan(0)
    expect(tax).toBe(Math.floor((interest * 15) / 100))
  }
})
