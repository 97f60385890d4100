import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { reverseRepayment } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { operator as actor } from '../../../testing/loan-operations.ts'
import { Metrics } from '../../platform/metrics/metrics.ts'
import { readExposition } from '../../platform/metrics/testing/read-exposition.ts'
import { watch as watchTax } from './metrics.ts'
import { comparedWithLedger, shareCredit, taxPeriods } from './payable.ts'
import { dueDateOf } from './period.ts'
import { aLentLoan, goTo, pay } from './testing/tax-month.ts'

const { fixture, operator } = operatorAtWork({
  inOtherMonths: true,
  settings: { BANK_HOLIDAYS: '2026-05-15,2026-06-16' },
})

const payTax = (
  period: string,
  amount: number,
  { reference = 'A'.repeat(16), paidOn = `${period}-01` } = {},
) =>
  operator([
    ...['--json', 'payouts', 'tax', '--period', period, '--amount', String(amount), '--paid-on', paidOn],
    ...['--reference', reference, '--method', '1', '--reason', `PPh ${period}`],
  ])
const periodOf = async (period: string) =>
  (await taxPeriods(fixture().context.db, fixture().context.config.BANK_HOLIDAYS)).find(
    (one) => one.period === period,
  )

describe('TAX-04 payment of withheld tax to the state', () => {
  test('TAX-04 the tax of a period equals the movements on TAX_PAYABLE, and a payment with its NTPN reduces it to zero', async () => {
    const { loanNumber } = await aLentLoan(fixture(), [600_000, 600_000])
    await pay(fixture(), '2026-02-28', { loanNumber })
    await pay(fixture(), '2026-03-05', { loanNumber })
    expect(await comparedWithLedger(fixture().context.db, '2026-02', [])).toMatchObject({ ledger: 1_800 })
    expect(await comparedWithLedger(fixture().context.db, '2025-01', [])).toEqual({ total: null, ledger: 0 })
    const listed = await operator(['--json', 'tax', 'list', '--period', '2026-02'])
    expect(listed).toMatchObject({
      exit: 0,
      json: {
        ...{ ledger: 1_800, differs: false, next: null },
        total: { withheld: 1_800, paid: 0, payable: 1_800, dueOn: '2026-03-16', isOverdue: false },
        lines: [
          { interest: 6_000, tax: 900 },
          { interest: 6_000, tax: 900 },
        ],
      },
    })
    expect((await payTax('2026-02', 1_801)).err).toContain('PAYOUT_ABOVE_BALANCE')
    expect((await payTax('2026-02', 1_800, { reference: 'NTPN-1' })).err).toContain('NTPN terdiri atas 16')
    expect((await payTax('2026-02', 1_000, { reference: 'FEBRUARY00000001' })).exit).toBe(0)
    expect(await periodOf('2026-02')).toMatchObject({ paid: 1_000, payable: 800 })
    expect((await payTax('2026-02', 800, { reference: 'FEBRUARY00000002' })).json).toMatchObject({
      left: 1_800,
    })
    expect(await periodOf('2026-02')).toMatchObject({ paid: 1_800, payable: 0 })
    expect(await periodOf('2026-03')).toMatchObject({ paid: 0, payable: 1_800 })
  })

  test('TAX-04 a tax payment reference (NTPN) belongs to one period: it may be repeated there, and is refused for another', async () => {
    expect((await payTax('2026-02', 800, { reference: 'FEBRUARY00000002' })).json).toMatchObject({
      known: true,
    })
    expect((await payTax('2026-03', 800, { reference: 'FEBRUARY00000002' })).err).toContain(
      'REFERENCE_REUSED',
    )
  })

  test('TAX-04 withheld tax that is unpaid after its due date is shown as overdue by the list and by the metrics', async () => {
    const sample = async (name: string, state?: string) => {
      const metrics = new Metrics()
      watchTax({ ...fixture().context, metrics })
      const { samples = [] } = readExposition(await metrics.text()).get(name) ?? {}
      return samples.find(({ labels }) => labels['state'] === state)?.value
    }
    goTo(fixture(), '2026-04-15')
    expect((await operator(['--json', 'tax', 'list'])).exit).toBe(0)
    expect(await sample('pematang_tax_payable_rupiah', 'overdue')).toBe(0)
    goTo(fixture(), '2026-04-16')
    expect((await operator(['tax', 'list'])).out).toContain(
      'harus disetor 1800 paling lambat 2026-04-15 (LEWAT WAKTU)',
    )
    expect((await operator(['--json', 'tax', 'list'])).exit).toBe(1)
    expect(await sample('pematang_tax_payable_rupiah', 'overdue')).toBe(1_800)
    expect(await sample('pematang_tax_overdue_periods')).toBe(1)
    expect((await payTax('2026-03', 1_800, { reference: 'MARCH00000000001' })).exit).toBe(0)
    expect((await operator(['--json', 'tax', 'list'])).exit).toBe(0)
  })

  test('TAX-04 tax reversed after its period was paid to the state reduces the oldest open period', async () => {
    const { loanNumber } = await aLentLoan(fixture())
    const reference = await pay(fixture(), '2026-05-05', { loanNumber })
    expect((await payTax('2026-05', 1_800, { reference: 'MAY0000000000001' })).json).toMatchObject({
      left: 0,
    })
    goTo(fixture(), '2026-06-02')
    await perform(fixture().context, reverseRepayment, { actor, input: { reference, reason: 'misread' } })
    expect(await periodOf('2026-06')).toMatchObject({ withheld: -1_800, overpaid: 1_800, payable: 0 })
    for (const no of [1, 2]) await pay(fixture(), '2026-07-05', { loanNumber, reference: `CREDIT-${no}` })
    expect(await periodOf('2026-07')).toMatchObject({ withheld: 3_600, credit: 1_800, payable: 1_800 })
    expect((await payTax('2026-07', 3_600, { reference: 'JULY000000000001' })).err).toContain(
      'PAYOUT_ABOVE_BALANCE',
    )
    const paid = await payTax('2026-07', 1_800, { reference: 'JULY000000000001' })
    expect(paid.json).toMatchObject({ left: 0, setOff: 1_800 })
    expect(await periodOf('2026-07')).toMatchObject({ paid: 1_800, credited: 1_800, credit: 0, payable: 0 })
    const { payoutId } = paid.json as { payoutId: string }
    expect((await operator(['payouts', 'reverse', payoutId, '--reason', 'sent back'])).exit).toBe(0)
    expect(await periodOf('2026-07')).toMatchObject({ paid: 0, credited: 0, credit: 1_800, payable: 1_800 })
  })

  test('TAX-04 a tax payment for a month without withheld tax, or dated before the month or in the future, is refused', async () => {
    for (const period of ['2026-12', '2027-01'])
      expect((await payTax(period, 1, { paidOn: '2026-07-01' })).exit).toBe(2)
    expect((await payTax('2026-12', 1, { paidOn: '2026-07-01' })).err).toContain(
      'paid_on: 2026-07-01 sebelum 2026-12',
    )
    expect((await payTax('2026-04', 1)).err).toContain('PAYOUT_ABOVE_BALANCE')
    expect((await payTax('2026-07', 1_800, { paidOn: '2026-06-30' })).err).toContain(
      'paid_on: 2026-06-30 sebelum 2026-07',
    )
    expect((await payTax('2026-07', 1_800, { paidOn: '2026-07-31' })).err).toContain('DATE_IN_FUTURE')
    expect(await periodOf('2026-07')).toMatchObject({ paid: 0, payable: 1_800 })
  })

  test('TAX-04 two concurrent tax payments of one period pay it once', async () => {
    const results = await Promise.all([
      payTax('2026-07', 1_800, { reference: 'JULY000000000002' }),
      payTax('2026-07', 1_800, { reference: 'JULY000000000003' }),
    ])
    expect(results.filter(({ exit }) => exit === 0)).toHaveLength(1)
    expect(await periodOf('2026-07')).toMatchObject({ paid: 1_800, payable: 0 })
  })

  test('TAX-04 a reversal in a month whose tax was paid early makes the month overpaid, without a breach of the books', async () => {
    expect(await periodOf('2026-07')).toMatchObject({ withheld: 3_600, paid: 1_800, credited: 1_800 })
    const input = { reference: 'CREDIT-2', reason: 'misread' }
    await perform(fixture().context, reverseRepayment, { actor, input })
    expect(await periodOf('2026-07')).toMatchObject({ withheld: 1_800, paid: 1_800, payable: 0 })
    const { loanNumber } = await aLentLoan(fixture())
    await pay(fixture(), '2026-08-05', { loanNumber })
    expect(await periodOf('2026-08')).toMatchObject({ withheld: 1_800, credit: 1_800, payable: 0 })
    expect((await operator(['--json', 'tax', 'list', '--period', '2026-07'])).json).toMatchObject({
      differs: false,
    })
  })
})

test('TAX-04 withheld tax is due on the 15th of the next month, or the next working day after a weekend and a holiday', () => {
  expect(dueDateOf('2026-03', [])).toBe('2026-04-15')
  expect(dueDateOf('2026-01', [])).toBe('2026-02-16')
  expect(dueDateOf('2026-01', ['2026-02-16', '2026-02-17'])).toBe('2026-02-18')
  expect(dueDateOf('2026-12', [])).toBe('2027-01-15')
})

test('TAX-04 for any amounts withheld, paid and offset by period, the payable amounts add up to what the state is owed', () => {
  const anyPeriod = fc.record({
    withheld: fc.integer({ min: -1_000, max: 1_000 }),
    paid: fc.integer({ min: 0, max: 1_000 }),
    credited: fc.integer({ min: 0, max: 500 }),
  })
  fc.assert(
    fc.property(fc.array(anyPeriod, { maxLength: 12 }), (periods) => {
      const owed = periods.reduce((sum, { withheld, paid }) => sum + withheld - paid, 0)
      const shared = shareCredit(periods)
      expect(shared.reduce((sum, { payable }) => sum + payable, 0)).toBe(Math.max(0, owed))
      for (const { withheld, paid, credited, credit, payable } of shared) {
        expect(Math.min(credited, credit, payable)).toBeGreaterThanOrEqual(0)
        expect(credited + credit + payable).toBe(Math.max(0, withheld - paid))
      }
    }),
  )
})
