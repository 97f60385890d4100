import type { Invariant } from './invariant.ts'

export const fundingInvariants: readonly Invariant[] = [
  {
    id: 'I5b',
    holds:
      'each waiting funding has one open hold over its amount, each ended one has a hold that ended the same way, one that was taken over has none',
    sql: `
      select f.id, f.state, f.amount, h.state as hold, h.amount as held from funding f
        left join hold h on h.purpose = case when f.bulk_id is null then 'FUNDING' else 'BULK_FUNDING' end and h.id = f.id
       where case when exists (select from archived_agreement g where g.funding_id = f.id) then h.id is not null
             else h.id is null or h.amount <> f.amount
               or h.state <> case f.state when 'WAITING' then 'OPEN' when 'SETTLED' then 'SETTLED'
                   when 'REFUNDED' then 'SETTLED' else 'RELEASED' end end
      union all
      select null, null, null, h.state, h.amount from hold h
       where h.purpose = 'FUNDING' and not exists (select from funding f where f.id = h.id)`,
  },
  {
    id: 'I6',
    holds: 'what a loan counts as funded and reserved equals its fundings, and is never more than its total',
    sql: `
      select p.loan_id, p.total, p.funded, p.reserved, f.funded as fundings, f.reserved as waiting from loan_position p
        left join (
          select loan_id, coalesce(sum(amount) filter (where state = 'SETTLED'), 0) as funded,
                 coalesce(sum(amount) filter (where state = 'WAITING'), 0) as reserved
            from funding group by loan_id
        ) f on f.loan_id = p.loan_id
       where p.funded <> coalesce(f.funded, 0) or p.reserved <> coalesce(f.reserved, 0) or p.funded + p.reserved > p.total`,
  },
  {
    id: 'I6b',
    holds: 'the escrow account of a loan has what is funded of it, and nothing once the loan was paid out',
    sql: `
      select p.loan_id, p.funded, a.balance from loan_position p join account a on a.id = p.escrow_account
        join loan l on l.id = p.loan_id
       where a.balance <> case when l.disbursed_on is null then p.funded else 0 end`,
  },
  {
    id: 'I6c',
    holds:
      'each loan has a borrower and a type; each position, rule and terms are of a loan, and a position has its escrow account',
    sql: `
      select l.id as loan_id, 'loan' as of from loan l
       where not exists (select from borrower b where b.id = l.borrower_id)
          or not exists (select from loan_type t where t.id = l.loan_type_id)
      union all
      select p.loan_id, 'position' from loan_position p
       where not exists (select from loan l where l.id = p.loan_id)
          or not exists (select from account a where a.id = p.escrow_account and a.kind = 'LOAN_ESCROW')
      union all
      select r.loan_id, 'rule' from offer_rule r where not exists (select from loan l where l.id = r.loan_id)
      union all
      select t.loan_id, 'terms' from loan_terms t where not exists (select from loan l where l.id = t.loan_id)`,
  },
  {
    id: 'I7',
    holds: 'what is left of a loan is nothing or at least its minimum',
    sql: `
      select loan_id, total, funded, reserved, minimum from loan_position
       where total - funded - reserved <> 0 and total - funded - reserved < minimum`,
  },
  {
    id: 'I7b',
    holds: 'each funding is at least the minimum of its loan, or was the exact remainder',
    sql: `
      select f.id, f.amount, p.minimum from funding f join loan_position p using (loan_id)
       where f.amount < p.minimum and f.state in ('WAITING', 'SETTLED') and p.funded + p.reserved <> p.total`,
  },
  {
    id: 'I8',
    holds:
      'no funding counts without the record of its signature here, of its signed agreement in the archive, or of the consent to a bulk funding that it is of; none has two of them, and none has one that does not count',
    sql: `
      select f.id, f.state from funding f left join signature s on s.funding_id = f.id
        left join archived_agreement g on g.funding_id = f.id
        left join bulk_funding b on b.lender_id = f.lender_id and b.id = f.bulk_id
       where (f.state in ('SETTLED', 'REFUNDED'))::int <> num_nonnulls(s.funding_id, g.funding_id, b.id)`,
  },
  {
    id: 'I8b',
    holds:
      'a settled funding moved its amount once from its lender to its loan, any other moved nothing, nor did one of a loan with an opening balance',
    sql: `
      select f.id, f.state, f.amount, count(t.id) as transfers from funding f
        join loan_position p on p.loan_id = f.loan_id
        join account cash on cash.kind = 'LENDER_CASH' and cash.owner_id = f.lender_id
        left join transfer t on t.kind = 'FUNDING' and t.ref = f.id::text
       group by f.lender_id, f.id, f.state, f.amount, p.escrow_account, cash.id
      having count(t.id) <> (f.state in ('SETTLED', 'REFUNDED') and not exists (
               select from archived_agreement g where g.funding_id = f.id and g.principal_left is not null))::int
          or count(t.id) filter (where t.amount <> f.amount or t.debit_account <> cash.id
                                    or t.credit_account <> p.escrow_account) > 0`,
  },
  {
    id: 'I8c',
    holds:
      'a refunded funding came back once from its loan to its lender, no other did, nor one of a loan with an opening balance',
    sql: `
      select f.id, f.state, f.amount, count(t.id) as transfers from funding f
        join loan_position p on p.loan_id = f.loan_id
        join account cash on cash.kind = 'LENDER_CASH' and cash.owner_id = f.lender_id
        left join transfer t on t.kind = 'REFUND' and t.ref = f.id::text
       group by f.lender_id, f.id, f.state, f.amount, p.escrow_account, cash.id
      having count(t.id) <> (f.state = 'REFUNDED' and not exists (
               select from archived_agreement g where g.funding_id = f.id and g.principal_left is not null))::int
          or count(t.id) filter (where t.amount <> f.amount or t.credit_account <> cash.id
                                    or t.debit_account <> p.escrow_account) > 0`,
  },
  {
    id: 'I8d',
    holds:
      'each funding is what its lender agreed to: the loan and the amount of the agreement that has its id, or of its archived one',
    sql: `
      select f.id, f.lender_id, f.loan_id, f.amount from funding f
       where not exists (select from agreement a where a.id = f.id and a.lender_id = f.lender_id
                            and a.loan_id = f.loan_id and a.amount = f.amount)
         and not exists (select from archived_agreement g where g.funding_id = f.id and g.lender_id = f.lender_id
                            and g.loan_id = f.loan_id and g.amount = f.amount)`,
  },
  {
    id: 'I8g',
    holds:
      'each funding that was made since openings are kept and not under a mandate, and each loan of a bulk funding whose documents were looked at, is on an agreement of which its lender had opened both documents before',
    sql: `
      with since as (select applied_at from schema_migration where number = 1)
      select f.id, f.lender_id, null::uuid as bulk_id from funding f
       where f.created_at > (select applied_at from since) and f.bulk_id is null
         and not exists (select from archived_agreement g where g.funding_id = f.id)
         and not exists (select from mandate_funding u where u.funding_id = f.id)
         and (select count(*) from agreement_opening o
               where o.agreement_id = f.id and o.lender_id = f.lender_id and o.opened_at <= f.created_at) < 2
      union all
      select l.funding_id, l.lender_id, l.bulk_id from bulk_funding_loan l
        join bulk_funding b on b.lender_id = l.lender_id and b.id = l.bulk_id
       where b.created_at > (select applied_at from since) and l.pp_sha256 is not null
         and (select count(*) from agreement_opening o
               where o.agreement_id = l.funding_id and o.lender_id = l.lender_id and o.opened_at <= b.created_at) < 2`,
  },
  {
    id: 'I8e',
    holds:
      'a loan that was taken over was so whole, each time: each of its fundings has its archived agreement, and they add up to it; while that stands it has no others',
    sql: `
      select t.loan_id, t.fundings, p.total, g.fundings as archived, g.amount, f.fundings as kept
        from loan_take_over_record t
        join loan_position p on p.loan_id = t.loan_id
        left join loan_take_over stands on stands.loan_id = t.loan_id and stands.occurrence = t.occurrence
        left join (select loan_id, take_over, count(*) as fundings, sum(amount) as amount
                     from archived_agreement group by 1, 2) g on g.loan_id = t.loan_id and g.take_over = t.occurrence
        cross join lateral (
          select count(*) as fundings from funding f left join archived_agreement a on a.funding_id = f.id
           where f.loan_id = t.loan_id
             and (a.take_over = t.occurrence or a.funding_id is null and stands.loan_id is not null)) f
       where (t.fundings, t.fundings) is distinct from (g.fundings, f.fundings)
          or stands.loan_id is not null and p.total is distinct from g.amount
      union all
      select g.loan_id, null, null, null, g.amount, null from archived_agreement g
       where not exists (select from funding f where f.id = g.funding_id and f.loan_id = g.loan_id)
          or not exists (select from loan_take_over_record t where t.loan_id = g.loan_id and t.occurrence = g.take_over)`,
  },
  {
    id: 'I8f',
    holds:
      'the opening balance of a loan is that of its parts, was posted once, and its schedule began with it: the principal left, the interest and the oldest day that were due',
    sql: `
      select t.loan_id, t.principal_left, g.principal_left as parts, i.principal as asked, t.interest_due,
             i.interest as asked_interest, t.days_late, i.days_late as asked_days, moved.transfers
        from loan_take_over t
        left join (select loan_id, take_over, sum(principal_left) as principal_left, sum(interest_due) as interest_due,
                          count(principal_left) as parts from archived_agreement group by 1, 2) g
          on g.loan_id = t.loan_id and g.take_over = t.occurrence
        left join loan_servicing s on s.loan_id = t.loan_id
        cross join lateral (
          select sum(principal) as principal, coalesce(sum(interest) filter (where due_date <= t.as_of), 0) as interest,
                 coalesce(max(t.as_of - due_date) filter (where due_date <= t.as_of), 0) as days_late
            from installment i
           where i.loan_id = t.loan_id
             and i.version = (select min(b.version) from installment b
                               where b.loan_id = t.loan_id and b.superseded_on is distinct from '-infinity')) i
        cross join lateral (
          select count(*) as transfers,
                 count(*) filter (where d.kind = 'OPENING_BALANCE' and d.owner_id = t.loan_id
                   and m.credit_account = s.clearing_account and m.amount = t.principal_left) as right
            from transfer m join account d on d.id = m.debit_account
           where m.kind = 'OPENING' and m.ref = t.loan_id::text
             and not exists (select from reversal r where r.journal_id = m.journal_id)) moved
       where t.as_of is not null
         and ((g.principal_left, g.interest_due, g.parts) is distinct from (t.principal_left, t.interest_due, t.fundings)
           or (i.principal, i.interest, i.days_late) is distinct from (t.principal_left, t.interest_due, t.days_late)
           or s.disbursed_on is distinct from t.as_of or moved.transfers <> 1 or moved.right <> 1)
      union all
      select null, null, null, null, null, null, null, null, m.amount from transfer m
       where m.kind = 'OPENING' and not exists (select from reversal r where r.journal_id = m.journal_id)
         and not exists (select from loan_take_over t where t.loan_id::text = m.ref and t.as_of is not null)
      union all
      select g.loan_id, null, g.principal_left, null, null, null, null, null, null from archived_agreement g
        join loan_take_over_record t on t.loan_id = g.loan_id and t.occurrence = g.take_over
       where (g.principal_left is null) <> (t.as_of is null)`,
  },
  {
    id: 'I8h',
    holds:
      'a take-over that was taken back left nothing: all its fundings came back, and its opening balance was reversed; at most one of a loan stands, and none of a draft',
    sql: `
      select t.loan_id, t.occurrence, f.state, r.of_id from reversal r
        left join loan_take_over_record t on r.of_id = t.loan_id || '/' || t.occurrence
        left join archived_agreement g on g.loan_id = t.loan_id and g.take_over = t.occurrence
        left join funding f on f.lender_id = g.lender_id and f.id = g.funding_id
       where r.kind = 'TAKE_OVER'
         and (f.state is distinct from 'REFUNDED' or (r.journal_id is null) <> (t.as_of is null)
           or r.journal_id is not null and not exists (
                select from transfer m where m.journal_id = r.journal_id and m.kind = 'OPENING'
                   and m.ref = t.loan_id::text and m.amount = t.principal_left))
      union all
      select t.loan_id, max(t.occurrence), p.status, null from loan_take_over t join loan_position p using (loan_id)
       group by t.loan_id, p.status having count(*) > 1 or p.status in ('DRAFT', 'DELETED')`,
  },
  {
    id: 'I31',
    holds:
      'what was signed is the document that was shown, and what the platform signed carries its signature with the certificate that is named',
    // Bytes outside the database are compared by `documents verify`.
    sql: `
      select s.funding_id from signature s
        join funding f on f.id = s.funding_id
        left join document d on d.agreement_id = f.id and d.kind = 'PP'
        left join document g on g.agreement_id = f.id and g.kind = 'PP_SIGNED'
       where d.sha256 is distinct from s.shown_sha256 or g.sha256 is distinct from s.signed_sha256
          or d.bytes <> substring(g.bytes for length(d.bytes))
      union all
      select g.agreement_id from document g
        left join document d on d.agreement_id = g.agreement_id and d.kind = 'PPFP'
       where g.kind = 'PPFP_SIGNED' and (d.id is null or d.bytes <> substring(g.bytes for length(d.bytes)))
      union all
      -- A PDF contains its signature as hexadecimal digits, and the certificate as plain bytes.
      select d.agreement_id from document d
        join agreement a on a.id = d.agreement_id
        left join platform_certificate c on c.sha256 = d.platform_certificate
       where d.kind in ('PP', 'PPFP') and a.snapshot ->> 'platformSigned' = 'true'
         and a.snapshot ->> 'copy' is distinct from 'true'
         and (d.bytes is not null or c.der is null)
         and coalesce(position(convert_to(encode(c.der, 'hex'), 'UTF8') in d.bytes), 0) = 0`,
  },
  {
    id: 'I31c',
    holds:
      'a time stamp is over its document as it is kept and all that was appended with it but the token, and the token stands there',
    // RFC 3161: the token contains the hash of the stamped bytes. The unused part of the space reserved for the token
    // is zeros.
    sql: `
      select t.document_id, t.stamped_at from document_timestamp t join document d on d.id = t.document_id
       where position(sha256(d.bytes || substring(t.revision for t.hole_from) || substring(t.revision from t.hole_to + 1))
                      in t.token) = 0
          or rtrim(convert_from(substring(t.revision from t.hole_from + 1 for t.hole_to - t.hole_from), 'LATIN1'), '0>')
               is distinct from rtrim('<' || encode(t.token, 'hex'), '0')`,
  },
]
