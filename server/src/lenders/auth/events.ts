import type { Window } from '../../platform/pages.ts'
import { many, type Queryable } from '../../platform/db/database.ts'

/** An event of an account. `outcome` is `done` or the code of the refusal. */
export type AccountEvent = {
  id: string
  at: Date
  operation: string
  outcome: string
  /** `lender:…`, `operator:…`, or `system` without a login. */
  actor: string
  requestId: string | null
  /** Network address of the client; null for events without a request. */
  source: string | null
}

/** The audit events of a lender's account, newest first: logins, codes, passwords and changes by the operator. */
export function accountEvents(
  db: Queryable,
  lenderId: number,
  { limit = 100, after }: Window = {},
): Promise<AccountEvent[]> {
  return many<AccountEvent>(
    db,
    'lenders.auth.events',
    `select id, at, operation, outcome, actor, request_id as "requestId", detail ->> 'source' as source
       from audit_event
      where subject = $1 and subject like 'lender:%'
        and ($3::uuid is null or (at, id) < (select at, id from audit_event where id = $3))
      order by at desc, id desc limit $2`,
    [`lender:${lenderId}`, limit, after ?? null],
  )
}
