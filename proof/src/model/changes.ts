import { type Rupiah, sumOf } from './arithmetic.ts'
import type { Books } from './books.ts'
import type { Day } from './days.ts'
import { penaltiesOn } from './penalties.ts'
import { closeWindow, repay, setState } from './servicing.ts'
import type { Installment, Payment, Servicing } from './in-service.ts'

const principalLeft = (one: Installment): Rupiah => one.principal - one.principalPaid
const interestLeft = (one: Installment): Rupiah => one.interest - one.interestPaid

/** The indexes of the installments that an early settlement replaces: the unpaid ones after the current period. */
function laterPlaces({ installments, penaltyFrom }: Servicing, on: Day): number[] {
  const isAhead = (one: Installment): boolean => !one.isReplaced && one.dueDate >= on
  const periodEnd =
    installments
      .slice(penaltyFrom)
      .filter(isAhead)
      .map(({ dueDate }) => dueDate)
      .sort()[0] ?? on
  return installments.flatMap((one, place) =>
    isAhead(one) && one.dueDate > periodEnd && principalLeft(one) + interestLeft(one) > 0 ? [place] : [],
  )
}

/**
 * The price of an early settlement: everything that is due, the current period with its interest, and all later
 * principal without interest.
 */
export function settlementPrice(servicing: Servicing, on: Day): Rupiah {
  const later = laterPlaces(servicing, on)
  return (
    sumOf(penaltiesOn(servicing, on)) +
    sumOf(
      servicing.installments.map((one, place) => {
        if (one.isReplaced) return 0
        return principalLeft(one) + (later.includes(place) ? 0 : interestLeft(one))
      }),
    )
  )
}

/** Settles a loan early: one installment of principal, due on the day of the payment, replaces the later ones. */
export function settleEarly(
  books: Books,
  number: string,
  payment: Pick<Payment, 'reference' | 'paidOn' | 'amount' | 'fee'>,
): Payment {
  const { servicing } = books.loan(number)
  if (!servicing) throw new Error(`the model has not paid ${number} out`)
  const { installments, shares } = servicing
  const later = laterPlaces(servicing, payment.paidOn)
  if (later.length > 0) {
    const principal = sumOf(
      later.map((place) => installments[place]).map((one) => (one ? principalLeft(one) : 0)),
    )
    for (const place of later) Object.assign(installments[place] ?? {}, { isReplaced: true })
    for (const share of shares) {
      const owed = later.map(
        (place) => (share.parts[place]?.principal ?? 0) - (share.got[place]?.principal ?? 0),
      )
      share.parts = [...share.parts, { dueDate: payment.paidOn, principal: sumOf(owed), interest: 0 }]
      share.got.push({ principal: 0, interest: 0 })
    }
    const paid = { principalPaid: 0, interestPaid: 0, penaltyPaid: 0 }
    installments.push({ dueDate: payment.paidOn, principal, interest: 0, isReplaced: false, ...paid })
  }
  closeWindow(servicing, payment.paidOn)
  const { payment: recorded } = repay(books, number, payment)
  recorded.isSettlement = true
  closeWindow(servicing, payment.paidOn)
  servicing.isSettled = true
  return recorded
}

/**
 * Writes a loan off; later payments are recorded as usual.
 * @returns whether it could be written off
 */
export function writeOff(books: Books, number: string, on: Day): boolean {
  const loan = books.loan(number)
  if (!loan.servicing || (loan.state !== 'ACTIVE' && loan.state !== 'RESTRUCTURED')) return false
  loan.servicing.windowBeforeWriteOff = closeWindow(loan.servicing, on)
  loan.state = 'WRITTEN_OFF'
  return true
}

export function reverseWriteOff(books: Books, number: string): boolean {
  const loan = books.loan(number)
  if (loan.state !== 'WRITTEN_OFF' || !loan.servicing) return false
  loan.servicing.window = loan.servicing.windowBeforeWriteOff ?? loan.servicing.window
  loan.state = 'ACTIVE'
  setState(loan, loan.servicing)
  return true
}

/**
 * Reverses a disbursement that nothing was paid on: the money is in escrow again.
 * @returns whether it could be reversed
 */
export function reverseDisbursement(books: Books, number: string): boolean {
  const loan = books.loan(number)
  if (loan.state !== 'ACTIVE' || loan.servicing?.payments.length !== 0) return false
  // A loan that was taken over was paid out elsewhere.
  if (loan.servicing.isTakenOver) return false
  loan.state = 'FUNDED'
  loan.servicing = null
  return true
}
