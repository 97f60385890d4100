import {
  reverseDisbursement,
  reverseWriteOff,
  settleEarly,
  settlementPrice,
  writeOff,
} from '../../model/changes.ts'
import { methodOf } from '../../model/cash.ts'
import { dayOf } from '../../model/days.ts'
import { isOutstanding } from './draw.ts'
import type { Island } from './island.ts'
import { Breach, type Of } from './operation.ts'
import { operate } from './operate.ts'
import { argumentsOf } from './payments.ts'

/** Settles a loan early. With a negative `extra` the amount is too low and must be refused. */
export async function settle(island: Island, operation: Of<'settle-early'>): Promise<void> {
  const { loan, reference, extra } = operation
  const known = island.books.loans.get(loan)
  if (!known?.servicing || !isOutstanding(known)) return
  const paidOn = dayOf(island.scenario.system.now())
  const amount = settlementPrice(known.servicing, paidOn) + extra
  const [noun = '', , ...rest] = argumentsOf(loan, paidOn, amount, reference, 0)
  const { reply, code } = await operate(island, [noun, 'settle-early', ...rest])
  island.scenario.acknowledge({ operation, paidOn, amount, reply: reply.said })
  if (extra < 0) {
    if (code !== 'SETTLEMENT_TOO_LOW')
      throw new Breach('a loan was settled for too little', reply.said, operation)
    return
  }
  if (reply.code !== 0)
    throw new Breach('a loan could not be settled', { reply: reply.said, amount }, operation)
  const { parts } = settleEarly(island.books, loan, { reference, paidOn, amount, fee: 0 })
  island.scenario.bankLines.moved(reference, amount)
  const differs = Object.entries(parts).filter(([name, value]) => reply.data[name] !== value)
  if (differs.length > 0)
    throw new Breach('a settlement was laid out otherwise', { model: parts, reply: reply.data }, operation)
}

const changes = {
  'write-off': writeOff,
  'reverse-write-off': reverseWriteOff,
  'reverse-disbursement': reverseDisbursement,
}

export async function change(island: Island, operation: Of<'change'>): Promise<void> {
  const { loan } = operation
  const known = island.books.loans.get(loan)
  if (!known?.servicing) return
  const on = dayOf(island.scenario.system.now())
  const reason = ['--reason', 'decided by the operator']
  const args = {
    'write-off': ['loans', 'write-off', loan, '--on', on, '--yes', ...reason],
    'reverse-write-off': ['loans', 'reverse-write-off', loan, ...reason],
    'reverse-disbursement': ['disbursements', 'reverse', loan, ...reason],
  }[operation.change]
  const { reply, attempts } = await operate(island, args)
  island.scenario.acknowledge({ operation, on, reply: reply.said })
  const allowed = changes[operation.change](island.books, loan, on)
  // If an interrupted attempt already made the change, the next attempt is refused.
  if (reply.code === 0 ? !allowed : allowed && attempts === 1)
    throw new Breach('a loan was changed or not against the rules', reply.said, operation)
  if (allowed && operation.change === 'reverse-disbursement')
    island.scenario.bankLines.moved(loan, known.total)
}

/** Reverses the credit of a bank's payment to the wrong lender, while the lender still has the money. */
export async function reversePayIn(island: Island, operation: Of<'reverse-pay-in'>): Promise<void> {
  const { lender, id } = operation
  await island.untilFree(lender)
  const paid = island.books.payments.get(id)
  if (!paid || island.books.available(lender, methodOf(paid.number)) < paid.amount) return
  const { reply, attempts } = await operate(island, [
    'deposits',
    'reverse',
    '--payment',
    id,
    '--reason',
    'another lender',
  ])
  island.scenario.acknowledge({ operation, reply: reply.said })
  const isDone = reply.code === 0 || (attempts > 1 && reply.said.includes('sudah dibatalkan'))
  if (!isDone) throw new Breach('a payment in could not be reversed', reply.said, operation)
  island.books.reversePayIn(id, lender)
}
