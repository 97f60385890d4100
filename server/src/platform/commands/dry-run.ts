import type { ActorKind } from '../audit/audit.ts'
import { inTransaction, type Transaction, type TransactionOptions } from '../db/transaction.ts'
import { type Outcome, Refusal } from '../refusal.ts'
import { perform } from './perform.ts'
import {
  assertPermitted,
  type BatchMutation,
  type Call,
  decideBatch,
  type Mutation,
  type MutationContext,
} from './command.ts'

/** Thrown to roll back a transaction that must not be committed. */
class DryRunRollback extends Error {}

async function rolledBack<T>(
  { db }: MutationContext,
  options: TransactionOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let outcome: { value: T } | undefined
  try {
    return await inTransaction(db, options, async (tx): Promise<never> => {
      outcome = { value: await work(tx) }
      throw new DryRunRollback('a dry run is never committed')
    })
  } catch (error) {
    if (error instanceof DryRunRollback && outcome) return outcome.value
    throw error
  }
}

/**
 * Runs one call as `perform` would and rolls it back. The real command decides, but no audit entry and no key is
 * stored, and no second pair is asked for.
 * @throws what the command throws.
 */
export async function performDryRun<Context extends MutationContext, Input, Answer, Kind extends ActorKind>(
  context: Context,
  command: Mutation<Context, Input, Answer, Kind>,
  { actor, input }: Call<Input, NoInfer<Kind>>,
): Promise<Answer> {
  assertPermitted(command, actor)
  const options = { repeatable: true, byKeys: command.byKeys ?? false }
  const { answer } = await rolledBack(context, options, (tx) => command.run(tx, input, { context, actor }))
  return answer
}

/** Selects how a command is run: committed, or as a dry run. */
export const performerOf = (dryRun = false): typeof perform => (dryRun ? performDryRun : perform)

/**
 * Runs a batch of calls as `performBatch` would, each including the effects of the earlier ones, and rolls everything
 * back. If the batch as a whole fails, its calls run one by one.
 * @returns for each call its answer, refusal or error
 */
export async function performDryRunBatch<
  Context extends MutationContext,
  Input,
  Answer,
  Loaded,
  Kind extends ActorKind,
>(
  context: Context,
  command: BatchMutation<Context, Input, Answer, Loaded, Kind>,
  calls: readonly Call<Input, NoInfer<Kind>>[],
): Promise<Outcome<Answer>[]> {
  for (const { actor } of calls) assertPermitted(command, actor)
  try {
    const effects = await rolledBack(context, { repeatable: true, byKeys: true }, (tx) =>
      decideBatch(tx, context, command, calls),
    )
    return effects.map((effect) =>
      effect instanceof Refusal ? { error: effect } : { answer: effect.answer },
    )
  } catch (error) {
    if (calls.length === 1) return [{ error }]
    const outcomes: Outcome<Answer>[] = []
    for (const call of calls) outcomes.push(...(await performDryRunBatch(context, command, [call])))
    return outcomes
  }
}
