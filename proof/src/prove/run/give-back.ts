import { returnByBank, undoReturnByBank } from '../../model/withdrawals.ts'
import type { Island } from './island.ts'
import { operate } from './operate.ts'
import { Breach, type Of } from './operation.ts'

type Line = { id: string; type: 'CREDIT' | 'DEBIT' }

/**
 * The withdrawal of a request and the line of the statement that gives it back; null until the bank has listed it.
 */
async function find(island: Island, key: string): Promise<{ id: string; line: string } | null> {
  const id = island.returnable.get(key)
  if (id === undefined || !island.books.withdrawals.has(id)) return null
  await island.untilFree(island.books.withdrawals.get(id)?.lender ?? null)
  const { reply } = await operate(island, ['bank', 'lines', '--withdrawal', id])
  const line = (reply.data['lines'] as Line[]).find(({ type }) => type === 'CREDIT')
  return line ? { id, line: line.id } : null
}

/** Records that the bank gave a withdrawal back, once; of one that never left the bank this is refused. */
export async function recordGiveBack(island: Island, operation: Of<'give-back'>): Promise<void> {
  const found = await find(island, operation.key)
  if (!found) return
  const { id, line } = found
  const asked = ['withdrawals', 'returned-by-bank', id, '--line', line, '--note', 'listed by the bank']
  const { reply, attempts } = await operate(island, operation.withFee ? [...asked, '--with-fee'] : asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  const isKnown = island.books.withdrawals.get(id)?.back !== null
  const back = returnByBank(island.books, id, operation.withFee)
  const model = { ...back, ...(attempts === 1 && { returned: !isKnown }) }
  const differs = Object.entries(model).some(([name, value]) => reply.data[name] !== value)
  if (back === null ? reply.code === 0 : reply.code !== 0 || differs)
    throw new Breach('a withdrawal was given back or not against the rules', { model, reply }, operation)
}

/** Takes the record of a give-back back, once, while the lender has the money. */
export async function takeGiveBackBack(island: Island, operation: Of<'undo-give-back'>): Promise<void> {
  const found = await find(island, operation.key)
  const withdrawal = found && island.books.withdrawals.get(found.id)
  if (!found || !withdrawal) return
  const { lender, method, back } = withdrawal
  if (back && island.books.available(lender, method) < back.amount + back.fee) return
  const asked = ['bank', 'take-back', found.line, '--reason', 'a line of another withdrawal']
  const { reply, attempts } = await operate(island, asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  const isDone = undoReturnByBank(island.books, found.id)
  if (reply.code === 0 ? !isDone : isDone && attempts === 1)
    throw new Breach('a give-back was taken back or not against the rules', reply.said, operation)
}
