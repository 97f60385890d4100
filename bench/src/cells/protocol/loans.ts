import { addTo, type Decision, type Loan, rowOf } from './books.ts'
import type { Answer, Message, Request, Share } from './messages.ts'
import type { Transaction } from './transaction.ts'

// What happens at a loan's home: each function is part of one local transaction.

type Asked<Kind> = Extract<Request, { kind: Kind }>

/** Takes the amount if that much is left of the loan. The decision is remembered, also a refusal, and answers every repeat. */
export function reserve(tx: Transaction, message: Message, request: Asked<'reserve'>): Answer | null {
  const { books } = tx
  const before = books.decisions.get(request.funding)
  if (before && tx.keeps('decision-remembered')) {
    if (!tx.keeps('answer-repeated')) return null
    return before.state === 'refused' ? 'refused' : 'taken'
  }
  const loan = rowOf(books.loans, request.loan)
  const isLeft = request.amount <= loan.total - loan.reserved - loan.funded
  const isTaken = loan.state === 'open' && (isLeft || !tx.keeps('room-checked'))
  const { funding, lender, amount } = request
  const state = isTaken ? 'taken' : 'refused'
  if (isTaken || tx.keeps('refusal-remembered'))
    books.decisions.set(funding, { funding, lender, cell: message.from, loan: loan.id, amount, state })
  if (!isTaken) return 'refused'
  loan.reserved += amount
  loan.fundings.push(funding)
  return 'taken'
}

/** Books the money of a signed funding. It is returned if the loan was cancelled while the money was on its way. */
export function settle(tx: Transaction, message: Message, { funding, amount }: Asked<'settle'>): Answer {
  const decision = tx.books.decisions.get(funding)
  const isSettled = decision?.state === 'settled' || decision?.state === 'refunded'
  if (isSettled && tx.keeps('settlement-once')) return 'settled'
  const isLate = decision?.state !== 'taken' && !isSettled
  if (!decision) return 'returned'
  if (isLate && tx.keeps('late-money-returned')) {
    decision.state = 'returned'
    return 'returned'
  }
  const loan = rowOf(tx.books.loans, decision.loan)
  if (decision.state === 'taken') loan.reserved -= amount
  loan.funded += amount
  loan.escrow += amount
  decision.state = 'settled'
  tx.addReceived(message, amount)
  return 'settled'
}

/** Gives a reservation back to its loan, when its lender's cell or, if a rule is broken, this cell has ended it. */
export function releaseReservation(tx: Transaction, funding: number): void {
  const decision = tx.books.decisions.get(funding)
  if (decision?.state !== 'taken') return
  rowOf(tx.books.loans, decision.loan).reserved -= decision.amount
  decision.state = 'released'
}

/** Cancels a loan that is not paid out. One message to each cell ends its fundings and carries the refunds. */
export function cancelLoan(tx: Transaction, id: number): void {
  const loan = rowOf(tx.books.loans, id)
  if (loan.state !== 'open') return
  loan.state = 'cancelled'
  const ended = decisionsOf(tx, loan).filter(({ state }) => state === 'taken' || state === 'settled')
  for (const [cell, decisions] of Map.groupBy(ended, (decision) => decision.cell)) {
    const fundings = decisions.map(({ funding, state, amount }) => ({
      funding,
      refund: state === 'settled' ? amount : 0,
    }))
    for (const decision of decisions) end(loan, decision)
    tx.ask(cell, { kind: 'end', loan: id, fundings })
  }
}

function end(loan: Loan, decision: Decision): void {
  if (decision.state === 'taken') {
    loan.reserved -= decision.amount
    decision.state = 'cancelled'
    return
  }
  loan.funded -= decision.amount
  loan.escrow -= decision.amount
  decision.state = 'refunded'
}

/** Pays a loan out to its borrower if it is full. */
export function payOut(tx: Transaction, id: number): void {
  const loan = rowOf(tx.books.loans, id)
  if (loan.state !== 'open' || loan.funded !== loan.total) return
  loan.escrow -= loan.total
  tx.books.paidOut += loan.total
  loan.state = 'paid-out'
}

export type Payment = { loan: number; installment: number; amount: number }

/**
 * Receives installments from borrowers. One message to each cell carries the shares of all of them: the lenders of one
 * loan are at nearly as many cells as they are, so a message for each loan and cell would have one share or two.
 */
export function payInstallments(tx: Transaction, batch: string, payments: readonly Payment[]): void {
  const shares = payments.flatMap((payment) => payInstallment(tx, payment))
  for (const [cell, own] of Map.groupBy(shares, (share) => share.cell))
    tx.ask(cell, { kind: 'repay', batch, shares: own.map(({ lender, amount }) => ({ lender, amount })) })
}

/** The shares of an installment; none if it was recorded before. */
function payInstallment(
  tx: Transaction,
  { loan: id, installment, amount }: Payment,
): (Share & { cell: number })[] {
  const loan = rowOf(tx.books.loans, id)
  if (loan.state !== 'paid-out' || loan.installmentsPaid >= installment) return []
  loan.installmentsPaid = installment
  tx.books.paidIn += amount
  let left = amount
  const settled = decisionsOf(tx, loan).filter(({ state }) => state === 'settled')
  return settled.map(({ lender, cell, amount: lent }, place) => {
    // The last one takes what rounding has left.
    const isLast = place === settled.length - 1
    const share = isLast ? left : Math.floor((amount * lent) / loan.total)
    left -= share
    addTo(tx.books.distributed, lender, share)
    return { lender, cell, amount: share }
  })
}

const decisionsOf = ({ books }: Transaction, loan: Loan): Decision[] =>
  loan.fundings.map((funding) => rowOf(books.decisions, funding))
