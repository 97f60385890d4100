import type { BatchMutation } from './batch/batch-mutation.ts'
import { inTransaction, type Transaction } from './db/transaction.ts'
import type { Call, Mutation, MutationWorld } from './mutation.ts'
import { Refusal } from './refusal.ts'

/** What would become of one call: its answer, or what the verb threw. */
export type Rehearsed<Answer> = { answer: Answer } | { error: unknown }

/** Ends a transaction that must not be committed. */
class Curtain extends Error {}

/** Does work in a transaction and takes all of it back. */
async function takenBack<T>({ db }: MutationWorld, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let outcome: { value: T } | undefined
  try {
    return await inTransaction(db, { repeatable: true }, async (tx): Promise<never> => {
      outcome = { value: await work(tx) }
      throw new Curtain('a rehearsal is never committed')
    })
  } catch (error) {
    if (error instanceof Curtain && outcome) return outcome.value
    throw error
  }
}

/**
 * Runs a batch of calls as `performBatch` would, each seeing what those before it did, and takes all of it back. When
 * the batch as a whole fails, its members are rehearsed one by one.
 * @returns for each call its answer, or the refusal or fault that it ends in.
 */
export async function rehearseBatch<World extends MutationWorld, Input, Answer>(
  world: World,
  verb: BatchMutation<World, Input, Answer>,
  calls: readonly Call<Input>[],
): Promise<Rehearsed<Answer>[]> {
  for (const { actor } of calls) assertPermitted(verb, actor.kind)
  try {
    return await takenBack(world, async (tx) =>
      (await verb.run(tx, calls, world, undefined)).map((outcome) =>
        outcome instanceof Refusal ? { error: outcome } : { answer: outcome.answer },
      ),
    )
  } catch (error) {
    if (calls.length === 1) return [{ error }]
    const outcomes: Rehearsed<Answer>[] = []
    for (const call of calls) outcomes.push(...(await rehearseBatch(world, verb, [call])))
    return outcomes
  }
}

/**
 * Runs one call as `perform` would and takes it back: the verb itself decides, and nothing is written, neither audit
 * nor key.
 * @throws what the verb throws.
 */
export async function rehearse<World extends MutationWorld, Input, Answer>(
  world: World,
  verb: Mutation<World, Input, Answer>,
  { actor, input }: Call<Input>,
): Promise<Answer> {
  assertPermitted(verb, actor.kind)
  return takenBack(world, async (tx) => (await verb.run(tx, input, { world, actor })).answer)
}

function assertPermitted(verb: { operation: string; permit: readonly string[] }, kind: string): void {
  if (!verb.permit.includes(kind)) throw new Error(`${verb.operation} is not for ${kind}`)
}
