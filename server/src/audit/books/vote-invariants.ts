import type { Invariant } from './invariant.ts'

/** SQL: whether the count of a vote `v` reaches its quorum, and its majority, by its own rule `q`. */
const isQuorate = `case when v.call = 1 then v.voted::numeric * q.quorum_of > v.principal::numeric * q.quorum_part
  else v.voted::numeric * q.second_of >= v.principal::numeric * q.second_part end`
const hasMajority = 'v.agreed::numeric * q.majority_of >= v.voted::numeric * q.majority_part'

/** Votes of lenders on new terms of their loans. */
export const voteInvariants: readonly Invariant[] = [
  {
    id: 'I60',
    holds:
      'everybody with unpaid principal when a vote was called may vote, with that principal as weight, and nobody else: what they are owed now and what they were repaid since; together it is the principal that was voted on',
    sql: `
      with owed as (
        select v.id, holder_at(b.funding_id, v.opened_at) as lender_id, sum(b.principal_due + since.principal)::bigint as principal
          from loan_vote v join funding_balance b on b.loan_id = v.loan_id
         cross join lateral (
           select coalesce(sum(r.principal), 0)::bigint as principal
             from lender_repayment r join loan_payment p on p.id = r.payment_id
            where r.lender_id = b.lender_id and r.funding_id = b.funding_id and p.recorded > v.payments_upto) since
         group by 1, 2
      )
      select coalesce(o.id, r.vote_id)::text as id, coalesce(o.lender_id, r.lender_id) as lender, o.principal, r.weight
        from (select * from owed where principal > 0) o
        full join (select * from vote_right) r on r.vote_id = o.id and r.lender_id = o.lender_id
       where o.principal is distinct from r.weight
         -- Of a loan whose disbursement or take-over was reversed since, nothing is owed any more.
         and exists (select from loan_vote v join loan_servicing s on s.loan_id = v.loan_id where v.id = coalesce(o.id, r.vote_id))
      union all
      select v.id::text, null, v.principal, sum(r.weight)::bigint from loan_vote v left join vote_right r on r.vote_id = v.id
       group by v.id having sum(r.weight) is distinct from v.principal or max(r.place) <> count(*) or count(distinct r.place) <> count(*)
      union all
      select r.vote_id::text, r.lender_id, (select sum(part)::bigint from unnest(r.principals) as part), r.weight from vote_right r
       where r.weight <> (select sum(part) from unnest(r.principals) as part) or cardinality(r.principals) <> cardinality(r.interests)`,
  },
  {
    id: 'I60b',
    holds:
      'the choice of each lender is their newest ballot, none is counted without one, and each was cast between the call and its end; one of heirs names their document',
    sql: `
      select r.vote_id::text as id, r.lender_id, r.ballots from vote_right r
       where r.ballots <> (select count(*) from vote_ballot b where b.vote_id = r.vote_id and b.lender_id = r.lender_id)
          or r.agrees is distinct from (select b.agrees from vote_ballot b where b.vote_id = r.vote_id and b.lender_id = r.lender_id
                                          and b.no = r.ballots)
      union all
      select b.vote_id::text, b.lender_id, b.no from vote_ballot b join loan_vote v on v.id = b.vote_id
       where b.at < v.opened_at or b.at > least(v.ends_at, v.ended_at) + interval '1 minute'`,
  },
  {
    id: 'I60c',
    holds:
      'an ended vote has the count of its rights, and passed by the rule that it was called under; one that failed failed by it, and one below the quorum had its second call',
    sql: `
      select v.id::text, v.state, v.voted, v.agreed, v.principal from loan_vote v join vote_rule q on q.version = v.rule
       where v.ended_at is not null and (
         (v.voted, v.agreed) is distinct from (
           select (coalesce(sum(r.weight) filter (where r.agrees is not null), 0)::bigint, coalesce(sum(r.weight) filter (where r.agrees), 0)::bigint)
             from vote_right r where r.vote_id = v.id)
         or v.state in ('PASSED', 'USED', 'LAPSED') and not (${isQuorate} and ${hasMajority})
         or v.state = 'REFUSED' and not (${isQuorate} and not ${hasMajority})
         or v.state = 'NO_QUORUM' and (v.call = 1 or ${isQuorate})
         or v.state not in ('WITHDRAWN', 'VOID') and v.ended_at < v.ends_at)`,
  },
  {
    id: 'I60d',
    holds:
      'new terms that were recorded while the rule asked for a vote have one that passed for exactly these terms, this addendum and this balance, and each vote is used once',
    sql: `
      select r.loan_id, r.version, r.agreed_on from restructuring_record r
       where (select q.required from vote_rule q where q.at <= r.created_at order by q.version desc limit 1)
         and not exists (
           select from loan_vote v join vote_document d on d.vote_id = v.id and d.kind = 'ADDENDUM'
            where v.loan_id = r.loan_id and v.used_version = r.version and v.state = 'USED'
              and (v.agreed_on, v.starts_on, v.interest, v.interest_type, v.tenor, v.tenor_period, d.sha256)
                  = (r.agreed_on, r.starts_on, r.interest, r.interest_type, r.tenor, r.tenor_period, r.agreement_sha256)
              and (v.principal, v.interest_kept, v.interest_waived, v.penalty_waived)
                  = (r.principal, r.interest_kept, r.interest_waived, r.penalty_waived))
      union all
      select v.loan_id, v.used_version, v.agreed_on from loan_vote v
       where v.used_version is not null
         and not exists (select from restructuring_record r where r.loan_id = v.loan_id and r.version = v.used_version)`,
  },
  {
    id: 'I60e',
    holds:
      'a vote has its addendum, ends within a day of its time, and has its record within a day of its end; one that has passed is used or lapses',
    sql: `
      select v.id::text, v.state from loan_vote v
       where not exists (select from vote_document d where d.vote_id = v.id and d.kind = 'ADDENDUM')
          or v.state = 'OPEN' and v.ends_at < app_now() - interval '1 day'
          or v.ended_at < app_now() - interval '1 day'
             and not exists (select from vote_document d where d.vote_id = v.id and d.kind = 'RECORD')
          or v.state = 'PASSED' and greatest(v.ended_at, v.agreed_on::timestamptz) < app_now() - interval '32 days'`,
  },
]
