import { type Rupiah, sumOf } from './arithmetic.ts'
import type { Books, Loan } from './books.ts'
import type { Day } from './days.ts'
import type { Dated, Installment, NewPayment, Payment, Servicing, Share, Window } from './in-service.ts'
import { book, changesOf, copyOf, type Corrected, inOrder } from './value-dates.ts'
import { scheduleOf } from './schedule.ts'

/** Disburses a fully funded loan: each funding gets its own schedule, and the loan's schedule is their sum. */
export function payOut(books: Books, number: string, on: Day): void {
  const loan = books.loan(number)
  const shares = books
    .fundingsOf(number, 'SETTLED')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([funding, { lender, amount }]): Share => {
      const parts = scheduleOf(amount, loan.terms, on)
      return { funding, lender, amount, parts, got: parts.map(() => ({ principal: 0, interest: 0 })) }
    })
  const installments = (shares[0]?.parts ?? []).map(({ dueDate }, place): Installment => {
    const of = (kind: 'principal' | 'interest') => sumOf(shares.map(({ parts }) => parts[place]?.[kind] ?? 0))
    const due = { principal: of('principal'), interest: of('interest') }
    return { dueDate, ...due, principalPaid: 0, interestPaid: 0, penaltyPaid: 0, isReplaced: false }
  })
  const interest = sumOf(installments.map((one) => one.interest))
  // Interest and penalty together never exceed the principal (SEOJK 19/SEOJK.06/2023).
  const penaltyLimit = Math.max(0, loan.total - interest)
  loan.state = 'ACTIVE'
  loan.servicing = begin({ paidOutOn: on, penaltyLimit, shares, installments })
}

/** A loan on which nothing was paid yet. */
export function begin(
  begun: Pick<Servicing, 'paidOutOn' | 'penaltyLimit' | 'shares' | 'installments'>,
): Servicing {
  const window = { ...copyOf(begun), first: 0, changedOn: null }
  const none = {
    ...{ isTakenOver: false, interestBefore: 0 },
    ...{ payments: [], restructurings: [], penaltyFrom: 0, isSettled: false, latest: null },
  }
  return { ...begun, ...none, window, windowBeforeWriteOff: null }
}

/** Begins a window: the payments so far are allocated anew by nothing. */
export function closeWindow(servicing: Servicing, changedOn: Day): Window {
  const before = servicing.window
  servicing.window = { ...copyOf(servicing), first: servicing.payments.length, changedOn }
  return before
}

/**
 * Records a payment of the borrower; those with later value dates are allocated anew.
 * @returns it, and the references of those that changed
 */
export function repay(
  books: Books,
  number: string,
  payment: NewPayment,
): { payment: Payment; moved: string[] } {
  const { loan, servicing } = inService(books, number)
  const corrected = changesOf(servicing, { added: payment })
  const moved = correct(books, loan, corrected)
  if (isLatest(servicing, payment)) servicing.latest = payment
  const recorded = servicing.payments.find(({ reference }) => reference === payment.reference)
  if (!recorded) throw new Error(`the model has lost ${payment.reference}`)
  return { payment: recorded, moved }
}

/** Whether a payment comes after all that were ever recorded on its loan. */
export const isLatest = ({ latest }: Servicing, payment: Dated): boolean =>
  latest === null || inOrder(latest, payment) < 0

function inService(books: Books, number: string): { loan: Loan; servicing: Servicing } {
  const loan = books.loan(number)
  if (!loan.servicing) throw new Error(`the model has not paid ${number} out`)
  return { loan, servicing: loan.servicing }
}

function correct(books: Books, loan: Loan, corrected: Corrected): string[] {
  book(books, corrected)
  if (!loan.servicing) return []
  Object.assign(loan.servicing, corrected.after)
  setState(loan, loan.servicing)
  return corrected.negated.map(({ reference }) => reference)
}

/**
 * What becomes of a payment: it is recorded, known or refused with a code. Each reference is taken once for a loan, and
 * what was reversed is not taken again as it was.
 */
export function judgePayment(books: Books, number: string, payment: NewPayment, today: Day): string {
  const { servicing } = inService(books, number)
  const known = servicing.payments.find(({ reference }) => reference === payment.reference)
  if (known) return isSame(known, payment) && !known.isSettlement ? 'KNOWN' : 'REFERENCE_REUSED'
  if (books.reversed.get(number)?.some((one) => isSame(one, payment))) return 'PAYMENT_REVERSED'
  return refusalOfDate(servicing, payment.paidOn, today) ?? 'RECORDED'
}

const isSame = (one: NewPayment, other: NewPayment): boolean =>
  (['reference', 'paidOn', 'amount', 'fee'] as const).every((name) => one[name] === other[name])

function refusalOfDate({ paidOutOn, window }: Servicing, paidOn: Day, today: Day): string | null {
  if (paidOn > today) return 'DATE_IN_FUTURE'
  if (paidOn < paidOutOn) return 'DATE_BEFORE_DISBURSEMENT'
  return window.changedOn !== null && paidOn < window.changedOn ? 'DATE_BEFORE_CHANGE' : null
}

/** Whether lenders have what a correction takes from them, whatever tax is withheld from what it gives. */
export function isCovered(books: Books, { taken, negated, recorded }: Corrected): boolean {
  const left = new Map<string, Rupiah>()
  const add = (lender: string, amount: Rupiah) =>
    left.set(lender, (left.get(lender) ?? books.available(lender)) + amount)
  for (const { received } of [...(taken ? [taken] : []), ...negated])
    for (const [lender, { principal, interest, penalty }] of received)
      add(lender, -principal - interest - penalty)
  for (const { gross } of recorded)
    for (const { lender, principal, penalty } of gross) add(lender, principal + penalty)
  return [...left.values()].every((amount) => amount >= 0)
}

/** What a payment would change, for `isCovered`. */
export const changesBy = (books: Books, number: string, added: NewPayment): Corrected =>
  changesOf(inService(books, number).servicing, { added })

/** Whether a payment can be reversed without a lender owing money that they no longer have. */
export function canReverse(books: Books, number: string, reference: string): boolean {
  const { servicing } = books.loan(number)
  // What was paid before an early settlement, new terms or a write-off cannot be reversed under them.
  const taken = servicing?.payments
    .slice(servicing.window.first)
    .find((payment) => payment.reference === reference)
  return servicing !== null && taken !== undefined && isCovered(books, changesOf(servicing, { taken }))
}

/**
 * Reverses a payment: the lenders return what they received, and those with later value dates are allocated as if it had
 * never been.
 * @returns the references of those that changed
 */
export function reverse(books: Books, number: string, reference: string): string[] {
  const { loan, servicing } = inService(books, number)
  const taken = servicing.payments.find((payment) => payment.reference === reference)
  if (!taken) return []
  books.reversed.set(number, [...(books.reversed.get(number) ?? []), taken])
  return correct(books, loan, changesOf(servicing, { taken }))
}

/** The principal or interest that a share is still owed. */
export const expected = ({ parts, got }: Share, kind: 'principal' | 'interest'): Rupiah =>
  sumOf(parts.map((part, place) => part[kind] - (got[place]?.[kind] ?? 0)))

export function setState(loan: Loan, { installments, restructurings }: Servicing): void {
  if (loan.state === 'WRITTEN_OFF') return
  const isPaid = installments.every(
    (one) => one.isReplaced || (one.principal === one.principalPaid && one.interest === one.interestPaid),
  )
  const inForce = restructurings.length > 0 ? 'RESTRUCTURED' : 'ACTIVE'
  loan.state = isPaid ? 'REPAID' : inForce
}
