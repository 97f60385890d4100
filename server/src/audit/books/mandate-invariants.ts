import type { Invariant } from './invariant.ts'

/** The fundings under a mandate, without those that ended without effect. */
const standing = `select u.mandate_id, f.loan_id, f.amount from mandate_funding u
  join funding f on f.lender_id = u.lender_id and f.id = u.funding_id where f.state in ('WAITING', 'SETTLED')`

export const mandateInvariants: readonly Invariant[] = [
  {
    id: 'I44',
    holds:
      'each automatic funding was decided and signed, by hash, while a mandate of its lender was in force, and those of a mandate stay within its two ceilings',
    sql: `
      select u.mandate_id, u.funding_id, f.created_at as decided_at, g.created_at as signed_at from mandate_funding u
        join funding f on f.lender_id = u.lender_id and f.id = u.funding_id
        join mandate m on m.id = u.mandate_id
        left join mandate_signature s on s.mandate_id = m.id
        left join mandate_end e on e.mandate_id = m.id
        left join signature g on g.funding_id = f.id
       where u.loan_id <> f.loan_id or f.bulk_id is not null
          or s.created_at is null or f.created_at < s.created_at
          or greatest(f.created_at, g.created_at) >= least(m.valid_until, coalesce(e.ended_at, 'infinity'))
          or g.provider <> 'XIGNATURE'
      union all
      select m.id, null, null, null from (${standing}) placed join mandate m on m.id = placed.mandate_id
       group by m.id, placed.loan_id having sum(placed.amount) > m.largest_per_loan
      union all
      select m.id, null, null, null from (${standing}) placed join mandate m on m.id = placed.mandate_id
       group by m.id having sum(placed.amount) > m.total_budget`,
  },
  {
    id: 'I44b',
    holds:
      'each mandate that was granted was opened by its lender before, each signed one is the text that was shown with a signature behind it, and a lender has one in force at a time',
    sql: `
      select m.lender_id, m.id, 'unread' as fault from mandate m join mandate_grant g on g.mandate_id = m.id
        left join mandate_opening o on o.mandate_id = m.id
       where o.opened_at is null or o.opened_at > g.granted_at
      union all
      select m.lender_id, m.id, 'file' from mandate m join mandate_signature s on s.mandate_id = m.id
        left join document d on d.mandate_id = m.id and d.kind = 'MANDATE'
        left join document g on g.mandate_id = m.id and g.kind = 'MANDATE_SIGNED'
       where d.sha256 is distinct from s.shown_sha256 or g.sha256 is distinct from s.signed_sha256
          or d.bytes <> substring(g.bytes for length(d.bytes))
          or sha256(d.bytes) <> d.sha256 or sha256(g.bytes) <> g.sha256
      union all
      select m.lender_id, null, 'two in force' from mandate m join mandate_signature s on s.mandate_id = m.id
       where m.valid_until > app_now() and not exists (select from mandate_end e where e.mandate_id = m.id)
       group by m.lender_id having count(*) > 1`,
  },
]
