import type { Invariant } from './invariant.ts'

/** Invariants of bulk fundings: the consent, the outcome of each loan, and the money. */
export const bulkInvariants: readonly Invariant[] = [
  {
    id: 'I19',
    holds:
      'each loan of a bulk funding ends once: while it waits its money is held, when it is funded there is its funding, when it is refused its money is free',
    sql: `
      select l.bulk_id, l.loan_id, l.state, l.amount, h.state as hold, h.amount as held, f.state as funding
        from bulk_funding_loan l
        left join hold h on h.id = l.funding_id and h.purpose = 'BULK_FUNDING'
         and h.account_id = (select a.id from account a where a.kind = 'LENDER_CASH' and a.owner_id = l.lender_id)
        left join funding f on f.lender_id = l.lender_id and f.id = l.funding_id
       where h.amount is distinct from l.amount
          or h.state is distinct from case l.state when 'WAITING' then 'OPEN' when 'FUNDED' then 'SETTLED' else 'RELEASED' end
          or (f.id is not null) <> (l.state = 'FUNDED')
          or f.id is not null and (f.loan_id, f.amount, f.bulk_id) is distinct from (l.loan_id, l.amount, l.bulk_id)
      union all
      select f.bulk_id, f.loan_id, null, f.amount, null, null, f.state from funding f
       where f.bulk_id is not null and not exists (
         select from bulk_funding_loan l
          where l.lender_id = f.lender_id and l.bulk_id = f.bulk_id and l.loan_id = f.loan_id and l.funding_id = f.id)
      union all
      select null, null, null, h.amount, h.state, null, null from hold h
       where h.purpose = 'BULK_FUNDING' and not exists (select from bulk_funding_loan l where l.funding_id = h.id)`,
  },
  {
    id: 'I19c',
    holds:
      'a bulk funding has the loans and the sum that it was made with, and has ended only when all of them have',
    sql: `
      select b.id, b.loans, b.total, l.loans as has_loans, l.total as has_total, l.waiting from bulk_funding b
        left join (
          select lender_id, bulk_id, count(*) as loans, sum(amount) as total,
                 count(*) filter (where state = 'WAITING') as waiting
            from bulk_funding_loan group by lender_id, bulk_id
        ) l on l.lender_id = b.lender_id and l.bulk_id = b.id
       where (b.loans, b.total) is distinct from (l.loans, l.total) or b.ended_at is not null and l.waiting > 0
      union all
      select l.bulk_id, null, null, null, null, null from bulk_funding_loan l
       where not exists (select from bulk_funding b where b.lender_id = l.lender_id and b.id = l.bulk_id)`,
  },
  {
    id: 'I31b',
    holds:
      'what a lender consented to is what stands in their bulk funding: the loans, amounts and terms that were shown, the manifest, and the documents that they had looked at',
    sql: `
      select b.id, null::bigint as loan_id from bulk_funding b
       where bulk_manifest(b.terms, b.lender_id, b.id) is distinct from b.manifest_sha256
          or b.preview_sha256 <> (
               select bulk_preview_hash(b.terms, string_agg(
                        bulk_preview_line(l.loan_id, l.amount, l.loan_sha256, l.terms_version), '' order by l.loan_id))
                 from bulk_funding_loan l where l.lender_id = b.lender_id and l.bulk_id = b.id)
      union all
      select l.bulk_id, l.loan_id from bulk_funding_loan l join agreement a on a.id = l.funding_id
       where l.state = 'FUNDED' and l.terms_version <> a.terms_version
      union all
      select l.bulk_id, l.loan_id from bulk_funding_loan l join loan on loan.id = l.loan_id
       where loan.source_hash is distinct from l.loan_sha256
          or l.pp_sha256 is not null and (l.pp_sha256, l.ppfp_sha256) is distinct from (
               (select d.sha256 from document d where d.agreement_id = l.funding_id and d.kind = 'PP'),
               (select d.sha256 from document d where d.agreement_id = l.funding_id and d.kind = 'PPFP'))`,
  },
]
