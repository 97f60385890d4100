import { addDays, type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'
import type { Installment } from '../schedule/index.ts'

/** The balance of a loan at the end of a day, when it was taken over; amounts in whole rupiah. */
export type Opening = {
  asOf: BusinessDate
  /** The day of its disbursement. */
  disbursedOn: BusinessDate
  /** Calendar days since the oldest installment fell due that was not wholly paid; 0 when none was overdue. */
  daysLate: number
  principalLeft: number
  /** Interest that had fallen due and was not paid. */
  interestDue: number
}

/** Why a loan of these terms cannot have this balance; `amount` is the highest possible one. */
export type OpeningFault =
  | { fault: 'INTEREST_ABOVE_TERMS' | 'PRINCIPAL_ABOVE_TERMS'; amount: number }
  | { fault: 'LATENESS' }

/**
 * The installments that are still due of a loan that was partly paid before this system: those of its terms, less what
 * was paid. Payments covered the oldest installments first, so overdue amounts belong to the newest ones that had
 * fallen due. Principal left, interest due and days late are kept exactly as stated; where the terms would give other
 * days late, the oldest unpaid installment is dated by the stated days.
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
  // The oldest falls due by the stated days, and no later one before it.
  const dated = overdue.map((installment, place) => ({
    ...installment,
    dueDate: place === 0 || installment.dueDate < oldestDue ? oldestDue : installment.dueDate,
  }))
  return [...dated, ...withoutPaidAhead(coming, Math.max(0, comingPrincipal - principalLeft))]
}

const sum = (parts: readonly number[]): number => parts.reduce((before, part) => before + part, 0)

/** The unpaid parts of installments when these sums are unpaid, in their order; wholly paid ones are left out. */
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

/** Future installments when some of their principal was paid early, the oldest first. */
function withoutPaidAhead(installments: readonly Installment[], paidAhead: number): Installment[] {
  let ahead = paidAhead
  return installments.flatMap((one) => {
    const paid = Math.min(one.principal, ahead)
    ahead -= paid
    const principal = one.principal - paid
    return principal + one.interest > 0 ? [{ ...one, principal }] : []
  })
}
