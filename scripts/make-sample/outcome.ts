import type { Outcome } from '../../server/demo/outcome.ts'
import { type Installment, buildSchedule } from '../../server/src/books/index.ts'
import { toRate, toRupiah } from './convert.ts'
import type { SourceLoan } from './source.ts'

/** The amounts received for a loan in the file, converted to rupiah. */
export type Received = {
  principal: number
  interest: number
  lateFee: number
  recovered: number
  recoveryFee: number
}

/** The schedule of a source loan in rupiah, with its disbursement on a given day. */
export const scheduleOf = (loan: SourceLoan, startDate: string): Installment[] =>
  buildSchedule({
    principal: toRupiah(loan.fundedAmount),
    annualRate: toRate(loan.rate),
    interestType: 'ANNUITY',
    tenor: loan.termMonths,
    tenorPeriod: 'MONTH',
    startDate,
  })

/** Converts dollars with the rounded rupiah amount of this loan, so that the principals agree. */
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

/** Number of months between two dates that are the first of a month. */
export function monthsBetween(from: string, to: string): number {
  const months = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return months(to) - months(from)
}

/**
 * Derives the history of a loan from the totals in the file, since the file has no single payments. A loan repaid in
 * full before the end of its term follows the schedule until the month of the last payment and is then paid off; a
 * charged-off loan pays as many installments as the received amount covers.
 * @param disbursedOn the day of the disbursement here; its last payment comes as many months later as in the file
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
    // The file rounds each payment to the cent: an installment that lacks no more than that counts as paid.
    if (left + cent * (paid + 1) < principal + interest) break
    left = Math.max(0, left - principal - interest)
    paid += 1
  }
  // The charge-off ends the loan, whatever the file says was received beyond the schedule.
  if (paid === loan.termMonths) return { ...base, ending: 'PAID', paid }
  const last = left > 0 ? paid + 1 : paid
  return { ...base, ending: 'CHARGED_OFF', paid, partPaid: left, monthsLate: Math.max(0, months - last) }
}
