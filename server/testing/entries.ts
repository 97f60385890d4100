import { type Queryable, run } from '../src/platform/db/database.ts'

/**
 * SQL that adds the entries of the audit trail which a command would have added, for lenders whose rows a test or a seed
 * writes itself in the same transaction.
 * @param from what to select `lender_id` from
 */
export const entriesFor = (operation: string, from: string): string => `
  insert into audit_event (id, actor, operation, subject, outcome)
  select (substr(audit_id_at(clock_timestamp())::text, 1, 14) || substr(gen_random_uuid()::text, 15))::uuid, 'operator:test',
         '${operation}', 'lender:' || lender_id, 'done' from ${from}`

/** Adds such an entry for one lender. */
export const noteEntry = (tx: Queryable, operation: string, lenderId: number): Promise<number> =>
  run(tx, 'test.entry', entriesFor(operation, '(select $1::bigint as lender_id) one'), [lenderId])
