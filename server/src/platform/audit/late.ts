import { mutation, type MutationContext } from '../commands/command.ts'
import { type Queryable, maybe } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

const operation = 'acceptLateEntry'

/**
 * Accepts an entry that was added long after the time in its id, once an operator has found the cause (a wrong clock, a
 * restored copy). The audit check no longer reports the entry; the acceptance itself is recorded in the trail.
 */
export const acceptLateEntry = mutation<
  MutationContext,
  { entry: string; reason: string },
  { entry: string }
>({
  operation,
  permit: ['operator'],
  async run(tx, { entry, reason }) {
    const known = await maybe<{ id: string }>(
      tx,
      'platform.audit.entry',
      'select id from audit_event where id = $1',
      [entry],
    )
    if (!known) throw new Refusal('NOT_FOUND')
    return { answer: { entry }, subject: `audit:${entry}`, detail: { reason } }
  },
})

/** Which of these entries an operator accepted. */
export async function acceptedEntries(
  db: Pick<Queryable, 'query'>,
  entries: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ subject: string }>({
    text: `select subject from audit_event
            where operation = $1 and outcome = 'done' and actor like 'operator:%' and subject = any($2)`,
    values: [operation, entries.map((entry) => `audit:${entry}`)],
  })
  return new Set(rows.map(({ subject }) => subject.slice('audit:'.length)))
}
