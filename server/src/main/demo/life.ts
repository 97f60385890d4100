import type { LoanRow } from '../../loans/index.ts'
import type { Repayment } from '../../servicing/index.ts'
import type { RestructureLoan, WriteOffLoan } from '../../servicing/quality/index.ts'
import {
  addDays,
  addMonths,
  type BusinessDate,
  type Installment,
  makeSchedule,
} from '../../servicing/schedule/index.ts'
import { archived } from './archive.ts'
import type { Outcome } from './outcome.ts'

/** One event in the life of a loan, for the verb that makes it. */
export type Step =
  | { kind: 'pay' | 'settle'; on: BusinessDate; payment: Repayment }
  | { kind: 'restructure'; on: BusinessDate; terms: RestructureLoan }
  | { kind: 'writeOff'; on: BusinessDate; input: WriteOffLoan }

/** A borrower who stopped: days after the first unpaid installment until the loan is written off, or on new terms. */
const daysToWriteOff = 150
const daysToNewTerms = 70
/** Days from a write-off to what is recovered. */
const daysToRecovery = 60
/** The new terms: 18 months at 6% a year. */
const newTerms = { interest: '0.06', interestType: 'ANNUITY', tenor: 18, tenorPeriod: 'MONTH' } as const

/**
 * The steps of a loan that was paid out, in their order: installments on their due dates, the last payment as late as
 * it was, and what came then. References are `<prefix>/<loan>/<number>`.
 */
export function planLife(loan: LoanRow, outcome: Outcome, prefix: string): Step[] {
  if (outcome.ending === 'WAITING') return []
  const installments = makeSchedule({
    principal: loan.totalLoan,
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
    plan.settle(next.dueDate, left + next.interest + outcome.lateFee, outcome.lateFee)
    return plan.steps
  }
  if (next && outcome.partPaid > 0) plan.pay(next.dueDate, outcome.partPaid)
  plan.endLate(outcome.monthsLate, outcome.lateFee, next?.dueDate ?? outcome.disbursedOn)
  if (next && outcome.ending === 'CHARGED_OFF') giveUp(plan, next, outcome)
  if (next && outcome.ending === 'RESTRUCTURED') startAgain(plan, installments, outcome)
  return plan.steps
}

/** Gathers steps; a payment carries its penalty as the file tells it, so none is worked out. */
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

  settle(on: BusinessDate, amount: number, penalty: number): void {
    this.steps.push({ kind: 'settle', on, payment: this.#payment(on, amount, { penalty }) })
  }

  /** The last payment came so many months late, with the late fee. */
  endLate(months: number, lateFee: number, onItsOwn: BusinessDate): void {
    const last = this.steps.pop()
    if (last?.kind === 'pay') {
      this.pay(addMonths(last.on, months), last.payment.amount + lateFee, { penalty: lateFee })
    } else if (lateFee > 0) this.pay(addMonths(onItsOwn, months), lateFee, { penalty: lateFee })
  }

  #payment(paidOn: BusinessDate, amount: number, parts: { penalty?: number; fee?: number }): Repayment {
    const reference = `${this.#prefix}/${this.loanNumber}/${this.steps.length + 1}`
    return { loanNumber: this.loanNumber, reference, paidOn, amount, penalty: 0, ...parts }
  }
}

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

/** Both parties agree on new terms for all that is unpaid, interest that fell due included, and they are kept. */
function startAgain(plan: Plan, installments: readonly Installment[], outcome: Outcome): void {
  const unpaid = installments.slice(outcome.paid)
  const first = unpaid[0]
  if (!first) return
  const agreedOn = later(addDays(first.dueDate, daysToNewTerms), plan.last)
  const partInterest = Math.min(outcome.partPaid, first.interest)
  const principal = unpaid.reduce((sum, row) => sum + row.principal, 0) - (outcome.partPaid - partInterest)
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
  for (const row of makeSchedule({ ...terms, annualRate, principal, startDate: agreedOn })) {
    plan.pay(row.dueDate, row.principal + row.interest + (row.no === 1 ? overdue : 0))
  }
}
