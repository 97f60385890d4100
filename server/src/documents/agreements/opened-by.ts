import { type ActorOf, actorName } from '../../platform/audit/audit.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import type { DocumentKind, MandateDocumentKind } from './store.ts'

/**
 * The documents of these agreements or mandates that this person opened themselves in the last two days, by the audit
 * trail: of a company the opening itself says only that one of its people read it. What a program downloads with a key
 * was read by nobody.
 * @returns the kinds, by the id of the agreement or mandate
 */
export async function openedBy(
  tx: Queryable,
  actor: ActorOf<'lender'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<DocumentKind | MandateDocumentKind>>> {
  const rows = await many<{ id: string; kind: DocumentKind | MandateDocumentKind }>(
    tx,
    'documents.agreements.opened_by',
    `select distinct coalesce(e.detail ->> 'agreement', e.detail ->> 'mandate') as id, e.detail ->> 'kind' as kind
       from audit_event e
      where e.actor = $1 and e.id >= audit_id_at(app_now() - interval '2 days') and e.operation = 'downloadDocument'
        and e.outcome = 'done' and not e.detail ? 'key'
        and coalesce(e.detail ->> 'agreement', e.detail ->> 'mandate') = any($2)`,
    [actorName(actor), ids],
  )
  const byId = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byId].map(([id, opened]) => [id, new Set(opened.map(({ kind }) => kind))]))
}
