import { methodOf } from '../../model/cash.ts'
import { untilUp } from '../doors/insist.ts'
import { assignStray, sendStrayBack } from '../../model/suspense.ts'
import type { Island } from './island.ts'
import { Breach, type Of } from './operation.ts'
import { operate } from './operate.ts'

/** Assigns a payment that belongs to no lender, or records that it was sent back at the bank. */
export async function endStray(island: Island, operation: Of<'assign' | 'send-back'>): Promise<void> {
  const stray = island.books.strays.get(operation.id)
  if (!stray) return
  const payment = await paymentOf(island, operation.id)
  const note = ['--note', 'decided by the operator']
  const isAssigned = operation.verb === 'assign'
  const { reply, attempts } = await operate(
    island,
    isAssigned
      ? ['deposits', 'assign', payment, '--phone', operation.lender, ...note]
      : ['deposits', 'return', payment, '--reference', operation.reference, ...note],
  )
  island.scenario.acknowledge({ operation, reply: reply.said })
  const end = isAssigned
    ? assignStray(island.books, operation.id, operation.lender)
    : sendStrayBack(island.books, operation.id, operation.reference)
  if (!isAssigned && end === 'DONE')
    island.scenario.bankLines.moved(operation.reference, -stray.amount, methodOf(stray.number))
  const done = reply.data[isAssigned ? 'assigned' : 'returned']
  const isRight =
    end === 'REFUSED'
      ? reply.code !== 0
      : reply.code === 0 &&
        reply.data['amount'] === stray.amount &&
        (attempts > 1 || done === (end === 'DONE'))
  if (!isRight) throw new Breach(`a payment in suspense should be ${end}`, reply, operation)
}

/** The id in the books of the payment that stands for what the bank reported under an id. */
async function paymentOf(island: Island, id: string): Promise<string> {
  const { rows } = await untilUp(island.scenario.system, () =>
    island.scenario.db().query<{ id: string }>({
      text: 'select current_payment(id)::text as id from bank_payment where payment_request_id = $1',
      values: [id],
    }),
  )
  return rows[0]?.id ?? ''
}
