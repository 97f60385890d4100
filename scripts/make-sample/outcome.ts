import type { Outcome } from '../../server/src/main/demo/outcome.ts'
import { type Installment, makeSchedule } from '../../server/src/servicing/schedule/index.ts'
import { toRate, toRupiah } from './convert.ts'
import type { SourceLoan } from './source.ts'

/** What the file tells of a loan's money, in rupiah of the loan as it is here. */
export type Received = {
  principal: number
  interest: number
  lateFee: number
  recovered: number
  recoveryFee: number
}

/** The schedule of a source loan in rupiah, paid out on a day. */
export const scheduleOf = (loan: SourceLoan, startDate: string): Installment[] =>
  makeSchedule({
    principal: toRupiah(loan.fundedAmount),
    annualRate: toRate(loan.rate),
    interestType: 'ANNUITY',
    tenor: loan.termMonths,
    tenorPeriod: 'MONTH',
    startDate,
  })

/** Dollars in the rupiah of this loan: by its own rounded amount, so that the principals agree. */
export function receivedOf(loan: SourceLoan): Received {
  const scale = toRupiah(loan.fundedAmount) / loan.fundedAmount
  const rupiah = (dollars: number): number => Math.round(dollars * scale)
  return {
    principal: rupiah(loan.receivedPrincipal),
    interest: rupiah(loan.receivedInterest),
    lateFee: rupiah(loan.receivedLateFee),
    recovered: rupiah(loan.recovered),
    recoveryFee: Math.min(rupiah(loan.recovered), rupiah(loan.recoveryFee)),
  }
}

/** Whole months between two firsts of months. */
export function monthsBetween(from: string, to: string): number {
  const months = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return months(to) - months(from)
}

/**
 * The life that the file tells of a loan, by its schedule. The file has no payment rows: what was repaid in full before
 * the end of its term is paid by the schedule until the month of the last payment and then paid off; of a loan that was
 * charged off as many installments are paid as what was received reaches for.
 * @param disbursedOn the day the loan is paid out here; its last payment comes as many months later as in the file
 */
export function outcomeOf(loan: SourceLoan, disbursedOn = loan.issuedOn): Outcome {
  const received = receivedOf(loan)
  const months = loan.lastPaidOn === null ? 0 : monthsBetween(loan.issuedOn, loan.lastPaidOn)
  const { lateFee, recovered, recoveryFee } = received
  const base = { disbursedOn, partPaid: 0, monthsLate: 0, lateFee, recovered, recoveryFee }
  if (!loan.chargedOff) {
    if (months < loan.termMonths) return { ...base, ending: 'SETTLED', paid: Math.max(0, months - 1) }
    return { ...base, ending: 'PAID', paid: loan.termMonths, monthsLate: months - loan.termMonths }
  }
  let left = received.principal + received.interest
  let paid = 0
  const cent = Math.ceil(toRupiah(loan.fundedAmount) / loan.fundedAmount / 100)
  for (const { principal, interest } of scheduleOf(loan, disbursedOn)) {
    // The file rounds each payment to the cent: what lacks no more than that is paid.
    if (left + cent * (paid + 1) < principal + interest) break
    left = Math.max(0, left - principal - interest)
    paid += 1
  }
  // The charge-off ends it, whatever the file says was received beyond the schedule.
  if (paid === loan.termMonths) return { ...base, ending: 'PAID', paid }
  const last = left > 0 ? paid + 1 : paid
  return { ...base, ending: 'CHARGED_OFF', paid, partPaid: left, monthsLate: Math.max(0, months - last) }
}
