import { Agreements } from './agreements.ts'
import type { Rupiah } from './arithmetic.ts'
import { accountOf, type Lender, type Method, methodOf, move } from './cash.ts'
import { count, type HistoryEntry, type noticeKinds } from './counts.ts'
import type { Terms } from './schedule.ts'
import { SecondPair } from './second-pair.ts'
import type { NewPayment, Servicing } from './in-service.ts'

export type LoanState =
  | 'DRAFT'
  | 'OFFERED'
  | 'FUNDED'
  | 'ACTIVE'
  | 'RESTRUCTURED'
  | 'REPAID'
  | 'WRITTEN_OFF'
  | 'CANCELLED'
export type Loan = {
  state: LoanState
  total: Rupiah
  minimum: Rupiah
  /** The sum of the fundings that wait for a signature; `funded` is the sum of the signed ones. */
  reserved: Rupiah
  funded: Rupiah
  terms: Terms
  servicing: Servicing | null
  /** For a loan of a former system: whether its take-over stands. */
  takenOver?: 'STANDS' | 'TAKEN_BACK'
}

export type FundingState = 'WAITING' | 'SETTLED' | 'REJECTED' | 'EXPIRED' | 'REFUNDED' | 'CANCELLED'
export type Funding = { lender: string; loan: string; amount: Rupiah; state: FundingState }

/** A payment that belongs to no lender, or did until an operator ended that. */
export type Stray = { number: string; amount: Rupiah; end: { lender: string } | { reference: string } | null }

export type Withdrawal = {
  lender: string
  method: Method
  sent: Rupiah
  fee: Rupiah
  /** LOST: the bank never received the order, so the money is returned once the order has expired (invariant I9). */
  state: 'UNDER_WAY' | 'LOST' | 'PAID' | 'RETURNED'
  /** What the bank gave back after it had paid it, as an operator recorded it. */
  back: { amount: Rupiah; fee: Rupiah } | null
}

/** Loans that are offered together, and the numbers of the bulk fundings of it by lender: each funds it once. */
export type Product = { loans: readonly string[]; fundings: Map<string, string> }

export type FundingRequest = { lender: string; loan: string; amount: Rupiah }
export type NoticeEnd = 'CREDITED' | 'REPEATED' | 'CONFLICT'

/**
 * A second, independent implementation of the money rules, for some lenders and the loans that only they fund. It
 * predicts the allowed answers to requests, and records the acknowledged ones.
 */
export class Books {
  readonly lenders = new Map<string, Lender>()
  readonly loans = new Map<string, Loan>()
  readonly fundings = new Map<string, Funding>()
  readonly withdrawals = new Map<string, Withdrawal>()
  readonly products = new Map<string, Product>()
  readonly agreements = new Agreements()
  readonly secondPair = new SecondPair()
  /** Payments by the bank's id: the virtual account number and the amount. */
  readonly payments = new Map<string, { number: string; amount: Rupiah }>()
  /** Payments of borrowers that were reversed, by loan: none is taken again as it was. */
  readonly reversed = new Map<string, NewPayment[]>()
  /** Payments that belong to no lender, or did, by the bank's id. */
  readonly strays = new Map<string, Stray>()
  /** The sum of all payments that belong to no lender now. */
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

  available(name: string, method: Method = 1): Rupiah {
    const { balance, held } = accountOf(this.lender(name), method)
    return balance - held
  }

  outstanding(number: string): Rupiah {
    const { total, reserved, funded } = this.loan(number)
    return total - reserved - funded
  }

  /**
   * Records a payment notice of a bank. The id identifies the payment, however often the bank sends it (invariants I12,
   * I13).
   */
  payIn(id: string, number: string, owner: string | null, amount: Rupiah): NoticeEnd {
    const before = this.payments.get(id)
    if (before) return before.amount === amount && before.number === number ? 'REPEATED' : 'CONFLICT'
    this.payments.set(id, { number, amount })
    if (owner === null) this.#stray(id, { number, amount })
    else this.credit(owner, amount, methodOf(number))
    return 'CREDITED'
  }

  credit(owner: string, amount: Rupiah, method: Method): void {
    move(this.lender(owner), { toppedUp: amount }, 1, method)
    this.enter(owner, 'Top Up Success')
  }

  enter(name: string, entry: HistoryEntry): void {
    count(this.lender(name).history, entry)
  }

  notify(name: string, kind: (typeof noticeKinds)[number]): void {
    count(this.lender(name).notices, kind)
  }

  /** Reverses the credit of a bank's payment: the money belongs to no lender again. */
  reversePayIn(id: string, owner: string): void {
    const { number, amount } = this.payments.get(id) ?? { number: '', amount: 0 }
    this.payments.delete(id)
    move(this.lender(owner), { toppedUp: amount }, -1, methodOf(number))
    this.enter(owner, 'Top Up Success')
    this.notify(owner, 'TOP_UP_CORRECTED')
    this.#stray(id, { number, amount })
  }

  #stray(id: string, payment: Pick<Stray, 'number' | 'amount'>): void {
    this.suspense += payment.amount
    this.strays.set(id, { ...payment, end: null })
  }

  /** Records an accepted funding: the money is held and the loan reserved until the signature. */
  reserve(id: string, request: FundingRequest): void {
    const { lender, loan, amount } = request
    this.agreements.use(request, -1)
    this.lender(lender).held += amount
    this.loan(loan).reserved += amount
    this.fundings.set(id, { lender, loan, amount, state: 'WAITING' })
  }

  /** Removes a reservation that was recorded only as a trial. */
  forget(id: string): void {
    const funding = this.fundings.get(id)
    if (!funding) return
    this.agreements.use(funding, 1)
    this.lender(funding.lender).held -= funding.amount
    this.loan(funding.loan).reserved -= funding.amount
    this.fundings.delete(id)
  }

  /** Records a signature in time: the money now belongs to the loan. */
  settle(id: string): void {
    const funding = this.#waiting(id)
    if (!funding) return
    const lender = this.lender(funding.lender)
    const loan = this.loan(funding.loan)
    lender.held -= funding.amount
    move(lender, { lent: funding.amount })
    this.enter(funding.lender, 'Funding Success')
    loan.reserved -= funding.amount
    loan.funded += funding.amount
    funding.state = 'SETTLED'
    if (loan.funded === loan.total) loan.state = 'FUNDED'
  }

  /** Returns the held money of a funding that will not be signed. A funding that has already ended does not change. */
  release(id: string, state: 'REJECTED' | 'EXPIRED' | 'CANCELLED'): void {
    const funding = this.#waiting(id)
    if (!funding) return
    this.lender(funding.lender).held -= funding.amount
    this.loan(funding.loan).reserved -= funding.amount
    funding.state = state
    this.enter(funding.lender, 'Funding Failed')
    this.notify(funding.lender, `FUNDING_${state}`)
  }

  #waiting(id: string): Funding | null {
    const funding = this.fundings.get(id)
    return funding?.state === 'WAITING' ? funding : null
  }

  fundingsOf(loan: string, state: FundingState): [string, Funding][] {
    return [...this.fundings].filter(([, funding]) => funding.loan === loan && funding.state === state)
  }

  /** Cancels a loan before its disbursement: all money returns to the lenders. */
  cancel(number: string): boolean {
    const loan = this.loan(number)
    if (loan.state !== 'OFFERED' && loan.state !== 'FUNDED') return false
    for (const [, funding] of this.fundingsOf(number, 'SETTLED')) {
      move(this.lender(funding.lender), { refunded: funding.amount })
      this.enter(funding.lender, 'Repayment Success')
      this.notify(funding.lender, 'FUNDING_CANCELLED')
      loan.funded -= funding.amount
      funding.state = 'REFUNDED'
    }
    for (const [id] of this.fundingsOf(number, 'WAITING')) this.release(id, 'CANCELLED')
    loan.state = 'CANCELLED'
    return true
  }
}
