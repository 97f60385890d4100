import type { Reply } from '../doors/operator.ts'
import { dayOf } from '../../model/days.ts'
import {
  canReverse,
  changesBy,
  isCovered,
  refusalOfDate,
  repay,
  reverse as reverseIn,
} from '../../model/servicing.ts'
import type { Island } from './island.ts'
import { operate } from './operate.ts'
import { Breach, type Of, type Operation } from './operation.ts'

/** The command-line arguments that record a payment. */
export const argumentsOf = (
  loan: string,
  paidOn: string,
  amount: number,
  reference: string,
  fee: number,
): string[] => [
  ...['repayments', 'record', loan, '--paid-on', paidOn, '--amount', String(amount)],
  ...['--reference', reference, '--yes', ...(fee > 0 ? ['--fee', String(fee)] : [])],
]

export async function record(island: Island, operation: Of<'repay'>): Promise<void> {
  const { loan, reference, amount, fee } = operation
  const servicing = island.books.loans.get(loan)?.servicing
  if (!servicing) return
  const today = dayOf(island.scenario.system.now())
  const paidOn = operation.paidOn ?? today
  const refusal = refusalOfDate(servicing, paidOn, today)
  const payment = { reference, paidOn, amount, fee }
  await untilLendersFree(island, loan)
  if (refusal === null && !isCovered(island.books, changesBy(island.books, loan, payment))) return
  const { reply, code, attempts } = await operate(island, argumentsOf(loan, paidOn, amount, reference, fee))
  island.scenario.acknowledge({ operation, paidOn, reply: reply.said })
  if (refusal !== null) {
    if (code !== refusal) throw new Breach(`a payment should be refused: ${refusal}`, reply.said, operation)
    return
  }
  if (reply.code !== 0) throw new Breach('a payment was refused', reply.said, operation)
  const { payment: made, moved } = repay(island.books, loan, payment)
  island.scenario.bankLines.moved(reference, amount)
  const differs = Object.entries(made.parts).filter(([name, value]) => reply.data[name] !== value)
  if (differs.length > 0)
    throw new Breach('a payment was laid out otherwise', { model: made.parts, reply: reply.data }, operation)
  checkMoved(operation, { moved, reply, attempts })
}

/** Checks which payments with later value dates the answer says to be allocated anew. */
function checkMoved(
  operation: Operation,
  { moved, reply, attempts }: { moved: readonly string[]; reply: Reply; attempts: number },
): void {
  // The answer to a repetition does not say it.
  if (attempts > 1 || JSON.stringify(reply.data['moved']) === JSON.stringify(moved)) return
  throw new Breach('other payments were allocated anew', { model: moved, reply: reply.data }, operation)
}

/** Waits for the money that the lenders of a loan get back: a correction may take what they have. */
export async function untilLendersFree(island: Island, loan: string): Promise<void> {
  for (const { lender } of island.books.loans.get(loan)?.servicing?.shares ?? [])
    await island.untilFree(lender)
}

/** Finds the loan and the payment with a reference, unless the payment was reversed. */
export function find(island: Island, reference: string) {
  for (const [loan, { servicing }] of island.books.loans) {
    const payment = servicing?.payments.find((one) => one.reference === reference)
    if (payment) return { loan, payment }
  }
  return null
}

/**
 * Records a payment again: the same payment is recognised as a repetition, another one with its reference is refused.
 */
export async function recordAgain(island: Island, operation: Of<'repay-again'>): Promise<void> {
  const found = find(island, operation.reference)
  if (!found) return
  const { paidOn, amount, fee, isSettlement } = found.payment
  const asked = argumentsOf(found.loan, paidOn, amount + operation.change, operation.reference, fee)
  const { reply, code } = await operate(island, asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  const allowed = operation.change === 0 && !isSettlement ? reply.code === 0 : code === 'REFERENCE_REUSED'
  if (!allowed) throw new Breach('a reference was taken twice', reply.said, operation)
}

export async function reverse(island: Island, operation: Of<'reverse'>): Promise<void> {
  const { reference } = operation
  const found = find(island, reference)
  if (!found) return
  await untilLendersFree(island, found.loan)
  if (!canReverse(island.books, found.loan, reference)) return
  const asked = ['repayments', 'reverse', reference, '--reason', 'recorded in error']
  const { reply, code, attempts } = await operate(island, asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  const isDone = reply.code === 0 || (attempts > 1 && code === 'REVERSED_BEFORE')
  if (!isDone) throw new Breach('a payment could not be reversed', reply.said, operation)
  const moved = reverseIn(island.books, found.loan, reference)
  checkMoved(operation, { moved, reply, attempts })
  island.scenario.bankLines.moved(reference, -found.payment.amount)
}
