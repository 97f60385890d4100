import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { perform } from '../../platform/commands/perform.ts'
import { reverseRepayment } from '../../loans/testing.ts'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { type PayOut, payOutClearing, reversePayout } from './index.ts'

let fixture: Fixture
const { balanceOf, repay } = servicingOf(() => fixture)

beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

/** The month in which all repayments of these tests are recorded. */
const period = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 7)
/** An NTPN: 16 digits and capital letters. */
const ntpn = (end: string) =>
  end
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .padStart(16, '0')
    .slice(-16)
const taxOf = (methodPayment: 1 | 2) => ({ kind: 'TAX_PAYABLE', methodPayment, period: period() }) as const

const payOut = (input: Pick<PayOut, 'from' | 'amount' | 'reference'> & Partial<PayOut>) =>
  perform(fixture.context, payOutClearing, {
    actor: operator,
    input: { paidOn: `${period()}-01`, reason: 'monthly', ...input },
  })
const takeBack = (payoutId: string) =>
  perform(fixture.context, reversePayout, { actor: operator, input: { payoutId, reason: 'sent back' } })
/** Pays out the balances that earlier tests left on the platform's accounts, less the platform's debts. */
async function clearPlatform(): Promise<void> {
  for (const kind of ['TAX_PAYABLE', 'PLATFORM_FEE'] as const) {
    const net = (await balanceOf(kind, 0)) + (await balanceOf(receivableOf[kind], 0))
    const from = kind === 'TAX_PAYABLE' ? taxOf(1) : ({ kind, methodPayment: 1 } as const)
    if (net > 0) await payOut({ from, amount: net, reference: ntpn(fixture.context.random.uuid()) })
  }
}
const receivableOf = { TAX_PAYABLE: 'TAX_RECEIVABLE', PLATFORM_FEE: 'PLATFORM_FEE_RECEIVABLE' } as const

const aLent = () => aDisbursedLoan(fixture.context, amounts, { ...flat, disbursedOn: '2026-01-31' })

describe('FIX-14 payouts of clearing accounts', () => {
  test('an excess payment can be paid back to the borrower, and cannot be reversed until that payout is reversed', async () => {
    const { loanNumber, loanId } = await aLent()
    await repay({ loanNumber, amount: 1_400_000, penalty: 0, reference: 'EXC-1' })
    const from = { kind: 'BORROWER_EXCESS', loanNumber } as const
    await expect(payOut({ from, amount: 56_001, reference: 'X-1' })).rejects.toMatchObject({
      code: 'PAYOUT_ABOVE_BALANCE',
      params: { amount: 56_000 },
    })
    const { payoutId } = await payOut({ from, amount: 56_000, reference: 'X-1' })
    expect(await balanceOf('BORROWER_EXCESS', loanId)).toBe(0)
    const reverse = { reference: 'EXC-1', reason: 'misread' }
    const undo = () => perform(fixture.context, reverseRepayment, { actor: operator, input: reverse })
    await expect(undo()).rejects.toMatchObject({ code: 'EXCESS_PAID_OUT' })
    expect(await takeBack(payoutId)).toMatchObject({ amount: 56_000, left: 56_000 })
    await expect(takeBack(payoutId)).rejects.toMatchObject({ code: 'REVERSED_BEFORE' })
    await undo()
    expect(await balanceOf('BORROWER_EXCESS', loanId)).toBe(0)
    expect(await balanceOf('BORROWER_CLEARING', loanId)).toBe(1_200_000)
  })

  test('an earlier payment cannot be reversed while the excess that a later one would need was paid back to the borrower', async () => {
    const { loanNumber, loanId } = await aLent()
    await repay({ loanNumber, amount: 112_000, reference: 'EXC-A' })
    await repay({ loanNumber, amount: 1_500_000, penalty: 0, reference: 'EXC-B' })
    const from = { kind: 'BORROWER_EXCESS', loanNumber } as const
    const { payoutId } = await payOut({ from, amount: 268_000, reference: 'X-AB' })
    const undo = () =>
      perform(fixture.context, reverseRepayment, {
        actor: operator,
        input: { reference: 'EXC-A', reason: 'misread' },
      })
    await expect(undo()).rejects.toMatchObject({ code: 'EXCESS_PAID_OUT' })
    await takeBack(payoutId)
    expect(await undo()).toMatchObject({ moved: ['EXC-B'] })
    expect(await balanceOf('BORROWER_EXCESS', loanId)).toBe(156_000)
  })

  test('a tax payout is recorded once per payment reference (NTPN), and again only after its reversal', async () => {
    const { loanNumber } = await aLent()
    await repay({ loanNumber, amount: 112_500, fee: 500 })
    const due = await balanceOf('TAX_PAYABLE', 0)
    const from = taxOf(1)
    const first = await payOut({ from, amount: due, reference: ntpn('NTPN-1') })
    expect(first).toMatchObject({ left: 0, known: false })
    expect(await payOut({ from, amount: due, reference: ntpn('NTPN-1') })).toEqual({ ...first, known: true })
    await expect(payOut({ from, amount: 1, reference: ntpn('NTPN-1') })).rejects.toMatchObject({
      code: 'REFERENCE_REUSED',
    })
    await expect(payOut({ from, amount: 1, reference: ntpn('NTPN-2') })).rejects.toMatchObject({
      code: 'PAYOUT_ABOVE_BALANCE',
    })
    await takeBack(first.payoutId)
    expect(await payOut({ from, amount: 1, reference: ntpn('NTPN-1') })).toMatchObject({ left: due - 1 })
    const fee = { kind: 'PLATFORM_FEE', methodPayment: 2 } as const
    expect(await payOut({ from: fee, amount: 500, reference: 'FEE-1' })).toMatchObject({ left: 0 })
    expect(await balanceOf('BANK_CLEARING', 2)).toBe(500)
  })

  test('when a repayment is reversed, its tax and fee that were already paid out are deducted from the next payouts', async () => {
    const { loanNumber } = await aLent()
    await clearPlatform()
    const payment = { loanNumber, amount: 112_500, fee: 500, reference: 'OWED-1' }
    await repay(payment)
    const tax = taxOf(1)
    const fee = { kind: 'PLATFORM_FEE', methodPayment: 1 } as const
    const withheld = await balanceOf('TAX_PAYABLE', 0)
    expect(withheld).toBeGreaterThan(0)
    await payOut({ from: tax, amount: withheld, reference: ntpn('NTPN-OWED') })
    await payOut({ from: fee, amount: 200, reference: 'FEE-OWED' })
    const undone = await perform(fixture.context, reverseRepayment, {
      actor: operator,
      input: { reference: 'OWED-1', reason: 'misread' },
    })
    expect(undone).toMatchObject({ claimed: withheld + 200 })
    expect(await balanceOf('TAX_PAYABLE', 0)).toBe(0)
    expect(await balanceOf('PLATFORM_FEE', 0)).toBe(0)
    expect(await balanceOf('TAX_RECEIVABLE', 0)).toBe(-withheld)
    expect(await balanceOf('PLATFORM_FEE_RECEIVABLE', 0)).toBe(-200)
    expect(await fixture.books()).toEqual([])

    await repay({ ...payment, reference: 'OWED-2' })
    await expect(payOut({ from: tax, amount: 1, reference: ntpn('NTPN-NEXT') })).rejects.toMatchObject({
      code: 'PAYOUT_ABOVE_BALANCE',
      params: { amount: 0 },
    })
    expect(await balanceOf('TAX_RECEIVABLE', 0)).toBe(-withheld)
    expect(await payOut({ from: fee, amount: 300, reference: 'FEE-NEXT' })).toMatchObject({
      left: 0,
      setOff: 200,
    })
    expect(await balanceOf('PLATFORM_FEE_RECEIVABLE', 0)).toBe(0)
    await repay({ loanNumber, amount: 112_000, reference: 'OWED-3' })
    const next = (await balanceOf('TAX_PAYABLE', 0)) - withheld
    expect(await payOut({ from: tax, amount: next, reference: ntpn('NTPN-NEXT') })).toMatchObject({
      left: 0,
      setOff: withheld,
    })
    expect(await balanceOf('TAX_RECEIVABLE', 0)).toBe(0)
  })

  test('what a recipient owes from a reversed payout reduces the next payout to them', async () => {
    const { loanNumber } = await aLent()
    await clearPlatform()
    await repay({ loanNumber, amount: 112_000, reference: 'BACK-1' })
    const withheld = await balanceOf('TAX_PAYABLE', 0)
    const from = taxOf(1)
    const { payoutId } = await payOut({ from, amount: withheld, reference: ntpn('NTPN-BACK') })
    const input = { reference: 'BACK-1', reason: 'misread' }
    await perform(fixture.context, reverseRepayment, { actor: operator, input })
    expect(await takeBack(payoutId)).toMatchObject({ amount: withheld, left: 0 })
    expect(await balanceOf('TAX_RECEIVABLE', 0)).toBe(0)
  })

  test('tax payable and tax receivable stay consistent when repayments are reversed during a tax payout', async () => {
    await clearPlatform()
    const loans = await Promise.all([1, 2, 3, 4].map(() => aLent()))
    for (const [no, { loanNumber }] of loans.entries())
      await repay({ loanNumber, amount: 112_000, reference: `SWARM-${no}` })
    const withheld = await balanceOf('TAX_PAYABLE', 0)
    const from = taxOf(1)
    await Promise.all([
      payOut({ from, amount: withheld / 4, reference: ntpn('NTPN-SWARM-1') }),
      payOut({ from, amount: withheld / 4, reference: ntpn('NTPN-SWARM-2') }),
      ...[0, 1, 2].map((no) =>
        perform(fixture.context, reverseRepayment, {
          actor: operator,
          input: { reference: `SWARM-${no}`, reason: 'misread' },
        }),
      ),
    ])
    expect(await balanceOf('TAX_PAYABLE', 0)).toBe(0)
    expect(await balanceOf('TAX_RECEIVABLE', 0)).toBe(-withheld / 4)
  })

  test('VAL-04 the platform leaves as much of its fees as it bears by rounding, and gets it when the payment is reversed', async () => {
    const { loanNumber } = await aLent()
    await clearPlatform()
    await repay({ loanNumber, amount: 111_500 + 5_000, fee: 5_000, reference: 'RND-1' })
    const from = { kind: 'PLATFORM_FEE', methodPayment: 1 } as const
    await expect(payOut({ from, amount: 4_501, reference: 'FEE-RND' })).rejects.toMatchObject({
      code: 'PAYOUT_ABOVE_BALANCE',
      params: { amount: 4_500 },
    })
    expect(await payOut({ from, amount: 4_500, reference: 'FEE-RND' })).toMatchObject({ left: 0 })
    expect(await balanceOf('PLATFORM_FEE', 0)).toBe(500)
    const input = { reference: 'RND-1', reason: 'misread' }
    await perform(fixture.context, reverseRepayment, { actor: operator, input })
    expect(await balanceOf('ROUNDING', 0)).toBe(0)
    expect(await balanceOf('PLATFORM_FEE_RECEIVABLE', 0)).toBe(-4_500)
  })

  test('two concurrent payouts never pay more than the balance of a clearing account', async () => {
    const { loanNumber, loanId } = await aLent()
    await repay({ loanNumber, amount: 1_400_000, penalty: 0 })
    const from = { kind: 'BORROWER_EXCESS', loanNumber } as const
    const ends = await Promise.allSettled(
      [1, 2, 3].map((place) => payOut({ from, amount: 40_000, reference: `RACE-${place}` })),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balanceOf('BORROWER_EXCESS', loanId)).toBe(16_000)
  })

  test('a payout with a future date, a zero amount or an empty reason is refused', async () => {
    const from = { kind: 'TRANSFER_FEE', methodPayment: 1 } as const
    for (const [more, code] of [
      [{ paidOn: '2099-01-01' }, 'DATE_IN_FUTURE'],
      [{ amount: 0 }, 'INPUT_INVALID'],
      [{ reason: ' ' }, 'INPUT_INVALID'],
      [{}, 'PAYOUT_ABOVE_BALANCE'],
    ] as const)
      await expect(payOut({ from, amount: 1, reference: 'T-1', ...more })).rejects.toMatchObject({ code })
  })
})
