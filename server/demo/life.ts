import type { LoanRow, Repayment, RestructureLoan, WriteOffLoan } from '../src/loans/index.ts'
import { addDays, addMonths, type BusinessDate } from '@pematang/contract/format/business-date'
import { type Installment, type Share, scheduleFundings, shareOut } from '../src/books/index.ts'
import { archived } from './archive.ts'
import type { Outcome } from './outcome.ts'

/** One event of a loan, as input of the command that performs it. */
export type Step =
  | { kind: 'pay' | 'settle'; on: BusinessDate; payment: Repayment }
  | { kind: 'restructure'; on: BusinessDate; terms: RestructureLoan }
  | { kind: 'writeOff'; on: BusinessDate; input: WriteOffLoan }

/** Days after the first unpaid installment until the loan is written off, or restructured. */
const daysToWriteOff = 150
const daysToNewTerms = 70
const daysToLateFee = 16
/** Days from a write-off to its recovery. */
const daysToRecovery = 60
const newTerms = { interest: '0.06', interestType: 'ANNUITY', tenor: 18, tenorPeriod: 'MONTH' } as const

/**
 * The steps of a loan that was paid out, in order: installments on their due dates, the last payment as late as it was,
 * and what followed. The installments are computed from the amounts that its lenders lent. References are
 * `<prefix>/<loan>/<number>`.
 */
export function planLife(
  { loan, amounts }: { loan: LoanRow; amounts: readonly number[] },
  outcome: Outcome,
  prefix: string,
): Step[] {
  if (outcome.ending === 'WAITING') return []
  const { installments, shares } = scheduleFundings(amounts, {
    annualRate: loan.interest,
    interestType: loan.interestType,
    tenor: loan.tenor,
    tenorPeriod: loan.tenorPeriod,
    startDate: outcome.disbursedOn,
  })
  const plan = new Plan(loan.loanNumber, prefix)
  const paid = installments.slice(0, outcome.paid)
  const next = installments[outcome.paid]
  for (const { dueDate, principal, interest } of paid) plan.pay(dueDate, principal + interest)
  if (outcome.ending === 'SETTLED' && next) {
    const left = installments.slice(outcome.paid).reduce((sum, { principal }) => sum + principal, 0)
    const isTold = plan.payLate(outcome.lateFee)
    plan.settle(
      next.dueDate,
      left + next.interest + (isTold ? 0 : outcome.lateFee),
      isTold ? 0 : outcome.lateFee,
    )
    return plan.steps
  }
  if (next && outcome.partPaid > 0) plan.pay(next.dueDate, outcome.partPaid)
  plan.endLate(outcome.monthsLate, outcome.lateFee, next?.dueDate ?? outcome.disbursedOn)
  if (next && outcome.ending === 'CHARGED_OFF') giveUp(plan, next, outcome)
  if (next && outcome.ending === 'RESTRUCTURED') startAgain(plan, installments, shares, outcome)
  return plan.steps
}

/** Collects steps. A payment carries its penalty from the file, so none is computed. */
class Plan {
  readonly steps: Step[] = []
  readonly loanNumber: string
  readonly #prefix: string

  constructor(loanNumber: string, prefix: string) {
    this.loanNumber = loanNumber
    this.#prefix = prefix
  }

  get last(): BusinessDate {
    return this.steps.at(-1)?.on ?? ''
  }

  pay(on: BusinessDate, amount: number, parts: { penalty?: number; fee?: number } = {}): void {
    this.steps.push({ kind: 'pay', on, payment: this.#payment(on, amount, parts) })
  }

  /** Adds an early settlement. `fee` is the late fee if no earlier payment could carry it, otherwise 0. */
  settle(on: BusinessDate, amount: number, fee: number): void {
    this.steps.push({ kind: 'settle', on, payment: this.#payment(on, amount, { fee }) })
  }

  /**
   * Adds a late fee whose payment date is unknown: the last payment so far becomes as late as needed for a fee.
   * @returns whether there was such a payment
   */
  payLate(lateFee: number): boolean {
    if (lateFee === 0) return true
    const last = this.steps.pop()
    if (last?.kind !== 'pay') return false
    this.pay(addDays(last.on, daysToLateFee), last.payment.amount + lateFee, { penalty: lateFee })
    return true
  }

  /** Makes the last payment this many months late, and adds the late fee to it. */
  endLate(months: number, lateFee: number, onItsOwn: BusinessDate): void {
    const last = this.steps.pop()
    if (last?.kind !== 'pay') {
      if (lateFee > 0) this.pay(lateBy(onItsOwn, months), lateFee, { penalty: lateFee })
      return
    }
    if (months === 0 && this.steps.length > 0 && this.payLate(lateFee)) this.pay(last.on, last.payment.amount)
    else {
      const on = lateFee > 0 ? lateBy(last.on, months) : addMonths(last.on, months)
      this.pay(on, last.payment.amount + lateFee, { penalty: lateFee })
    }
  }

  #payment(paidOn: BusinessDate, amount: number, parts: { penalty?: number; fee?: number }): Repayment {
    const reference = `${this.#prefix}/${this.loanNumber}/${this.steps.length + 1}`
    return { loanNumber: this.loanNumber, reference, paidOn, amount, penalty: 0, ...parts }
  }
}

/** A date this many months late, or the first day with a late fee if the number is 0. */
const lateBy = (due: BusinessDate, months: number): BusinessDate =>
  months > 0 ? addMonths(due, months) : addDays(due, daysToLateFee)

const later = (a: BusinessDate, b: BusinessDate): BusinessDate => (a > b ? a : b)

function giveUp(plan: Plan, { dueDate }: Installment, { recovered, recoveryFee }: Outcome): void {
  const on = later(addDays(dueDate, daysToWriteOff), plan.last)
  const reason = `Tidak dibayar selama ${daysToWriteOff} hari`
  plan.steps.push({
    kind: 'writeOff',
    on,
    input: { loanNumber: plan.loanNumber, writtenOffOn: on, reason },
  })
  if (recovered > 0) plan.pay(addDays(on, daysToRecovery), recovered, { fee: recoveryFee })
}

/** Adds a restructuring of all that is unpaid, including interest that has fallen due, which is kept. */
function startAgain(
  plan: Plan,
  installments: readonly Installment[],
  shares: readonly Share[],
  outcome: Outcome,
): void {
  const unpaid = installments.slice(outcome.paid)
  const first = unpaid[0]
  if (!first) return
  const agreedOn = later(addDays(first.dueDate, daysToNewTerms), plan.last)
  const partInterest = Math.min(outcome.partPaid, first.interest)
  // The principal left of each lender: a part payment is shared in proportion to what is due to them.
  const parts = shareOut(
    outcome.partPaid - partInterest,
    shares.map(({ principal }) => principal[outcome.paid] ?? 0),
  )
  const left = shares.map(
    ({ principal }, place) =>
      principal.slice(outcome.paid).reduce((sum, row) => sum + row, 0) - (parts[place] ?? 0),
  )
  const overdue =
    unpaid.reduce((sum, { dueDate, interest }) => sum + (dueDate <= agreedOn ? interest : 0), 0) -
    partInterest
  plan.steps.push({
    kind: 'restructure',
    on: agreedOn,
    terms: {
      loanNumber: plan.loanNumber,
      agreedOn,
      ...newTerms,
      keepInterest: true,
      agreement: archived(`ARSIP/RESTRUKTURISASI/${plan.loanNumber}`),
    },
  })
  const { interest: annualRate, ...terms } = newTerms
  for (const row of scheduleFundings(left, { ...terms, annualRate, startDate: agreedOn }).installments) {
    plan.pay(row.dueDate, row.principal + row.interest + (row.no === 1 ? overdue : 0))
  }
}
