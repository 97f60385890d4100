import { isPassing } from './db/failures.ts'
import { inTransaction } from './db/transaction.ts'
import type { Call, Mutation, MutationWorld } from './mutation.ts'

/** What would become of one call: its answer, or what the verb threw. */
export type Rehearsed<Answer> = { answer: Answer } | { error: unknown }

/** Ends a transaction that must not be committed. */
class Curtain extends Error {}

/**
 * Runs calls of a verb one after the other as `perform` would, each seeing what those before it did, and takes all
 * of it back: the verb itself decides, and nothing is written, neither audit nor key.
 * @returns for each call its answer, or the refusal or fault that it ends in.
 */
export async function rehearseAll<World extends MutationWorld, Input, Answer>(
  world: World,
  verb: Mutation<World, Input, Answer>,
  calls: readonly Call<Input>[],
): Promise<Rehearsed<Answer>[]> {
  const stranger = calls.find(({ actor }) => !verb.permit.includes(actor.kind))
  if (stranger) throw new Error(`${verb.operation} is not for ${stranger.actor.kind}`)
  let outcomes: Rehearsed<Answer>[] = []
  try {
    return await inTransaction(world.db, { repeatable: true }, async (tx): Promise<never> => {
      outcomes = []
      for (const { actor, input } of calls) {
        await tx.query({ text: 'savepoint rehearsal' })
        try {
          outcomes.push({ answer: (await verb.run(tx, input, { world, actor })).answer })
        } catch (error) {
          // What passes is for the transaction to try again.
          if (isPassing(error)) throw error
          await tx.query({ text: 'rollback to savepoint rehearsal' })
          outcomes.push({ error })
        }
      }
      throw new Curtain('a rehearsal is never committed')
    })
  } catch (error) {
    if (error instanceof Curtain) return outcomes
    throw error
  }
}

/** Runs one call as `perform` would and takes it back. @throws what the verb throws. */
export async function rehearse<World extends MutationWorld, Input, Answer>(
  world: World,
  verb: Mutation<World, Input, Answer>,
  call: Call<Input>,
): Promise<Answer> {
  const [outcome] = await rehearseAll(world, verb, [call])
  if (outcome && 'answer' in outcome) return outcome.answer
  throw outcome?.error
}
