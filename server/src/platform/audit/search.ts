import { many, type Queryable } from '../db/database.ts'
import { cutPage, type Page } from '../pages.ts'

export type AuditRow = {
  id: string
  at: Date
  /** `lender:…`, `operator:…` or `system`. */
  actor: string
  operation: string
  /** What the operation acted on, e.g. `loan:123`. */
  subject: string | null
  /** `done`, or the code of the refusal. */
  outcome: string
  requestId: string | null
  detail: unknown
  /** Whether the hash chain covers the entry; new entries are sealed shortly after they are written. */
  sealed: boolean
}

/** The conditions of a search. A text that ends in `*` matches every value with that prefix. */
export type AuditFilter = {
  actor?: string | undefined
  operation?: string | undefined
  subject?: string | undefined
  /** `done`, the code of a refusal, or `refused` for any refusal. */
  outcome?: string | undefined
  requestId?: string | undefined
  source?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  /** A part of the reason or note, or the ids of reversals; case and accents make no difference. */
  reason?: { text: string; reversals: readonly string[] } | undefined
  touching?: Touching | undefined
}

/** What touched something: entries on these subjects, by this actor, or with one of these fields in their details. */
export type Touching = { subjects: readonly string[]; actor?: string; details: readonly object[] }

/** Entries of the audit trail, newest first, with ids below `after` if it is given. */
export async function searchAudit(
  db: Queryable,
  filter: AuditFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<AuditRow>> {
  const rows = await many<AuditRow>(
    db,
    'platform.audit.search',
    `select e.id, e.at, e.actor, e.operation, e.subject, e.outcome, e.request_id as "requestId", e.detail,
            exists (select from audit_seal s where s.event_id = e.id) as sealed
       from audit_event e
      where ($1::uuid is null or e.id < $1) and ($2::text is null or e.actor like $2)
        and ($3::text is null or e.operation like $3) and ($4::text is null or e.subject like $4)
        and case $5 when 'refused' then e.outcome <> 'done' else $5::text is null or e.outcome = $5 end
        and ($6::text is null or e.request_id = $6) and ($7::timestamptz is null or e.at >= $7)
        and ($8::timestamptz is null or e.at < $8) and ($10::text is null or e.detail ->> 'source' = $10)
        and ($11::text is null or e.detail ->> 'reversalId' = any($15)
             or strpos(search_form(concat_ws(' ', e.detail ->> 'reason', e.detail ->> 'note')), search_form($11)) > 0)
        and ($12::text[] is null or e.subject = any($12) or e.actor = $13 or e.detail @> any($14::jsonb[]))
      order by e.id desc limit $9`,
    [
      after ?? null,
      pattern(filter.actor),
      pattern(filter.operation),
      pattern(filter.subject),
      filter.outcome ?? null,
      filter.requestId ?? null,
      filter.from ?? null,
      filter.until ?? null,
      limit + 1,
      filter.source ?? null,
      filter.reason?.text ?? null,
      ...touchingValues(filter.touching),
      filter.reason?.reversals ?? [],
    ],
  )
  return cutPage(rows, limit, ({ id }) => id)
}

const touchingValues = (touching: Touching | undefined): unknown[] =>
  touching
    ? [touching.subjects, touching.actor ?? null, touching.details.map((fields) => JSON.stringify(fields))]
    : [null, null, null]

/** A LIKE pattern that matches the text literally, except for a star at its end. */
function pattern(text: string | undefined): string | null {
  if (text === undefined) return null
  const open = text.endsWith('*')
  return `${(open ? text.slice(0, -1) : text).replaceAll(/[\\%_]/g, '\\$&')}${open ? '%' : ''}`
}
