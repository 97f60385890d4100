import { decidesRequest } from '@pematang/contract/catalogue'
import { passGate } from '../approvals/gate.ts'
import { passCompanyGate } from './company-gate.ts'
import { type ActorKind, type AuditEntry, recordAudit } from '../audit/audit.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import { named } from '../fail-points.ts'
import { Refusal } from '../refusal.ts'
import { eventOf } from '../audit/security-log.ts'
import { assertPermitted, type Call, type Effect, type Mutation, type MutationContext } from './command.ts'
import { type Answers, answerUnderKey, hashInput, type Known, outcomeFor, storedOf } from './idempotency.ts'
import { ownAnswer } from './own-answers.ts'

/**
 * Runs a command for one call in one transaction: permission, idempotency key, second pair of eyes, the command itself,
 * audit trail, answer.
 * A refusal rolls back what the command wrote, but is recorded in the audit trail and stored under the key. A refusal
 * that does not decide the request (a changed password, an unreachable bank) releases the key.
 * @throws Refusal of the command, SECOND_PAIR_NEEDED, or IDEMPOTENCY_KEY_REUSED if the key was used with another input.
 */
export async function perform<Context extends MutationContext, Input, Answer, Kind extends ActorKind>(
  context: Context,
  command: Mutation<Context, Input, Answer, Kind>,
  call: Call<Input, NoInfer<Kind>>,
): Promise<Answer> {
  assertPermitted(command, call.actor)
  const answers = answersOf(context, command.operation, call)
  let recorded: AuditEntry | undefined
  const options = { repeatable: true, byKeys: command.byKeys ?? false }
  const work = async (tx: Transaction): Promise<Known> => {
    recorded = undefined
    // Sent together: a savepoint that a replay does not need costs less than the way to the server.
    const [replayed] = await Promise.all([answers.claimOrReplay(tx), tx.query({ text: 'savepoint command' })])
    if (replayed) return replayed
    const auditId = context.random.uuid()
    const effect = await attempt(tx, context, command, call)
    recorded = entryOf(auditId, command.operation, call, effect)
    tx.defer(recordAudit(tx, recorded))
    const stored = storedOf(effect)
    if ('refusal' in stored && !decidesRequest(stored.refusal)) tx.defer(answers.release(tx))
    else tx.defer(answers.store(tx, stored))
    return { stored, hash: answers.hash }
  }
  const known = await named(context, command.operation, () => inTransaction(context.db, options, work))
  if (command.security && recorded) context.security?.write(eventOf(recorded))
  const outcome = outcomeFor<Answer>(known, answers.hash)
  if ('error' in outcome) throw outcome.error
  return outcome.answer
}

/** When the outcome is unknown, the retry finds the first attempt's answer, even if the client sent no key. */
const answersOf = (
  { random }: MutationContext,
  route: string,
  { actor, key, input }: Call<unknown>,
): Answers =>
  key === undefined ? ownAnswer(random.uuid()) : answerUnderKey({ actor, route, key, hash: hashInput(input) })

async function attempt<Context extends MutationContext, Input, Answer, Kind extends ActorKind>(
  tx: Transaction,
  context: Context,
  command: Mutation<Context, Input, Answer, Kind>,
  call: Call<Input, NoInfer<Kind>>,
): Promise<Effect<Answer> | Refusal> {
  try {
    await passGate(tx, context.random, command, [call.actor])
    // What a company's rule makes of it is written, and ends the call.
    const waits = await passCompanyGate(tx, context.random, command, call)
    if (waits) return waits
    return await command.run(tx, call.input, { context, actor: call.actor })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await tx.query({ text: 'rollback to savepoint command' })
    return error
  }
}

/**
 * Runs a command as a part of another one, in its transaction: permission, second pair of eyes, and an entry of the audit
 * trail of its own. The key, the answer and the security event are those of the whole.
 * @throws Refusal of the command, or SECOND_PAIR_NEEDED where a rule asks for it at the part
 */
export async function performPart<Context extends MutationContext, Input, Answer, Kind extends ActorKind>(
  tx: Transaction,
  context: Context,
  command: Mutation<Context, Input, Answer, Kind>,
  call: Call<Input, NoInfer<Kind>>,
): Promise<Answer> {
  assertPermitted(command, call.actor)
  await passGate(tx, context.random, command, [call.actor])
  const effect = await command.run(tx, call.input, { context, actor: call.actor })
  tx.defer(recordAudit(tx, entryOf(context.random.uuid(), command.operation, call, effect)))
  return effect.answer
}

const entryOf = (
  id: string,
  operation: string,
  { actor, requestId, source }: Call<unknown>,
  effect: Effect<unknown> | Refusal,
): AuditEntry => ({
  id,
  actor,
  operation,
  requestId,
  source,
  ...(effect instanceof Refusal
    ? { outcome: effect.code, detail: { ...effect.params } }
    : { outcome: 'done', subject: effect.subject, detail: effect.detail }),
})
