import type { Invariant } from './invariant.ts'

/**
 * Every decision about a lender's money: a single funding, or a bulk funding as a whole. `still` is the least that was
 * outstanding of it at any time since: the present principal, or zero for a loan with a write-off or a reversed
 * payment, because it may have been lower in between. Taken-over loans are excluded, because they were decided
 * elsewhere.
 */
const decisions = `
  part as (
    select f.lender_id, f.id, f.bulk_id, f.amount, f.created_at,
           case when f.state = 'WAITING' then f.amount
                when f.state = 'SETTLED' and not exists (select from write_off_record w where w.loan_id = f.loan_id)
                     and not exists (select from loan_payment p where p.loan_id = f.loan_id and p.reverses is not null)
                then coalesce(b.principal_due, f.amount) else 0 end as still,
           f.limit_version, f.class_version, f.lender_outstanding, f.platform_outstanding,
           f.non_professional_outstanding, f.decided_at
      from funding f left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
     where not exists (select from archived_agreement g where g.funding_id = f.id)
  ), decision as (
    select lender_id, id, amount, created_at, still, limit_version, class_version, lender_outstanding,
           platform_outstanding, non_professional_outstanding, decided_at from part where bulk_id is null
    union all
    select b.lender_id, b.id, b.total, b.created_at,
           (select coalesce(sum(case when l.state = 'WAITING' then l.amount else p.still end), 0)
              from bulk_funding_loan l left join part p on p.lender_id = l.lender_id and p.id = l.funding_id
             where l.lender_id = b.lender_id and l.bulk_id = b.id),
           b.limit_version, b.class_version, b.lender_outstanding, b.platform_outstanding,
           b.non_professional_outstanding, b.decided_at from bulk_funding b
  )`

/** The allowed time between the start of a transaction and the recording of the limits that it read. */
const tolerance = `interval '30 seconds'`

/**
 * SQL condition: a version of the limits that is in force on the day of a decision and not superseded by one recorded
 * well before it.
 */
const wasInForce = `
  r.holds_from <= business_day(d.created_at) and r.kept_at <= d.created_at + ${tolerance}
  and not exists (select from limit_rule better
                   where better.holds_from <= business_day(d.created_at) and better.kept_at <= d.created_at - ${tolerance}
                     and (better.holds_from, better.version) > (r.holds_from, r.version))`

/** Invariants of the limits of lender classes and of what counts against them (decision 0033). */
export const limitInvariants: readonly Invariant[] = [
  {
    id: 'I40',
    holds:
      'each funding, and each bulk funding as a whole, names the version of the limits that was in force when it was made; none names one where none was',
    sql: `
      with ${decisions}
      select d.lender_id, d.id, d.limit_version from decision d
       where case when d.limit_version is null
                  then exists (select from limit_rule r where r.holds_from <= business_day(d.created_at)
                                  and r.kept_at <= d.created_at - ${tolerance})
                  else d.decided_at is null
                       or not exists (select from limit_rule r where r.version = d.limit_version and ${wasInForce}) end`,
  },
  {
    id: 'I40b',
    holds:
      'each funding under a limit was within it: what was outstanding of its lender, or of all non-professional lenders, and its amount were at most the share of the income, or of the platform’s outstanding, that the named versions of limits and class allow',
    sql: `
      with ${decisions}, limited as (
        select d.*, r.*, c.kind, c.yearly_income, c.version as class_found,
               case when d.platform_outstanding is not null
                    then greatest(d.platform_outstanding, r.base_outstanding) end as base,
               coalesce(c.valid_until < business_day(d.created_at), false) as expired,
               case when c.kind = 'NON_RESIDENT' or c.yearly_income > r.income_border then r.professional_income_ppm
                    else r.non_professional_income_ppm end as income_ppm,
               case when c.supervised and coalesce(c.valid_until >= business_day(d.created_at), true)
                    then r.supervised_share_ppm else r.lender_share_ppm end as share_ppm,
               c.kind = 'INDIVIDUAL' and c.yearly_income <= r.income_border as non_professional
          from decision d join limit_rule r on r.version = d.limit_version
          left join lender_class c on c.lender_id = d.lender_id and c.version = d.class_version
      )
      select lender_id, id, amount, lender_outstanding, platform_outstanding from limited
       where (class_found is null and (class_version is not null or coalesce(professional_income_ppm,
                non_professional_income_ppm, non_professional_share_ppm) is not null))
          or (yearly_income is not null and income_ppm is not null
              and (expired or coalesce(lender_outstanding + amount > floor(yearly_income::numeric * income_ppm / 1000000), true)))
          or (share_ppm is not null
              and coalesce(lender_outstanding + amount > floor(base::numeric * share_ppm / 1000000), true))
          or (non_professional and non_professional_share_ppm is not null
              and coalesce(non_professional_outstanding + amount
                           > floor(base::numeric * non_professional_share_ppm / 1000000), true))`,
  },
  {
    id: 'I40e',
    holds:
      'each funding under limits that ask for it was of a lender whose identity was checked by then, and of a person who was of an age by the year of birth, or married',
    sql: `
      with ${decisions}
      select d.lender_id, d.id, d.limit_version from decision d
        join limit_rule r on r.version = d.limit_version and r.asks_identity
        join lender l on l.id = d.lender_id
       where not exists (
         select from lender_facts k
          where k.lender_id = d.lender_id and k.kept_at <= d.created_at + ${tolerance} and k.checked_on is not null
            and (l.user_type_id = 3 or k.married or extract(year from business_day(d.created_at)) - k.birth_year >= 18)
            and not exists (select from lender_facts better
                             where better.lender_id = k.lender_id and better.version > k.version
                               and better.kept_at <= d.created_at - ${tolerance}))`,
  },
  {
    id: 'I40c',
    holds:
      'what a funding was decided by as outstanding of its lender is not less than what is outstanding still of the fundings that were decided before it, so no two used the same room',
    sql: `
      with ${decisions}
      select lender_id, id, lender_outstanding, before from (
        select d.*, sum(still) over (partition by lender_id order by decided_at, lender_outstanding, id
                                     rows between unbounded preceding and 1 preceding) as before
          from decision d where decided_at is not null) ordered
       where lender_outstanding < before`,
  },
  {
    id: 'I40d',
    holds:
      'the class of a lender is the newest of the versions that are kept of it, and what counts against their limits is what the books give: the unpaid principal of their fundings and what is held for fundings',
    sql: `
      select l.id, l.class_version::bigint as counts, max(c.version)::bigint as kept
        from lender l left join lender_class c on c.lender_id = l.id
       group by l.id having l.class_version is distinct from max(c.version)
      union all
      select l.id, lender_outstanding(l.id), coalesce(books.outstanding, 0) from lender l
        left join (select lender_id, sum(amount)::bigint as outstanding from (
                select f.lender_id, coalesce(b.principal_due, f.amount) as amount from holding f
                  left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
                 where f.state = 'SETTLED' and not exists (select from write_off w where w.loan_id = f.loan_id)
                union all select lender_id, amount from funding where state = 'WAITING'
                union all select lender_id, amount from bulk_funding_loan where state = 'WAITING') placed
               group by lender_id) books on books.lender_id = l.id
       where coalesce(books.outstanding, 0) <> lender_outstanding(l.id)`,
  },
]
