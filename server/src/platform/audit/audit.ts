import { type Database, one, type Queryable, run } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'

/**
 * Where an operator's command was typed, as the machine says it: its user and host, and the terminal, null without one.
 * `claimed` is a name that was given without a terminal, and so is not the actor's.
 */
export type Seat = { user: string; host: string; terminal: string | null; claimed?: string }

/**
 * What a command of staff was run under, where a rule asks for a second pair of eyes: a decided proposal, a decided
 * proposal of a file with its SHA-256, or nothing but a reason, in one run of the command line.
 */
export type Authority = { proposal: number; file: string | null } | { breakGlass: string; reason: string }

/** The authority as the audit trail has it: the number of the proposal, or the run without one. */
export const authorityOf = (actor: Actor): { proposal: number } | { breakGlass: string } | undefined => {
  if (actor.kind === 'lender')
    return typeof actor.proposal === 'number' ? { proposal: actor.proposal } : undefined
  const authority = actor.kind === 'operator' ? actor.authority : undefined
  if (authority === undefined) return undefined
  return 'proposal' in authority ? { proposal: authority.proposal } : { breakGlass: authority.breakGlass }
}

export const seatOf = (actor: Actor): Seat | undefined => (actor.kind === 'operator' ? actor.seat : undefined)

/** The actor of an operation: a lender by id, an operator by name, or the system itself. */
export type Actor =
  | {
      kind: 'lender'
      lenderId: number
      /** The hash of the session's token, for commands whose permission depends on this session. */
      session?: Buffer
      /** The login of the company's person who acts for it; absent where a lender is alone. */
      member?: number
      /** Where `lenderId` is a member's own login, in what is about nothing but that login: their company. */
      companyId?: number
      /** The key with which a system of the account acts, which only proposes. */
      key?: string
      /** Under which proposal of the company: to make one where a rule asks for it, or its number to agree to it. */
      proposal?: 'new' | number
    }
  | { kind: 'operator'; name: string; seat?: Seat; authority?: Authority }
  | { kind: 'system' }

export type ActorKind = Actor['kind']

export type ActorOf<Kind extends ActorKind> = Extract<Actor, { kind: Kind }>

const lenderName = ({ lenderId, member, companyId, key }: ActorOf<'lender'>): string => {
  if (key !== undefined) return `lender:${lenderId}/key:${key}`
  if (companyId !== undefined) return `lender:${companyId}/member:${lenderId}`
  return member === undefined ? `lender:${lenderId}` : `lender:${lenderId}/member:${member}`
}

export const actorName = (actor: Actor): string =>
  actor.kind === 'lender'
    ? lenderName(actor)
    : actor.kind === 'operator'
      ? `operator:${actor.name}`
      : 'system'

/** The login of whoever acts: the member of a company, or the lender. Passwords, factors and sessions are theirs. */
export const personOf = ({ lenderId, member }: { lenderId: number; member?: number }): number =>
  member ?? lenderId

/** The origin of a request: its id, its network address, and the login of the company's person who sent it. */
export type Origin = {
  requestId?: string | undefined
  source?: string | undefined
  member?: number | undefined
}

export type AuditEntry = Origin & {
  id: string
  actor: Actor
  operation: string
  /** What the operation acted on, e.g. `loan:123`. */
  subject?: string | undefined
  /** `done`, or the code of the refusal. */
  outcome: string
  /**
   * Ids and amounts, never a secret or personal data. The network address is stored here too, so that the hash chain
   * covers it.
   */
  detail?: Record<string, unknown> | undefined
}

/**
 * Appends to the audit trail (POJK 40/2024 requires it to cover all activity) in the caller's transaction. An existing
 * entry stays unchanged: an earlier attempt with an unknown outcome was committed after all.
 */
export async function recordAudit(tx: Queryable, entry: AuditEntry): Promise<void> {
  await run(
    tx,
    'platform.audit.record',
    `insert into audit_event (id, actor, operation, subject, outcome, request_id, detail)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
    [
      entry.id,
      actorName(actedBy(entry)),
      entry.operation,
      entry.subject ?? null,
      entry.outcome,
      entry.requestId ?? null,
      detailOf(entry),
    ],
  )
}

/** A lender of whom the request says which person acted. */
const actedBy = ({ actor, member }: AuditEntry): Actor =>
  actor.kind === 'lender' && member !== undefined && actor.companyId === undefined
    ? { member, ...actor }
    : actor

const detailOf = ({ detail, source, actor }: AuditEntry): string | null => {
  const [seat, authority] = [seatOf(actor), authorityOf(actor)]
  return detail || source || seat || authority ? JSON.stringify({ ...detail, source, seat, authority }) : null
}

/** Whether an entry exists, which proves that an earlier attempt with an unknown outcome was committed. */
export async function isRecorded(tx: Queryable, id: string): Promise<boolean> {
  const { recorded } = await one<{ recorded: boolean }>(
    tx,
    'platform.audit.is_recorded',
    'select exists (select from audit_event where id = $1) as recorded',
    [id],
  )
  return recorded
}

/** Appends an entry in a transaction of its own, for events that write nothing else, e.g. the reading of a document. */
export const auditAlone = (db: Database, entry: AuditEntry): Promise<void> =>
  inTransaction(db, { repeatable: true }, (tx) => recordAudit(tx, entry))

/** Records that a lender downloaded one of their own files, because access to personal data must be traceable. */
export const auditDownload = (
  { db, random }: { db: Database; random: { uuid: () => string } },
  lenderId: number,
  entry: Pick<AuditEntry, 'operation' | 'subject' | 'detail'>,
  origin: Origin,
): Promise<void> =>
  auditAlone(db, {
    id: random.uuid(),
    actor: { kind: 'lender', lenderId },
    outcome: 'done',
    ...entry,
    ...origin,
  })
