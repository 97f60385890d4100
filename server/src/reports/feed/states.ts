import { many, type Queryable } from '../../platform/db/database.ts'
import type { FeedKind } from './changes.ts'

/** What the feed says of one lender, borrower, loan or funding, as it is now. Amounts in whole rupiah. */
export type FeedState = Readonly<Record<string, unknown>>

type Found = { ref: string; state: FeedState }

/** The states of these lenders, borrowers, loans or fundings, by their ids. */
export async function statesOf(
  db: Queryable,
  kind: FeedKind,
  refs: readonly string[],
): Promise<ReadonlyMap<string, FeedState>> {
  const rows = await readers[kind](db, refs)
  return new Map(rows.map(({ ref, state }) => [ref, state]))
}

const readers: Record<FeedKind, (db: Queryable, refs: readonly string[]) => Promise<Found[]>> = {
  LENDER: (db, refs) =>
    many<Found>(
      db,
      'reports.feed.lenders',
      `select l.id::text as ref, json_build_object('lenderId', l.id, 'name', l.name, 'corporate', l.user_type_id = 3,
                'state', l.state, 'class', c.kind, 'sex', f.sex, 'birthYear', f.birth_year, 'province', f.province,
                'registeredOn', business_day(l.created_at)) as state
         from lender l left join lender_class c on c.lender_id = l.id and c.version = l.class_version
         left join lateral (select * from lender_facts n where n.lender_id = l.id order by n.version desc limit 1) f on true
        where l.id = any($1::bigint[]) and not l.is_member`,
      [refs],
    ),
  BORROWER: (db, refs) =>
    many<Found>(
      db,
      'reports.feed.borrowers',
      `select b.id::text as ref, json_build_object('borrowerNumber', b.number, 'name', b.name) as state
         from borrower b where b.id = any($1::bigint[])`,
      [refs],
    ),
  LOAN: (db, refs) =>
    many<Found>(
      db,
      'reports.feed.loans',
      `select l.id::text as ref, json_build_object('loanNumber', l.loan_number, 'borrowerNumber', b.number,
                'loanType', t.name, 'status', p.status, 'total', p.total, 'interest', l.interest::text, 'tenor', l.tenor,
                'tenorPeriod', l.tenor_period, 'sector', f.sector, 'province', f.province, 'borrowerKind', f.borrower_kind,
                'borrowerSex', f.borrower_sex, 'borrowerBirthYear', f.borrower_birth_year, 'disbursedOn', s.disbursed_on,
                'principalDue', s.principal_due, 'interestDue', s.interest_due, 'standing', r.standing,
                'restructured', r.restructured, 'oldestDue', nullif(r.oldest_due, 'infinity')) as state
         from loan l join borrower b on b.id = l.borrower_id join loan_type t on t.id = l.loan_type_id
         join loan_position p on p.loan_id = l.id
         left join loan_servicing s on s.loan_id = l.id left join repayment_record r on r.loan_id = l.id
         left join lateral (select * from loan_facts n where n.loan_id = l.id order by n.version desc limit 1) f on true
        where l.id = any($1::bigint[])`,
      [refs],
    ),
  FUNDING: (db, refs) =>
    many<Found>(
      db,
      'reports.feed.fundings',
      `select f.id::text as ref, json_build_object('fundingId', f.id, 'lenderId', h.holder, 'loanNumber', l.loan_number,
                'amount', f.amount, 'state', f.state, 'at', f.created_at, 'endedAt', f.ended_at,
                'principalDue', n.principal_due,
                'transfers', (select json_agg(json_build_object('from', t.from_lender, 'to', t.to_lender,
                                'valueDate', t.value_date, 'kind', t.kind) order by t.value_date)
                                from holding_transfer t where t.funding_id = f.id)) as state
         from funding f join loan l on l.id = f.loan_id cross join lateral (select holder_of(f.id) as holder) h
         left join funding_balance n on n.lender_id = h.holder and n.funding_id = f.id
        where f.id = any($1::uuid[])`,
      [refs],
    ),
}
