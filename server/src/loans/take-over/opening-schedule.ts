import { addDays, type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'
import type { Installment } from '../../books/index.ts'

/** The balance of a taken-over loan at the end of the day `asOf`; amounts in whole rupiah. */
export type Opening = {
  asOf: BusinessDate
  /** The day on which the loan was disbursed. */
  disbursedOn: BusinessDate
  /** Calendar days since the due date of the oldest installment that was not fully paid; 0 when none was overdue. */
  daysLate: number
  principalLeft: number
  /** Unpaid interest that had fallen due. */
  interestDue: number
}

/** Why the terms of a loan contradict its opening balance; `amount` is the highest possible one. */
export type OpeningFault =
  | { fault: 'INTEREST_ABOVE_TERMS' | 'PRINCIPAL_ABOVE_TERMS'; amount: number }
  | { fault: 'LATENESS' }

/**
 * The remaining installments of a loan that was partly paid in another system: those of its terms, less what was paid.
 * Payments covered the oldest installments first, so overdue amounts belong to the newest due ones. Unpaid principal,
 * unpaid interest and days late are kept exactly as stated; if the terms give other days late, the oldest unpaid
 * installment is dated by the stated days.
 * @param terms all installments of the loan from its disbursement on
 */
export function openingSchedule(
  terms: readonly Installment[],
  { asOf, disbursedOn, daysLate, principalLeft, interestDue }: Opening,
): Installment[] | OpeningFault {
  const fallen = terms.filter(({ dueDate }) => dueDate <= asOf)
  const coming = terms.filter(({ dueDate }) => dueDate > asOf)
  const total = sum(terms.map(({ principal }) => principal))
  if (principalLeft > total || principalLeft <= 0) return { fault: 'PRINCIPAL_ABOVE_TERMS', amount: total }
  const maxInterest = sum(fallen.map(({ interest }) => interest))
  if (interestDue > maxInterest) return { fault: 'INTEREST_ABOVE_TERMS', amount: maxInterest }
  const comingPrincipal = sum(coming.map(({ principal }) => principal))
  const overdue = newestOf(fallen, Math.max(0, principalLeft - comingPrincipal), interestDue)
  const oldestDue = addDays(asOf, -daysLate)
  const isLate = overdue.length > 0
  if ((daysLate > 0 && !isLate) || daysLate >= Math.max(1, daysBetween(disbursedOn, asOf)))
    return { fault: 'LATENESS' }
  // The oldest is dated by the stated days late, and no later one may be due before it.
  const dated = overdue.map((installment, place) => ({
    ...installment,
    dueDate: place === 0 || installment.dueDate < oldestDue ? oldestDue : installment.dueDate,
  }))
  return [...dated, ...withoutPaidAhead(coming, Math.max(0, comingPrincipal - principalLeft))]
}

const sum = (parts: readonly number[]): number => parts.reduce((before, part) => before + part, 0)

/** The unpaid parts of installments, in order, when these sums are unpaid; fully paid ones are left out. */
function newestOf(
  installments: readonly Installment[],
  unpaidPrincipal: number,
  unpaidInterest: number,
): Installment[] {
  let principalLeft = unpaidPrincipal
  let interestLeft = unpaidInterest
  return installments
    .toReversed()
    .flatMap((one) => {
      const principal = Math.min(one.principal, principalLeft)
      const interest = Math.min(one.interest, interestLeft)
      principalLeft -= principal
      interestLeft -= interest
      return principal + interest > 0 ? [{ ...one, principal, interest }] : []
    })
    .toReversed()
}

/** Future installments after some of their principal was paid early, the oldest first. */
function withoutPaidAhead(installments: readonly Installment[], paidAhead: number): Installment[] {
  let ahead = paidAhead
  return installments.flatMap((one) => {
    const paid = Math.min(one.principal, ahead)
    ahead -= paid
    const principal = one.principal - paid
    return principal + one.interest > 0 ? [{ ...one, principal }] : []
  })
}
