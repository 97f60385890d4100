import type { Queryable } from '../db/database.ts'

/** The command of server/src/audit/operator by which an operator accepts a late entry. */
const operation = 'acceptLateEntry'

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
