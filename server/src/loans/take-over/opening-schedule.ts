import { addDays, type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'
import type { Installment } from '../../books/index.ts'
import { sum } from '../../platform/sum.ts'

/** The balance of a taken-over loan at the end of the day `asOf`; amounts in whole rupiah. */
export type Opening = {
  asOf: BusinessDate
  disbursedOn: BusinessDate
  /** Calendar days since the due date of the oldest installment that was not fully paid; 0 when none was overdue. */
  daysLate: number
  principalLeft: number
  interestDue: number
  /** Principal paid on installments that were not due yet, if the file says it. */
  principalAhead?: number | undefined
}

/** Why the terms of a loan contradict its opening balance; `amount` is the only possible one, or the highest. */
export type OpeningFault =
  | {
      fault: 'INTEREST_ABOVE_TERMS' | 'PRINCIPAL_ABOVE_TERMS' | 'PRINCIPAL_AHEAD' | 'RESIDUE'
      amount: number
    }
  | { fault: 'LATENESS' }

/** Where an opening balance is not what the terms give, although it is taken. */
export type Difference = {
  what: 'PRINCIPAL_ROUNDED' | 'INTEREST_ROUNDED' | 'DAYS_LATE_BY_TERMS' | 'INTEREST_OF_AHEAD'
  /** Whole rupiah; for DAYS_LATE_BY_TERMS the days late that the terms give. */
  amount: number
}

/** The remaining installments, and the interest due that is taken: the stated one without what was rounding. */
export type OpeningSchedule = {
  installments: Installment[]
  interestDue: number
  differences: Difference[]
}

/**
 * The remaining installments of a loan that was partly paid in another system: those of its terms, less what was paid.
 * Payments covered the oldest installments first, so overdue amounts belong to the newest due ones. Unpaid principal,
 * unpaid interest and days late are kept exactly as stated; if the terms give other days late, the oldest unpaid
 * installment is dated by the stated days. A rounding difference makes no loan late: it is asked with the last
 * installment.
 * @param terms all installments of the loan from its disbursement on
 * @param tolerance the highest rounding difference in whole rupiah; limited to a hundredth of an installment
 */
export function openingSchedule(
  terms: readonly Installment[],
  opening: Opening,
  tolerance = 0,
): OpeningSchedule | OpeningFault {
  const { asOf, principalLeft, interestDue, principalAhead } = opening
  const rounding = roundingOf(terms, tolerance)
  const coming = terms.filter(({ dueDate }) => dueDate > asOf)
  const total = sum(terms.map(({ principal }) => principal))
  if (principalLeft > total || principalLeft <= 0) return { fault: 'PRINCIPAL_ABOVE_TERMS', amount: total }
  const comingPrincipal = sum(coming.map(({ principal }) => principal))
  const ahead = Math.max(0, comingPrincipal - principalLeft)
  if (principalAhead !== undefined && Math.abs(principalAhead - ahead) > rounding)
    return { fault: 'PRINCIPAL_AHEAD', amount: ahead }
  const overduePrincipal = Math.max(0, principalLeft - comingPrincipal)
  const isRounding = overduePrincipal + interestDue <= rounding
  if (coming.length === 0 && isRounding) return { fault: 'RESIDUE', amount: overduePrincipal + interestDue }
  const rest = withoutPaidAhead(coming, ahead, rounding)
  if (isRounding && coming.length > 0 && opening.daysLate === 0) {
    return {
      installments: numbered(terms.length, withLast(rest.installments, overduePrincipal, interestDue)),
      interestDue: 0,
      differences: [...rounded(overduePrincipal, interestDue), ...rest.differences],
    }
  }
  const overdue = overdueOf(terms, opening, overduePrincipal, rounding)
  if ('fault' in overdue) return overdue
  return {
    installments: numbered(terms.length, [...overdue.installments, ...rest.installments]),
    interestDue,
    differences: [...overdue.differences, ...rest.differences],
  }
}

/** The unpaid installments that had fallen due, the oldest dated by the stated days late. */
function overdueOf(
  terms: readonly Installment[],
  { asOf, disbursedOn, daysLate, interestDue }: Opening,
  principal: number,
  rounding: number,
): Pick<OpeningSchedule, 'installments' | 'differences'> | OpeningFault {
  const fallen = terms.filter(({ dueDate }) => dueDate <= asOf)
  const maxInterest = sum(fallen.map(({ interest }) => interest))
  if (interestDue > maxInterest + rounding) return { fault: 'INTEREST_ABOVE_TERMS', amount: maxInterest }
  const tooMuch = Math.max(0, interestDue - maxInterest)
  const overdue = newestOf(fallen, principal, interestDue - tooMuch)
  const [oldest] = overdue
  if ((daysLate > 0 && !oldest) || daysLate >= Math.max(1, daysBetween(disbursedOn, asOf)))
    return { fault: 'LATENESS' }
  // The oldest is dated by the stated days late, and no later one may be due before it.
  const oldestDue = addDays(asOf, -daysLate)
  const byTerms = oldest ? daysBetween(oldest.dueDate, asOf) : 0
  return {
    installments: withLast(overdue, 0, tooMuch).map((installment, place) => ({
      ...installment,
      dueDate: place === 0 || installment.dueDate < oldestDue ? oldestDue : installment.dueDate,
    })),
    differences: [
      ...rounded(0, tooMuch),
      ...(byTerms === daysLate ? [] : [{ what: 'DAYS_LATE_BY_TERMS' as const, amount: byTerms }]),
    ],
  }
}

/** What counts as rounding for a loan of these terms, so that no installment of a small loan is taken for it. */
export const roundingOf = (terms: readonly Installment[], tolerance: number): number =>
  Math.min(
    tolerance,
    Math.floor(Math.min(...terms.map(({ principal, interest }) => principal + interest)) / 100),
  )

const rounded = (principal: number, interest: number): Difference[] =>
  [
    { what: 'PRINCIPAL_ROUNDED' as const, amount: principal },
    { what: 'INTEREST_ROUNDED' as const, amount: interest },
  ].filter(({ amount }) => amount > 0)

const withLast = (installments: readonly Installment[], principal: number, interest: number): Installment[] =>
  installments.map((one, place) =>
    place === installments.length - 1
      ? { ...one, principal: one.principal + principal, interest: one.interest + interest }
      : one,
  )

/** Installments numbered without gaps up to the last number of the terms, as the schedules of fundings are. */
const numbered = (last: number, installments: readonly Installment[]): Installment[] =>
  installments.map((one, place) => ({ ...one, no: last - installments.length + place + 1 }))

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

/**
 * Future installments after some of their principal was paid early, the oldest first. One that is paid stays with
 * nothing to ask, because the period that runs on a day ends with it: an early settlement goes by that. If a rounding difference is left
 * of one, the last is asked for it.
 */
function withoutPaidAhead(
  installments: readonly Installment[],
  paidAhead: number,
  rounding: number,
): Pick<OpeningSchedule, 'installments' | 'differences'> {
  let ahead = paidAhead
  let moved = 0
  let asked = 0
  const rest = installments.map((one, place) => {
    const paid = Math.min(one.principal, ahead)
    ahead -= paid
    let principal = one.principal - paid
    if (paid > 0 && principal <= rounding && place < installments.length - 1) {
      moved += principal
      principal = 0
    }
    if (paid > 0 && principal === 0) asked += one.interest
    return { ...one, principal }
  })
  return {
    installments: withLast(rest, moved, 0),
    differences: [
      ...rounded(moved, 0),
      ...(asked > 0 ? [{ what: 'INTEREST_OF_AHEAD' as const, amount: asked }] : []),
    ],
  }
}
