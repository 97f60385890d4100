import type { Choices } from '../../seed/random.ts'
import { stepCost } from '../engine/costs.ts'
import type { Platform } from '../engine/platform.ts'
import { rowOf } from '../protocol/books.ts'
import { cancelLoan, payInstallments, payOut } from '../protocol/loans.ts'
import type { Transaction } from '../protocol/transaction.ts'

export const installments = 3
/** Milliseconds between two looks of an operator at a loan. */
const look = 3_000

/** Cancels some loans, pays out those that are full, and records their installments, until this time. */
export function planOperators(platform: Platform, choices: Choices, loans: number, until: number): void {
  for (let loan = 0; loan < loans; loan += 1) {
    const isToCancel = choices.inHundred(25)
    const cancelAt = isToCancel ? choices.below(until / 2) : Infinity
    platform.timeline.after(choices.below(look), () => follow(platform, loan, { cancelAt, until }))
  }
}

type Plan = { cancelAt: number; until: number }

/** Does what is next for a loan, as often as it takes: a command that was lost in a crash is given again. */
function follow(platform: Platform, id: number, plan: Plan): void {
  const { timeline } = platform
  const cell = platform.cellOf(id)
  const loan = rowOf(cell.books.loans, id)
  const isOver = loan.state === 'cancelled' || loan.installmentsPaid === installments
  if (isOver || timeline.now > plan.until) return
  const submit = (run: (tx: Transaction) => void) => cell.submit({ cost: stepCost.operator, run })
  if (loan.state === 'paid-out') {
    // No multiple of the number of lenders, so that there is something to round.
    const amount = Math.floor(loan.total / installments) + 7
    const installment = loan.installmentsPaid + 1
    submit((tx) => payInstallments(tx, `${id}-${installment}`, [{ loan: id, installment, amount }]))
  } else if (timeline.now > plan.cancelAt) submit((tx) => cancelLoan(tx, id))
  else if (loan.funded === loan.total) submit((tx) => payOut(tx, id))
  timeline.after(look, () => follow(platform, id, plan))
}
