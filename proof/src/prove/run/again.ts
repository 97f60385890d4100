import type { Answer } from '../doors/insist.ts'
import { loanOf } from './fund.ts'
import type { Asked, Island } from './island.ts'
import { Breach, type Of } from './operation.ts'
import { accountOf } from './withdraw.ts'

/** Repeats a request with its idempotency key: the same body must get the same answer, another body a refusal. */
export async function requestAgain(island: Island, operation: Of<'again'>): Promise<void> {
  const { key, change } = operation
  const before = island.asked.get(key)
  if (!before || before.kind === 'part') return
  const answer = await repeat(island, key, before, change)
  island.scenario.acknowledge({ operation, answer })
  if (change !== 0) {
    const isRefused = answer.status === 409 && answer.body['code'] === 'IDEMPOTENCY_KEY_REUSED'
    if (!isRefused)
      throw new Breach('a key was taken with another body', { before: before.answer, answer }, operation)
    return
  }
  if (!isSame(answer, before.answer))
    throw new Breach('the same request was answered otherwise', { before: before.answer, answer }, operation)
}

/** Whether two answers have the same status and content. */
export const isSame = (one: Answer, other: Answer): boolean =>
  one.status === other.status &&
  ['code', 'docToken', 'id', 'amount', 'selectionId', 'bulkFundingNumber'].every(
    (name) => one.body[name] === other.body[name],
  ) &&
  JSON.stringify(one.body['list']) === JSON.stringify(other.body['list'])

/** @param change rupiah that the repeated request asks for in addition */
function repeat(island: Island, key: string, before: Asked, change: number): Promise<Answer> {
  const door = island.door(before.lender)
  const amount = before.amount + change
  if (before.kind === 'withdraw') return door.withdraw(amount, accountOf(island, before), { key })
  if (before.kind === 'fund') return door.fund(loanOf(island, before.loan), amount, { key })
  if (before.kind === 'bulk') {
    const product = island.products.get(before.product ?? '')
    if (product) return door.fundBulk({ ...product, total: amount }, { key })
  }
  const loans = (before.loans ?? []).map((one) => ({ ...one, amount: one.amount + change }))
  return door.fundSelection(loans, { key })
}
