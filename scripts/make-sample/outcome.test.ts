import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { groupOf } from './agreement.ts'
import { lifeOf } from './life-of.ts'
import { outcomeOf, receivedOf, scheduleOf } from './outcome.ts'
import { type SourceLoan, streamSource } from './source.ts'

const extract = new URL('../../sample/extract.csv', import.meta.url)
/**
 * Tests the whole file if available: LENDINGCLUB_FILE=lendingclub_2007_2011.csv.gz npx vitest run scripts/make-sample
 */
const whole = process.env.LENDINGCLUB_FILE

async function read(input: AsyncIterable<Uint8Array | string>): Promise<SourceLoan[]> {
  const loans: SourceLoan[] = []
  for await (const batch of streamSource(input)) loans.push(...batch)
  return loans
}

const phones = ['81000000001', '81000000002', '81000000003', '81000000004']

/** The payments of a loan's plan, before and after a write-off. */
function paidBy(loan: SourceLoan) {
  const { steps, disbursedOn } = lifeOf(loan, phones)
  const at = steps.findIndex(({ kind }) => kind === 'writeOff')
  const payments = (some: typeof steps) =>
    some.flatMap((step) => (step.kind === 'pay' || step.kind === 'settle' ? [step.payment] : []))
  const sum = (some: typeof steps, of: 'amount' | 'penalty' | 'fee') =>
    payments(some).reduce((total, payment) => total + (payment[of] ?? 0), 0)
  const before = at < 0 ? steps : steps.slice(0, at)
  const after = at < 0 ? [] : steps.slice(at)
  return {
    disbursedOn,
    lastPaidOn: payments(before).at(-1)?.paidOn ?? null,
    amount: sum(before, 'amount'),
    lateFee: sum(before, 'penalty') + sum(before, 'fee'),
    recovered: sum(after, 'amount'),
    days: steps.map(({ on }) => on),
  }
}

const count = (loans: readonly SourceLoan[], holds: (loan: SourceLoan) => boolean): number =>
  loans.filter(holds).length

/** One cent for each payment in rupiah, as a rounding tolerance. */
const cents = (loan: SourceLoan): number =>
  receivedOf({ ...loan, receivedPrincipal: 0.01 }).principal * (loan.termMonths + 1)

const installmentAgrees = (loan: SourceLoan): boolean => {
  const [first] = scheduleOf(loan, loan.issuedOn)
  const monthly = receivedOf({ ...loan, receivedPrincipal: loan.installment }).principal
  const tolerance = receivedOf({ ...loan, receivedPrincipal: 0.05 }).principal + 1
  return Math.abs((first?.principal ?? 0) + (first?.interest ?? 0) - monthly) <= tolerance
}

const interestAgrees = (loan: SourceLoan, share: number): boolean => {
  const interest = scheduleOf(loan, loan.issuedOn).reduce((sum, row) => sum + row.interest, 0)
  const { interest: file } = receivedOf(loan)
  return Math.abs(interest - file) <= Math.max(cents(loan), file * share)
}

/** Checks that hold for every loan, whatever details the file omits. */
function expectSound(loan: SourceLoan): void {
  const file = receivedOf(loan)
  const plan = paidBy(loan)
  expect(plan.disbursedOn).toBe(loan.issuedOn)
  expect(plan.days).toEqual(plan.days.toSorted())
  expect(plan.lateFee).toBe(file.lateFee)
  if (groupOf(loan) === 'charged off' && outcomeOf(loan).ending === 'CHARGED_OFF') {
    expect(plan.recovered).toBe(file.recovered)
    expect(Math.abs(plan.amount - file.principal - file.interest - file.lateFee)).toBeLessThanOrEqual(
      cents(loan),
    )
  } else if (!loan.chargedOff) {
    // The last payment is in the month given by the file.
    expect(plan.lastPaidOn).toBe(loan.lastPaidOn)
  }
}

describe('SRV-01 replayed loans agree with the amounts received in the file', () => {
  test('48 real loans agree with their replay on installments, dates, late fees, recoveries and, if paid to term, interest', async () => {
    const loans = await read(createReadStream(extract))
    expect(loans).toHaveLength(48)
    for (const loan of loans) expectSound(loan)
    expect(count(loans, installmentAgrees)).toBe(48)
    const toTerm = loans.filter((loan) => groupOf(loan) === 'paid to term')
    expect(toTerm).toHaveLength(12)
    // Row 2 paid 1.2% more interest than its schedule requires.
    expect(toTerm.filter((loan) => !interestAgrees(loan, 0.001)).map(({ loanNo }) => loanNo)).toEqual([2])
    expect(count(toTerm, (loan) => interestAgrees(loan, 0.02))).toBe(12)
  })

  test.skipIf(whole === undefined)(
    'of 42,535 real loans, 42,450 agree with their replay on installments, and those paid to term on interest',
    async () => {
      const loans = await read(createReadStream(whole ?? '').pipe(createGunzip()))
      expect(loans).toHaveLength(42_535)
      for (const loan of loans) expectSound(loan)
      expect(count(loans, installmentAgrees)).toBeGreaterThanOrEqual(42_450)
      const toTerm = loans.filter((loan) => groupOf(loan) === 'paid to term')
      const exact = count(toTerm, (loan) => interestAgrees(loan, 0))
      const perMille = count(toTerm, (loan) => interestAgrees(loan, 0.001))
      console.log({ toTerm: toTerm.length, exact, perMille })
      expect(perMille / toTerm.length).toBeGreaterThan(0.9)
    },
    300_000,
  )
})
