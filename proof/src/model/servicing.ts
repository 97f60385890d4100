import type { Share, Installment, Parts, Payment, Servicing } from './in-service.ts'
import { divide, type Rupiah, sumOf, wholePart } from './arithmetic.ts'
import type { Books, Loan } from './books.ts'
import { changeOf, type Moved, move, nothingMoved } from './cash.ts'
import type { Day } from './days.ts'
import { penaltiesOn } from './penalties.ts'
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
  const none = { payments: [], restructurings: [], penaltyFrom: 0, isSettled: false }
  loan.servicing = { paidOutOn: on, penaltyLimit, shares, installments, ...none }
}

/**
 * Allocates a payment in the order of decision 0020: due installments, the oldest first, with interest before
 * principal; then penalties; then future installments. The rest is excess.
 */
function layOut(servicing: Servicing, amount: Rupiah, on: Day) {
  const laid = servicing.installments.map(() => ({ principal: 0, interest: 0, penalty: 0 }))
  let left = amount
  const take = (owed: Rupiah): Rupiah => {
    const taken = Math.min(left, owed)
    left -= taken
    return taken
  }
  const pass = (isDue: boolean) => {
    for (const [place, one] of servicing.installments.entries()) {
      const part = laid[place]
      if (!part || one.isReplaced || one.dueDate <= on !== isDue) continue
      part.interest += take(one.interest - one.interestPaid)
      part.principal += take(one.principal - one.principalPaid)
    }
  }
  const penalties = penaltiesOn(servicing, on)
  pass(true)
  for (const [place, part] of laid.entries()) part.penalty += take(penalties[place] ?? 0)
  pass(false)
  return { laid, excess: left }
}

/** What the platform adds to all payments of a loan together stays below this, as in the terms of all loans of a run. */
const roundingTolerance = 1_000

type Laid = { principal: Rupiah; interest: Rupiah; penalty: Rupiah }

/**
 * Adds what is left of an installment on which the payment was laid, if it is less than the platform may still bear and
 * at most a tenth of the installment.
 */
function roundUp({ installments, payments }: Servicing, laid: readonly Laid[]): Rupiah {
  const most = roundingTolerance - sumOf(payments.map(({ parts }) => parts.rounding))
  let added = 0
  for (const [place, one] of installments.entries()) {
    const part = laid[place]
    if (!part || part.principal + part.interest === 0) continue
    const principal = one.principal - one.principalPaid - part.principal
    const interest = one.interest - one.interestPaid - part.interest
    const rest = principal + interest
    if (added + rest >= most || 10 * rest > one.principal + one.interest) continue
    part.principal += principal
    part.interest += interest
    added += rest
  }
  return added
}

export const copyOf = ({ shares, installments }: Servicing) => ({
  shares: shares.map((share) => ({ ...share, got: share.got.map((one) => ({ ...one })) })),
  installments: installments.map((one) => ({ ...one })),
})

/**
 * Records a payment of the borrower. Each lender gets a part by largest remainder over what they are still owed, less
 * the tax on all interest of the lender's month, rounded down once (PMK 69/PMK.03/2022).
 */
export function repay(
  books: Books,
  number: string,
  { reference, paidOn, amount, fee }: Pick<Payment, 'reference' | 'paidOn' | 'amount' | 'fee'>,
): Payment {
  const loan = books.loan(number)
  const { servicing } = loan
  if (!servicing) throw new Error(`the model has not paid ${number} out`)
  const before = copyOf(servicing)
  const { laid, excess } = layOut(servicing, amount - fee, paidOn)
  const rounding = roundUp(servicing, laid)
  const parts: Parts = { principal: 0, interest: 0, penalty: 0, fee, excess, rounding, tax: 0 }
  const received = new Map<string, Moved>()
  for (const [place, part] of laid.entries()) {
    const installment = servicing.installments[place]
    if (!installment) continue
    installment.principalPaid += part.principal
    installment.interestPaid += part.interest
    installment.penaltyPaid += part.penalty
    parts.principal += part.principal
    parts.interest += part.interest
    parts.penalty += part.penalty
    parts.tax += giveShares(books, servicing, place, part, received)
  }
  for (const [lender, moved] of received) {
    move(books.lender(lender), moved)
    if (changeOf(moved) > 0) books.enter(lender, 'Repayment Success')
  }
  const payment: Payment = { reference, paidOn, amount, fee, parts, received, before, isSettlement: false }
  servicing.payments.push(payment)
  setState(loan, servicing)
  return payment
}

/**
 * Gives each lender their part of the payment on one installment.
 * @returns the tax that was withheld
 */
function giveShares(
  books: Books,
  { shares }: Servicing,
  place: number,
  part: { principal: Rupiah; interest: Rupiah; penalty: Rupiah },
  received: Map<string, Moved>,
): Rupiah {
  const of = (one: Share) => one.got[place] ?? { principal: 0, interest: 0 }
  const owed = (one: Share, kind: 'principal' | 'interest') => (one.parts[place]?.[kind] ?? 0) - of(one)[kind]
  const principals = divide(
    part.principal,
    shares.map((one) => owed(one, 'principal')),
  )
  const interests = divide(
    part.interest,
    shares.map((one) => owed(one, 'interest')),
  )
  const penalties = divide(
    part.penalty,
    shares.map(({ amount }) => amount),
  )
  let withheld = 0
  for (const [index, one] of shares.entries()) {
    const got = of(one)
    const [principal, interest] = [principals[index] ?? 0, interests[index] ?? 0]
    got.principal += principal
    got.interest += interest
    const moved = received.get(one.lender) ?? nothingMoved()
    const { moved: month, taxPpm } = books.lender(one.lender)
    const inAll = taxOf(month.interest + moved.interest + interest, taxPpm)
    const tax = Math.min(interest, Math.max(0, inAll - month.tax - moved.tax))
    withheld += tax
    moved.principal += principal
    moved.interest += interest
    moved.penalty += penalties[index] ?? 0
    moved.tax += tax
    received.set(one.lender, moved)
  }
  return withheld
}

const taxOf = (interest: Rupiah, ppm: number): Rupiah => wholePart(BigInt(interest) * BigInt(ppm), 1_000_000n)

/** What a lender gives back of a payment; the tax is what the month has without it less what was withheld in it. */
function givenBack(books: Books, lender: string, received: Moved): Moved {
  const { moved: month, taxPpm } = books.lender(lender)
  const left = month.interest - received.interest
  if (left < 0) return received
  const tax = Math.min(received.interest, Math.max(0, month.tax - taxOf(left, taxPpm)))
  return { ...received, tax }
}

/** The principal or interest that a share is still owed. */
export const expected = ({ parts, got }: Share, kind: 'principal' | 'interest'): Rupiah =>
  sumOf(parts.map((part, place) => part[kind] - (got[place]?.[kind] ?? 0)))

/** Whether the last payment of a loan can be reversed without a lender owing money that they no longer have. */
export function canReverse(books: Books, number: string): boolean {
  const { servicing, state } = books.loan(number)
  // An early settlement and a write-off prevent a reversal (decision 0021).
  if (servicing?.isSettled || state === 'WRITTEN_OFF') return false
  const last = servicing?.payments.at(-1)
  // What was paid before new terms cannot be reversed under them.
  const since = servicing?.restructurings.at(-1)?.paymentsBefore ?? 0
  if (servicing && servicing.payments.length <= since) return false
  return (
    last !== undefined &&
    [...last.received].every(
      ([lender, moved]) => books.available(lender) >= changeOf(givenBack(books, lender, moved)),
    )
  )
}

/**
 * Reverses the last payment of a loan: the lenders return what they received, and the loan owes what it owed before.
 */
export function reverseLast(books: Books, number: string): void {
  const loan = books.loan(number)
  const last = loan.servicing?.payments.pop()
  if (!loan.servicing || !last) return
  for (const [lender, received] of last.received) {
    const moved = givenBack(books, lender, received)
    move(books.lender(lender), moved, -1)
    if (changeOf(moved) === 0) continue
    books.enter(lender, 'Repayment Success')
    books.notify(lender, 'REPAYMENT_CORRECTED')
  }
  Object.assign(loan.servicing, last.before)
  setState(loan, loan.servicing)
}

export function setState(loan: Loan, { installments, restructurings }: Servicing): void {
  if (loan.state === 'WRITTEN_OFF') return
  const isPaid = installments.every(
    (one) => one.isReplaced || (one.principal === one.principalPaid && one.interest === one.interestPaid),
  )
  const inForce = restructurings.length > 0 ? 'RESTRUCTURED' : 'ACTIVE'
  loan.state = isPaid ? 'REPAID' : inForce
}
