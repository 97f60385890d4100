import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import type { BatchMutation } from '../../platform/commands/command.ts'
import type { Outcome } from '../../platform/refusal.ts'
import { performDryRunBatch } from '../../platform/commands/dry-run.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { Overlap } from '../../platform/batch/overlap.ts'
import { many } from '../../platform/db/database.ts'

/** Maximum requests per transaction: enough to share its cost, and few enough to hold its locks only briefly. */
const batch = 250
/** Batches under way at once: one is prepared and decided here while the database writes another. */
const underWay = 2
/** Maximum fundings that a transaction touches, unless a single loan has more. */
const fundingsInBatch = 5_000

/**
 * Runs requests on loans, up to some hundred per transaction. Each has its own idempotency key, so that a retry
 * executes none of them twice. A dry run executes all of them and rolls back.
 */
export async function performInBatches<Input extends { loanNumber: string }, Answer>(
  context: Context,
  actor: ActorOf<'operator'>,
  command: BatchMutation<Context, Input, Answer, undefined, 'operator'>,
  inputs: readonly Input[],
  { dryRun = false }: { dryRun?: boolean | undefined } = {},
): Promise<Outcome<Answer>[]> {
  if (inputs.length === 0) return []
  if (dryRun) {
    return performDryRunBatch(
      context,
      command,
      inputs.map((input) => ({ actor, input })),
    )
  }
  const outcomes: Outcome<Answer>[][] = []
  const overlap = new Overlap(underWay)
  for (let from = 0; from < inputs.length; ) {
    const next = inputs.slice(from, from + batch)
    const taken = next.slice(0, await roomFor(context, next))
    const keys = taken.map((input) => `loan ${input.loanNumber}`)
    const place = outcomes.push([]) - 1
    await overlap.start(keys, async () => {
      const calls = taken.map((input) => ({ actor, input, key: context.random.uuid() }))
      outcomes[place] = await performBatch(context, command, calls)
    })
    from += taken.length
  }
  await overlap.end()
  return outcomes.flat()
}

/**
 * How many of these requests go into one transaction: at least one, then as many as stay within the maximum of
 * fundings.
 */
async function roomFor({ db }: Context, inputs: readonly { loanNumber: string }[]): Promise<number> {
  const rows = await many<{ number: string; fundings: number }>(
    db,
    'loans.disbursement.fundings_of',
    `select l.loan_number as number, (select count(*) from funding f where f.loan_id = l.id) as fundings
       from loan l where l.loan_number = any($1)`,
    [inputs.map(({ loanNumber }) => loanNumber)],
  )
  const fundings = new Map(rows.map((row) => [row.number, row.fundings]))
  let sum = 0
  const full = inputs.findIndex(({ loanNumber }) => {
    sum += fundings.get(loanNumber) ?? 0
    return sum > fundingsInBatch
  })
  return full === -1 ? inputs.length : Math.max(1, full)
}
