import { Refusal } from '../../platform/refusal.ts'
import { scheduleFrom } from '../disbursement/index.ts'
import {
  type Difference,
  type Opening,
  type OpeningFault,
  openingSchedule,
  roundingOf,
} from './opening-schedule.ts'
import { type SharedSchedule, withoutInterestAhead } from './paid-ahead.ts'
import { dueBy, shareOpening } from './split-schedule.ts'
import type { DraftLoan, TakenPart } from './store.ts'
import { sum } from '../../platform/sum.ts'

/** What the books say of a loan that is taken over with an opening balance; amounts in whole rupiah. */
export type OpenedBalance = {
  outstanding: number
  /** Principal and interest that had fallen due and were not paid. */
  arrears: number
  daysLate: number
  /** What was paid on installments that were not due yet. */
  principalAhead: number
  interestAhead: number
  differences: Difference[]
}

export type OpenedLoan = { opening: Opening } & SharedSchedule & {
    balance: OpenedBalance
    parts: readonly TakenPart[]
  }

/**
 * Decides the opening balance of a loan: its remaining installments with each lender part's share of them.
 * @returns a refusal if the balance contradicts the terms of the loan; it names the part at fault if it is one
 */
export function openBalance(
  loan: DraftLoan,
  opening: Pick<Opening, 'asOf' | 'disbursedOn' | 'daysLate'>,
  parts: readonly TakenPart[],
  tolerance: number,
): OpenedLoan | Refusal {
  const total = (of: (part: NonNullable<TakenPart['opening']>) => number | undefined) =>
    sum(parts.map(({ opening: part }) => (part && of(part)) ?? 0))
  const isAheadStated = parts.some((part) => part.opening?.principalAhead !== undefined)
  const whole = {
    ...opening,
    principalLeft: total((part) => part.principalLeft),
    interestDue: total((part) => part.interestDue),
    principalAhead: isAheadStated ? total((part) => part.principalAhead) : undefined,
  }
  const terms = scheduleFrom(loan, opening.disbursedOn)
  const asked = openingSchedule(terms, whole, tolerance)
  if ('fault' in asked) return refusalOf(asked)
  const taken = parts.map((part) => withDue(part, asked.interestDue > 0))
  const left = taken.map((part) => part.opening ?? { principalLeft: 0, interestDue: 0 })
  const due = dueBy(asked.installments, opening.asOf)
  const shares = shareOpening(left, asked.installments, opening.asOf)
  const rest = withoutInterestAhead(
    { installments: asked.installments, shares },
    due,
    left.map((part) => ('interestAhead' in part ? (part.interestAhead ?? 0) : 0)),
    roundingOf(terms, tolerance),
  )
  if ('fault' in rest) return new Refusal('OPENING_INTEREST_AHEAD', { amount: rest.amount, part: rest.part })
  const interestAhead = total((part) => part.interestAhead)
  return {
    opening: { ...whole, interestDue: asked.interestDue },
    ...rest,
    parts: taken,
    balance: {
      outstanding: whole.principalLeft,
      arrears: sum(rest.installments.slice(0, due).map((one) => one.principal + one.interest)),
      daysLate: opening.daysLate,
      principalAhead: Math.max(0, comingPrincipal(terms, opening.asOf) - whole.principalLeft),
      interestAhead,
      // Interest of installments whose principal was paid ahead is worth a look only where none of it was paid.
      differences: asked.differences.filter(
        ({ what }) => what !== 'INTEREST_OF_AHEAD' || interestAhead === 0,
      ),
    },
  }
}

/** A part whose interest due was only a rounding difference of its loan has none: it is asked for later. */
const withDue = (part: TakenPart, isDue: boolean): TakenPart =>
  part.opening && !isDue ? { ...part, opening: { ...part.opening, interestDue: 0 } } : part

const comingPrincipal = (terms: ReturnType<typeof scheduleFrom>, asOf: string): number =>
  sum(terms.map(({ dueDate, principal }) => (dueDate > asOf ? principal : 0)))

const codes = {
  INTEREST_ABOVE_TERMS: 'OPENING_INTEREST_ABOVE',
  PRINCIPAL_ABOVE_TERMS: 'OPENING_PRINCIPAL_ABOVE',
  PRINCIPAL_AHEAD: 'OPENING_PRINCIPAL_AHEAD',
  RESIDUE: 'OPENING_RESIDUE',
} as const

const refusalOf = (found: OpeningFault): Refusal =>
  found.fault === 'LATENESS'
    ? new Refusal('OPENING_LATENESS')
    : new Refusal(codes[found.fault], { amount: found.amount })
