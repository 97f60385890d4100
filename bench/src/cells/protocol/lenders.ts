import type { Funding, FundingState } from './books.ts'
import { addTo, rowOf } from './books.ts'
import { type Answer, type Message, moneyOf, type Request } from './messages.ts'
import type { Transaction } from './transaction.ts'

// What happens at a lender's cell: each function is part of one local transaction.

export type FundInput = { key: string; lender: number; loan: number; home: number; amount: number }
export type WithdrawInput = { key: string; lender: number; amount: number }

/** Holds the cash and asks the loan's home for the amount; a known key replays how its funding stands. */
export function fund(tx: Transaction, id: number, input: FundInput): Funding {
  const { books } = tx
  const known = books.keys.get(input.key)
  if (known !== undefined && tx.keeps('key-remembered')) return rowOf(books.fundings, known)
  const { lender, loan, home, amount } = input
  const isCovered = amount <= freeCash(tx, lender)
  const funding: Funding = { ...input, id, state: isCovered ? 'asked' : 'refused', reservedAt: 0 }
  books.fundings.set(id, funding)
  books.keys.set(input.key, id)
  if (isCovered) {
    rowOf(books.accounts, lender).held += amount
    tx.ask(home, { kind: 'reserve', funding: id, loan, lender, amount })
  }
  return funding
}

/** Sends the money of a reserved funding to its loan; returns how the funding stands. */
export function sign(tx: Transaction, id: number): FundingState {
  const funding = rowOf(tx.books.fundings, id)
  if (funding.state !== 'reserved') return funding.state
  const account = rowOf(tx.books.accounts, funding.lender)
  account.held -= funding.amount
  account.cash -= funding.amount
  funding.state = 'settling'
  tx.ask(funding.home, { kind: 'settle', funding: id, amount: funding.amount })
  return 'settling'
}

/**
 * Ends a reservation that was not signed in time. The hold needs no answer for that: only this cell can sign, so
 * nothing will ask for the money any more.
 */
export function expire(tx: Transaction, id: number): void {
  const funding = rowOf(tx.books.fundings, id)
  const isSigned = funding.state === 'settling' && !tx.keeps('signed-kept')
  if (funding.state !== 'reserved' && !isSigned) return
  release(tx, funding, 'expired')
  if (tx.keeps('release-sent')) tx.ask(funding.home, { kind: 'release', funding: id })
}

/** What a cell does that breaks the rule `hold-until-answer`. */
export function giveUp(tx: Transaction, id: number): void {
  const funding = rowOf(tx.books.fundings, id)
  if (funding.state === 'asked') release(tx, funding, 'refused')
}

/** True if the cash is sent. A refusal is remembered under its key too, or a repeat would send what was refused. */
export function withdraw(tx: Transaction, { key, lender, amount }: WithdrawInput): boolean {
  const { books } = tx
  const before = books.withdrawals.get(key)
  if (before) return before.isSent
  const isSent = amount <= freeCash(tx, lender)
  books.withdrawals.set(key, { lender, amount, isSent })
  if (!isSent) return false
  rowOf(books.accounts, lender).cash -= amount
  books.paidOut += amount
  return true
}

/** Does at the lender's cell what the loan's home has answered. */
export function applyAnswer(tx: Transaction, message: Message, answer: Answer): void {
  const { request } = message
  if (request.kind !== 'reserve' && request.kind !== 'settle') return
  const funding = rowOf(tx.books.fundings, request.funding)
  tx.changed.push(funding)
  if (answer === 'refused') release(tx, funding, 'refused')
  if (answer === 'taken') Object.assign(funding, { state: 'reserved', reservedAt: tx.now })
  if (answer === 'settled') funding.state = 'settled'
  if (answer === 'returned') {
    rowOf(tx.books.accounts, funding.lender).cash += funding.amount
    tx.takeBack(message, funding.amount)
    funding.state = 'cancelled'
  }
}

/** Ends the fundings of a loan that its home has cancelled, in whatever state they are here. */
export function endFundings(
  tx: Transaction,
  message: Message,
  { fundings }: Extract<Request, { kind: 'end' }>,
): void {
  for (const { funding: id, refund } of fundings) {
    const funding = rowOf(tx.books.fundings, id)
    if (refund > 0) bookRefund(tx, message, funding, refund)
    else if (funding.state === 'asked' || funding.state === 'reserved') {
      // What the home answered before may still be on its way, and must not count any more.
      dropMessage(tx, `reserve:${id}`)
      release(tx, funding, 'cancelled')
      tx.changed.push(funding)
    }
    // One that was signed meanwhile waits for the answer to its money, which will be that it is returned.
  }
}

function bookRefund(tx: Transaction, message: Message, funding: Funding, refund: number): void {
  if (funding.state === 'refunded' && tx.keeps('refund-once')) return
  // The refund may arrive before the answer that the money was settled.
  dropMessage(tx, `settle:${funding.id}`)
  rowOf(tx.books.accounts, funding.lender).cash += refund
  tx.addReceived(message, refund)
  funding.state = 'refunded'
}

/** Credits the shares of a message to the lenders of this cell, and keeps the message for the audit. */
export function bookRepayment(
  tx: Transaction,
  message: Message,
  request: Extract<Request, { kind: 'repay' }>,
): void {
  const { books } = tx
  if (books.repayments.has(message.id) && tx.keeps('repayment-once')) return
  books.repayments.set(message.id, request.shares)
  const [first] = request.shares
  for (const { lender, amount } of request.shares) {
    const credited = tx.keeps('share-to-its-lender') ? lender : (first?.lender ?? lender)
    rowOf(books.accounts, credited).cash += amount
    addTo(books.credited, credited, amount)
  }
  tx.addReceived(message, moneyOf(request))
}

function dropMessage(tx: Transaction, id: string): void {
  if (tx.keeps('late-answer-void')) tx.books.outbox.delete(id)
}

function release(tx: Transaction, funding: Funding, state: FundingState): void {
  rowOf(tx.books.accounts, funding.lender).held -= funding.amount
  funding.state = state
}

function freeCash(tx: Transaction, lender: number): number {
  const { cash, held } = rowOf(tx.books.accounts, lender)
  return tx.keeps('hold-counted') ? cash - held : cash
}
