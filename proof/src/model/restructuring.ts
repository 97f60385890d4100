import type {
  NewTerms,
  RestructuringEnd,
  Restructuring,
  Installment,
  Servicing,
  Share,
} from './in-service.ts'
import { type Rupiah, sumOf } from './arithmetic.ts'
import type { Books } from './books.ts'
import { scheduleOf } from './schedule.ts'
import { penaltiesOn } from './penalties.ts'
import { closeWindow } from './servicing.ts'
import { copyOf } from './value-dates.ts'

const isComplete = (one: Installment): boolean =>
  one.principal === one.principalPaid && one.interest === one.interestPaid

/** The restructuring of a loan by an agreement, unless it was reversed. */
export const restructuringBy = (servicing: Servicing, agreement: string): Restructuring | undefined =>
  servicing.restructurings.find((one) => one.agreement === agreement)

/**
 * Restructures a loan: what each funding is still owed of its principal gets a schedule of its own. Complete
 * installments stay. Due interest is kept, to be paid with the first new installment, or waived; other interest and
 * penalties are waived.
 * @returns what it did, or null where the loan is not in a state that allows it
 */
export function restructure(books: Books, number: string, asked: NewTerms): RestructuringEnd | null {
  const loan = books.loan(number)
  const { servicing } = loan
  if (!servicing || (loan.state !== 'ACTIVE' && loan.state !== 'RESTRUCTURED')) return null
  const { penaltyLimit, penaltyFrom, window } = servicing
  const before = { ...copyOf(servicing), penaltyLimit, penaltyFrom, window }
  const penaltyWaived = sumOf(penaltiesOn(servicing, asked.agreedOn))
  const replaced = servicing.installments.flatMap((one, place) =>
    one.isReplaced || isComplete(one) ? [] : [place],
  )
  const due = replaced.filter((place) => (servicing.installments[place]?.dueDate ?? '') <= asked.agreedOn)
  const first = servicing.installments.length
  const overdue = servicing.shares.map((share) =>
    sumOf(due.map((place) => (share.parts[place]?.interest ?? 0) - (share.got[place]?.interest ?? 0))),
  )
  const principal = sumOf(
    servicing.shares.map((share, index) => {
      const left = sumOf(
        replaced.map((place) => (share.parts[place]?.principal ?? 0) - (share.got[place]?.principal ?? 0)),
      )
      renew(share, { replaced, left, kept: asked.keepInterest ? (overdue[index] ?? 0) : 0 }, asked)
      return left
    }),
  )
  for (const place of replaced) {
    const one = servicing.installments[place]
    if (one)
      Object.assign(one, { principal: one.principalPaid, interest: one.interestPaid, isReplaced: true })
  }
  servicing.installments.push(...newInstallments(servicing, first))
  const interest = sumOf(servicing.installments.slice(first).map((one) => one.interest))
  const paidInterest = sumOf(servicing.payments.map(({ parts }) => parts.interest))
  const paidPenalty = sumOf(servicing.installments.map((one) => one.penaltyPaid))
  // Interest and penalty together never exceed the principal (SEOJK 19/SEOJK.06/2023).
  servicing.penaltyLimit = Math.max(
    paidPenalty,
    loan.total - servicing.interestBefore - interest - paidInterest,
  )
  servicing.penaltyFrom = first
  const interestKept = asked.keepInterest ? sumOf(overdue) : 0
  const interestWaived = sumOf(overdue) - interestKept
  const installments = servicing.installments.length - first
  const end = { principal, interestKept, interestWaived, penaltyWaived, installments }
  const paymentsBefore = servicing.payments.length
  servicing.restructurings.push({ ...asked, end, paymentsBefore, before })
  closeWindow(servicing, asked.agreedOn)
  loan.state = 'RESTRUCTURED'
  return end
}

/** Gives a share its new schedule. What was not paid of the replaced installments is no longer owed by them. */
function renew(
  share: Share,
  { replaced, left, kept }: { replaced: readonly number[]; left: Rupiah; kept: Rupiah },
  { terms, agreedOn }: NewTerms,
): void {
  const paid = share.parts.map((part, place) => {
    const got = share.got[place]
    return replaced.includes(place) && got
      ? { ...part, principal: got.principal, interest: got.interest }
      : part
  })
  const fresh = scheduleOf(left, terms, agreedOn).map((part, place) =>
    place === 0 ? { ...part, interest: part.interest + kept } : part,
  )
  share.parts = [...paid, ...fresh]
  share.got = [...share.got, ...fresh.map(() => ({ principal: 0, interest: 0 }))]
}

/** The installments of the loan from a place on: the sums of those of its shares. */
function newInstallments({ shares }: Servicing, first: number): Installment[] {
  return (shares[0]?.parts.slice(first) ?? []).map(({ dueDate }, offset): Installment => {
    const of = (kind: 'principal' | 'interest') =>
      sumOf(shares.map(({ parts }) => parts[first + offset]?.[kind] ?? 0))
    const due = { principal: of('principal'), interest: of('interest') }
    return { dueDate, ...due, principalPaid: 0, interestPaid: 0, penaltyPaid: 0, isReplaced: false }
  })
}

/**
 * Reverses the newest restructuring, if nothing was paid since.
 * @returns whether it could be reversed
 */
export function reverseRestructuring(books: Books, number: string): boolean {
  const loan = books.loan(number)
  const { servicing } = loan
  const last = servicing?.restructurings.at(-1)
  if (!servicing || !last || loan.state !== 'RESTRUCTURED') return false
  if (servicing.payments.length > last.paymentsBefore) return false
  servicing.restructurings.pop()
  Object.assign(servicing, last.before)
  loan.state = servicing.restructurings.length > 0 ? 'RESTRUCTURED' : 'ACTIVE'
  return true
}
