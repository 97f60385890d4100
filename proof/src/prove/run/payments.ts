import type { Reply } from '../doors/operator.ts'
import { dayOf } from '../../model/days.ts'
import type { Payment } from '../../model/in-service.ts'
import {
  canReverse,
  changesBy,
  isCovered,
  judgePayment,
  repay,
  reverse as reverseIn,
} from '../../model/servicing.ts'
import type { Island } from './island.ts'
import { operate } from './operate.ts'
import { Breach, type Of, type Operation } from './operation.ts'

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

/** Records a payment of a borrower, which may be known, or refused for its reference or its date. */
export async function record(island: Island, operation: Of<'repay'>): Promise<void> {
  const { loan, reference, amount, fee } = operation
  if (!island.books.loans.get(loan)?.servicing) return
  const today = dayOf(island.scenario.system.now())
  const paidOn = operation.paidOn ?? today
  const payment = { reference, paidOn, amount, fee }
  await untilLendersFree(island, loan)
  const verdict = judgePayment(island.books, loan, payment, today)
  if (verdict === 'RECORDED' && !isCovered(island.books, changesBy(island.books, loan, payment))) return
  const { reply, code, attempts } = await operate(island, argumentsOf(loan, paidOn, amount, reference, fee))
  island.scenario.acknowledge({ operation, paidOn, reply: reply.said })
  const isTaken = verdict === 'RECORDED' || verdict === 'KNOWN'
  const isRepeated = attempts === 1 && reply.data['repeated'] !== (verdict === 'KNOWN')
  if (isTaken ? reply.code !== 0 || isRepeated : code !== verdict)
    throw new Breach(`a payment should be ${verdict}`, reply.said, operation)
  if (verdict !== 'RECORDED') return
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

/** The payments that were not reversed, with their loans. */
export const standing = (island: Island): { loan: string; payment: Payment }[] =>
  [...island.books.loans].flatMap(([loan, { servicing }]) =>
    (servicing?.payments ?? []).map((payment) => ({ loan, payment })),
  )

/** Reverses a payment of a loan, which must be named if the transfer paid several. */
export async function reverse(island: Island, operation: Of<'reverse'>): Promise<void> {
  const { loan, reference, isNamed } = operation
  const paid = standing(island).filter(({ payment }) => payment.reference === reference)
  const found = paid.find((one) => one.loan === loan)
  if (!found) return
  await untilLendersFree(island, loan)
  if (!canReverse(island.books, loan, reference)) return
  const which = isNamed ? ['--loan', loan] : []
  const asked = ['repayments', 'reverse', reference, ...which, '--reason', 'recorded in error']
  const { reply, code, attempts } = await operate(island, asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  if (!isNamed && paid.length > 1) {
    if (!reply.said.includes('membayar beberapa pinjaman'))
      throw new Breach('a payment of several loans was reversed without its loan', reply.said, operation)
    return
  }
  const isDone = reply.code === 0 || (attempts > 1 && code === 'REVERSED_BEFORE')
  if (!isDone) throw new Breach('a payment could not be reversed', reply.said, operation)
  const moved = reverseIn(island.books, loan, reference)
  checkMoved(operation, { moved, reply, attempts })
  island.scenario.bankLines.moved(reference, -found.payment.amount)
}
