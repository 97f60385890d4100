import type { BatchMutation } from '../platform/batch/batch-mutation.ts'
import { type Mutation, type MutationWorld, mutation } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'

/** A verb that takes many requests as a verb that takes one, so that `perform` can run it. */
export function single<World extends MutationWorld, Input, Answer>(
  verb: BatchMutation<World, Input, Answer>,
): Mutation<World, Input, Answer> {
  return mutation({
    operation: verb.operation,
    permit: verb.permit,
    async run(tx, input, { world, actor }) {
      const [outcome] = await verb.run(tx, [{ input, actor }], world, undefined)
      if (!outcome) throw new Error(`${verb.operation} gave no outcome for its request`)
      if (outcome instanceof Refusal) throw outcome
      return outcome
    },
  })
}
