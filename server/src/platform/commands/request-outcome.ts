import type { ActorOf, Origin } from '../audit/audit.ts'
import { Refusal } from '../refusal.ts'
import { mutation, type MutationContext } from './command.ts'
import { claimOrReplay, hashInput, type Stored, storeAnswer } from './idempotency.ts'
import { perform } from './perform.ts'

export type AskedOutcome = Origin & {
  actor: ActorOf<'lender'>
  operation: string
  /** The Idempotency-Key of the request. */
  key: string
}

/**
 * The outcome of a request whose answer was lost, by its idempotency key. A request that has not arrived is closed in
 * the same transaction: it is refused if it arrives later, so the outcome is always definite.
 * @returns the answer of the request
 * @throws Refusal of the request, or REQUEST_NOT_RECEIVED if it has not arrived.
 */
export async function outcomeOf<Answer>(
  context: MutationContext,
  { operation, key, ...call }: AskedOutcome,
): Promise<Answer> {
  const stored = await perform(context, closeRequest, { ...call, input: { operation, key } })
  if ('refusal' in stored) throw new Refusal(stored.refusal, stored.params)
  return stored.answer as Answer
}

const notReceived: Stored = { refusal: 'REQUEST_NOT_RECEIVED', params: {} }

const closeRequest = mutation<MutationContext, { operation: string; key: string }, Stored>({
  operation: 'closeRequest',
  permit: ['lender'],
  async run(tx, { operation, key }, { actor }) {
    const claim = { actor, route: operation, key, hash: hashInput(null) }
    const known = await claimOrReplay(tx, claim)
    if (!known) await storeAnswer(tx, claim, notReceived)
    const answer = known?.stored ?? notReceived
    const found = 'refusal' in answer ? answer.refusal : 'done'
    return { answer, subject: `request:${operation}`, detail: { found } }
  },
})
