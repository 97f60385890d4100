import { type Database, one, type Queryable, run } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'

/** Who does something: a lender by id, an operator by name, or the system itself. */
export type Actor =
  | {
      kind: 'lender'
      lenderId: number
      /** The hash of the session's token, where a verb asks what this very session may do. */
      session?: Buffer
    }
  | { kind: 'operator'; name: string }
  | { kind: 'system' }

export const actorName = (actor: Actor): string =>
  actor.kind === 'lender'
    ? `lender:${actor.lenderId}`
    : actor.kind === 'operator'
      ? `operator:${actor.name}`
      : 'system'

export type AuditEntry = {
  id: string
  actor: Actor
  operation: string
  /** What it was done to, e.g. `loan:123`. */
  subject?: string | undefined
  /** `done`, or the code of the refusal. */
  outcome: string
  requestId?: string | undefined
  /** No secret and no personal data: ids and amounts. */
  detail?: Record<string, unknown> | undefined
}

/**
 * Appends to the audit trail (POJK 40/2024 asks that it covers all activity), in the caller's transaction. An entry
 * that is there already stays: the caller's try before this one was committed without its knowing.
 */
export async function recordAudit(tx: Queryable, entry: AuditEntry): Promise<void> {
  await run(
    tx,
    'audit.record',
    `insert into audit_event (id, actor, operation, subject, outcome, request_id, detail)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
    [
      entry.id,
      actorName(entry.actor),
      entry.operation,
      entry.subject ?? null,
      entry.outcome,
      entry.requestId ?? null,
      entry.detail ? JSON.stringify(entry.detail) : null,
    ],
  )
}

/** Whether an entry is there: what it tells was done by a try whose end was not known. */
export async function isRecorded(tx: Queryable, id: string): Promise<boolean> {
  const { recorded } = await one<{ recorded: boolean }>(
    tx,
    'audit.is_recorded',
    'select exists (select from audit_event where id = $1) as recorded',
    [id],
  )
  return recorded
}

/** Appends an entry that belongs to nothing else that is written, e.g. of a document that was read. */
export const auditAlone = (db: Database, entry: AuditEntry): Promise<void> =>
  inTransaction(db, { repeatable: true }, (tx) => recordAudit(tx, entry))
