import { Agreements } from './agreements.ts'
import type { Rupiah } from './arithmetic.ts'
import {
  brokenFundingRules,
  brokenWithdrawalRules,
  endOfTransfer,
  sentOf,
  type Verdict,
  verdictOf,
} from './rules.ts'
import type { Terms } from './schedule.ts'
import type { Servicing } from './servicing.ts'

/** Cash of a lender: what is theirs, and what of it waits for a signature or a bank. */
export type Lender = { balance: Rupiah; held: Rupiah; taxPpm: number }

export type LoanState = 'OFFERED' | 'FUNDED' | 'ACTIVE' | 'REPAID' | 'WRITTEN_OFF' | 'CANCELLED'
export type Loan = {
  state: LoanState
  total: Rupiah
  minimum: Rupiah
  /** What waits for signatures, and what is signed. */
  reserved: Rupiah
  funded: Rupiah
  terms: Terms
  servicing: Servicing | null
}

export type FundingState = 'WAITING' | 'SETTLED' | 'REJECTED' | 'EXPIRED' | 'REFUNDED' | 'CANCELLED'
export type Funding = { lender: string; loan: string; amount: Rupiah; state: FundingState }

export type Withdrawal = {
  lender: string
  sent: Rupiah
  fee: Rupiah
  /** LOST: the bank never got the order, so that it is returned once it cannot arrive any more. */
  state: 'UNDER_WAY' | 'LOST' | 'PAID' | 'RETURNED'
}

export type FundingRequest = { lender: string; loan: string; amount: Rupiah }
export type WithdrawalRequest = { lender: string; amount: Rupiah; fee: Rupiah; ownAccount: boolean }
export type NoticeEnd = 'CREDITED' | 'REPEATED' | 'CONFLICT'

/**
 * The rules of money written a second time, for some lenders and the loans that they alone fund. It is given what was asked and
 * says what may be answered; what was acknowledged is entered.
 */
export class Books {
  readonly lenders = new Map<string, Lender>()
  readonly loans = new Map<string, Loan>()
  readonly fundings = new Map<string, Funding>()
  readonly withdrawals = new Map<string, Withdrawal>()
  readonly agreements = new Agreements()
  /** Payments by the bank's id: the number paid to, its lender, and the amount. */
  readonly payments = new Map<string, { number: string; amount: Rupiah }>()
  /** What came in for numbers that are nobody's. */
  suspense: Rupiah = 0

  lender(name: string): Lender {
    const lender = this.lenders.get(name)
    if (!lender) throw new Error(`the model knows no lender ${name}`)
    return lender
  }

  loan(number: string): Loan {
    const loan = this.loans.get(number)
    if (!loan) throw new Error(`the model knows no loan ${number}`)
    return loan
  }

  available(name: string): Rupiah {
    const { balance, held } = this.lender(name)
    return balance - held
  }

  outstanding(number: string): Rupiah {
    const { total, reserved, funded } = this.loan(number)
    return total - reserved - funded
  }

  /** A bank tells of a payment; a payment is known by its id, however often the bank sends it (I12, I13). */
  payIn(id: string, number: string, owner: string | null, amount: Rupiah): NoticeEnd {
    const before = this.payments.get(id)
    if (before) return before.amount === amount && before.number === number ? 'REPEATED' : 'CONFLICT'
    this.payments.set(id, { number, amount })
    if (owner === null) this.suspense += amount
    else this.lender(owner).balance += amount
    return 'CREDITED'
  }

  /** The credit of a payment of a bank is taken back: the money is nobody's again. */
  reversePayIn(id: string, owner: string): void {
    const amount = this.payments.get(id)?.amount ?? 0
    this.payments.delete(id)
    this.lender(owner).balance -= amount
    this.suspense += amount
  }

  judgeFunding(request: FundingRequest): Verdict {
    const { lender, loan, amount } = request
    const known = this.loans.get(loan)
    if (!known) return verdictOf(['LOAN_NOT_FOUND'])
    const outstanding = this.outstanding(loan)
    const isClosed = known.state !== 'OFFERED' || outstanding === 0
    const question = { amount, cash: this.available(lender), minimum: known.minimum, outstanding }
    return verdictOf([
      isClosed && 'LOAN_CLOSED',
      ...brokenFundingRules(question),
      ...this.agreements.missing(request),
    ])
  }

  /** Whether the rules allow a request once its agreement was read. */
  wouldAccept(request: FundingRequest): boolean {
    const verdict = this.judgeFunding(request)
    return verdict.accepts || verdict.because.every((code) => code.startsWith('AGREEMENT'))
  }

  /** Enters a funding that was accepted: the money is held and the loan reserved, until the signature. */
  reserve(id: string, request: FundingRequest): void {
    const { lender, loan, amount } = request
    this.agreements.use(request, -1)
    this.lender(lender).held += amount
    this.loan(loan).reserved += amount
    this.fundings.set(id, { lender, loan, amount, state: 'WAITING' })
  }

  /** Takes a reservation out again that was only tried. */
  forget(id: string): void {
    const funding = this.fundings.get(id)
    if (!funding) return
    this.agreements.use(funding, 1)
    this.lender(funding.lender).held -= funding.amount
    this.loan(funding.loan).reserved -= funding.amount
    this.fundings.delete(id)
  }

  /** The agreement is signed in time: the money is the loan's. */
  settle(id: string): void {
    const funding = this.#waiting(id)
    if (!funding) return
    const lender = this.lender(funding.lender)
    const loan = this.loan(funding.loan)
    lender.held -= funding.amount
    lender.balance -= funding.amount
    loan.reserved -= funding.amount
    loan.funded += funding.amount
    funding.state = 'SETTLED'
    if (loan.funded === loan.total) loan.state = 'FUNDED'
  }

  /** It will not be signed: the money is free again. What has ended stays as it ended. */
  release(id: string, state: 'REJECTED' | 'EXPIRED' | 'CANCELLED'): void {
    const funding = this.#waiting(id)
    if (!funding) return
    this.lender(funding.lender).held -= funding.amount
    this.loan(funding.loan).reserved -= funding.amount
    funding.state = state
  }

  #waiting(id: string): Funding | null {
    const funding = this.fundings.get(id)
    return funding?.state === 'WAITING' ? funding : null
  }

  fundingsOf(loan: string, state: FundingState): [string, Funding][] {
    return [...this.fundings].filter(([, funding]) => funding.loan === loan && funding.state === state)
  }

  /** The operator takes a loan back that was not paid out: all money returns to the lenders. */
  cancel(number: string): boolean {
    const loan = this.loan(number)
    if (loan.state !== 'OFFERED' && loan.state !== 'FUNDED') return false
    for (const [, funding] of this.fundingsOf(number, 'SETTLED')) {
      this.lender(funding.lender).balance += funding.amount
      loan.funded -= funding.amount
      funding.state = 'REFUNDED'
    }
    for (const [id] of this.fundingsOf(number, 'WAITING')) this.release(id, 'CANCELLED')
    loan.state = 'CANCELLED'
    return true
  }

  judgeWithdrawal({ lender, amount, fee, ownAccount }: WithdrawalRequest): Verdict {
    return verdictOf([
      !ownAccount && 'WITHDRAWAL_ACCOUNT_MISMATCH',
      ...brokenWithdrawalRules(amount, this.available(lender), fee),
    ])
  }

  /** What an accepted withdrawal of this request sends. */
  sent({ lender, amount, fee }: WithdrawalRequest): Rupiah {
    return sentOf(amount, this.available(lender), fee)
  }

  /** Enters a withdrawal that was accepted: amount and fee are held until its bank has ended it. */
  withdraw(id: string, request: WithdrawalRequest): void {
    const sent = this.sent(request)
    this.lender(request.lender).held += sent + request.fee
    const state = endOfTransfer(sent) === 'LOST' ? 'LOST' : 'UNDER_WAY'
    this.withdrawals.set(id, { lender: request.lender, sent, fee: request.fee, state })
  }

  /** Takes a withdrawal out again that was only tried. */
  forgetWithdrawal(id: string): void {
    const tried = this.withdrawals.get(id)
    if (tried) this.lender(tried.lender).held -= tried.sent + tried.fee
    this.withdrawals.delete(id)
  }

  /** The end of a withdrawal at its bank: once, and either paid with its fee or back whole (I9). */
  endWithdrawal(id: string): void {
    const withdrawal = this.withdrawals.get(id)
    if (!withdrawal || withdrawal.state === 'PAID' || withdrawal.state === 'RETURNED') return
    const lender = this.lender(withdrawal.lender)
    const total = withdrawal.sent + withdrawal.fee
    lender.held -= total
    withdrawal.state = endOfTransfer(withdrawal.sent) === 'PAID' ? 'PAID' : 'RETURNED'
    if (withdrawal.state === 'PAID') lender.balance -= total
  }
}
