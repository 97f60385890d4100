import { many, type Queryable } from '../platform/db/database.ts'

/** One thing that happened to an account. `outcome` is `done` or the code of the refusal. */
export type AccountEvent = {
  at: Date
  operation: string
  outcome: string
  /** Who did it: `lender:…`, `operator:…`, or `system` where nobody was logged in. */
  actor: string
  requestId: string | null
}

/** What happened to a lender's account, the newest first: logins, codes, passwords, and what the operator did to it. */
export function accountEvents(db: Queryable, lenderId: number, limit = 100): Promise<AccountEvent[]> {
  return many<AccountEvent>(
    db,
    'auth.events',
    `select at, operation, outcome, actor, request_id as "requestId" from audit_event
      where subject = $1 and subject like 'lender:%' order by at desc, id desc limit $2`,
    [`lender:${lenderId}`, limit],
  )
}
