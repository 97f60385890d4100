import type { FundingState, SignatureProvider } from '../single/index.ts'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import type { StallReason } from './stalls.ts'

/** A funding in the operator's list: it waits for a signature, or its documents must still be cancelled. */
export type WatchedFunding = {
  id: string
  lenderId: number
  phone: string
  loanNumber: string
  /** Whole rupiah. */
  amount: number
  state: FundingState
  cancelled: boolean
  createdAt: Date
  signBefore: Date
  endedAt: Date | null
  endReason: string | null
  /** The provider of the documents; null if none was called yet. */
  provider: SignatureProvider | null
  providerToken: string | null
  /**
   * The documents at the provider. NONE: none that could be signed. MAYBE: sent, but not answered. THERE: it returned a
   * token.
   */
  documents: 'NONE' | 'MAYBE' | 'THERE'
  /** Why following the funding fails, since when, and after how many attempts; null if it does not fail. */
  stall: { reason: StallReason; detail: string; since: string; tries: number } | null
  /** When a signature came after the funding had ended without one; null if none did. */
  voidSignedAt: Date | null
}

const columns = `f.id, f.lender_id as "lenderId", l.phone, n.loan_number as "loanNumber", f.amount, f.state,
  p.status = 'CANCELLED' as cancelled, f.created_at as "createdAt", f.sign_before as "signBefore",
  f.ended_at as "endedAt", f.end_reason as "endReason", r.provider, r.provider_token as "providerToken",
  case when r.funding_id is null or r.closed_at is not null then 'NONE' when r.provider_token is not null then 'THERE'
       when exists (select from signing_attempt a where a.funding_id = f.id) then 'MAYBE' else 'NONE' end as documents,
  case when s.funding_id is not null then jsonb_build_object('reason', s.reason, 'detail', s.detail, 'since', s.since,
                                                             'tries', s.tries) end as stall,
  v.signed_at as "voidSignedAt"`
const joined = `funding f join lender l on l.id = f.lender_id join loan n on n.id = f.loan_id
  join loan_position p on p.loan_id = f.loan_id left join signing_request r on r.funding_id = f.id
  left join signing_stall s on s.funding_id = f.id left join void_signature v on v.funding_id = f.id`

/** The fundings that an operator should watch, the oldest first. */
export function watchedFundings(
  db: Queryable,
  { stalled, page, limit }: { stalled: boolean; page: number; limit: number },
): Promise<WatchedFunding[]> {
  return many<WatchedFunding>(
    db,
    'funding.signing.watched',
    `select ${columns} from ${joined}
      where (f.state = 'WAITING' or (r.funding_id is not null and r.closed_at is null))
        and (not $1 or s.funding_id is not null)
      order by f.id limit $2 offset $3`,
    [stalled, limit, (page - 1) * limit],
  )
}

export function watchedFunding(db: Queryable, id: string): Promise<WatchedFunding | undefined> {
  return maybe<WatchedFunding>(
    db,
    'funding.signing.watched_one',
    `select ${columns} from ${joined} where f.id = $1`,
    [id],
  )
}
