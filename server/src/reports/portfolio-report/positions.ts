import { type BusinessDate, addDays, startOfDay } from '@pematang/contract/format/business-date'
import { type Quality, qualityOf } from '../../loans/index.ts'
import { one, type Queryable } from '../../platform/db/database.ts'
import { unpacked } from '../../platform/db/packed-ids.ts'
import { taxOn, type TenorPeriod } from '../../books/index.ts'
import { fundedAt } from '../portfolio/index.ts'
import { groupedQuality } from './grouped-quality.ts'
import { readAhead } from './read-ahead.ts'
import { recordedDaysLate, recordedLoans } from './recorded-loans.ts'

export type PositionStatus = 'FUNDED' | 'ACTIVE' | 'LATE' | 'RESTRUCTURE' | 'WRITTEN_OFF'

/**
 * A funding with outstanding or written-off principal at the end of a day, as recorded by then. Amounts in whole
 * rupiah.
 */
export type Position = {
  fundingId: string
  loanId: number
  loanNumber: string
  loanType: string
  borrowerName: string
  status: PositionStatus
  amount: number
  principalLeft: number
  /** The yearly interest rate as a fraction. */
  interest: number
  tenor: number
  tenorPeriod: TenorPeriod
  /** The terms as they were offered, where others were in force; null otherwise. */
  former: { interest: number; tenor: number; tenorPeriod: TenorPeriod } | null
  fundedAt: Date
  /** The last due date of the schedule; null before the disbursement. */
  lastDue: BusinessDate | null
  daysLate: number
  /** The quality class; null before the disbursement, and after a write-off. */
  quality: Quality | null
  nextDue: BusinessDate | null
  /** The unpaid amount of the next installment for this lender, after tax and without a penalty. */
  nextAmount: number | null
  interestReceived: number
  penaltyReceived: number
  taxWithheld: number
}

type Row = Omit<Position, 'status' | 'quality' | 'nextAmount'> & {
  borrowerId: number
  disbursed: boolean
  writtenOff: boolean
  restructured: boolean
  nextPrincipal: number
  nextInterest: number
  nextInterestInAll: number
  nextTaxWithheld: number
  taxRatePpm: number
}

const batch = 1_000
/** How many batches are read concurrently, each on its own connection, because PostgreSQL does most of the work. */
const batchesAtOnce = 2

// $1 the lender, $2 the instant. A funding that was refunded later counts until its refund, although its row no longer
// shows when it was settled.
const held = `
  select coalesce(string_agg(uuid_send(f.id), ''::bytea order by f.created_at, f.id), ''::bytea) as ids
    from holding f
   where f.lender_id = $1
     and (f.state = 'SETTLED' and f.ended_at < $2
          and (not exists (select from holding_transfer_record t where t.funding_id = f.id) or holder_at(f.id, $2) = $1)
          or f.state = 'REFUNDED' and f.ended_at >= $2
             and coalesce((select g.created_at from archived_agreement g where g.funding_id = f.id),
                          (select min(t.created_at) from transfer t where t.ref = f.id::text and t.kind = 'FUNDING'),
                          f.created_at) < $2)`

// $1 the instant, $2 the day, $3 the lender, $4 the fundings.
const rows = `
  with batch as materialized (
    select f.id, f.origin_lender, f.loan_id, f.amount, ${fundedAt} as funded_at, a.place,
           coalesce((select g.principal_left from archived_agreement g where g.funding_id = f.id),
                    case when f.transfer_id is null then f.amount
                         else (select o.amount from funding o where o.id = f.id) end) as lent,
           case when exists (select from holding_transfer_record t where t.funding_id = f.id) then holders_of(f.id)
                else array[f.lender_id] end as holders
      from unnest($4::uuid[]) with ordinality as a (id, place) join holding f on f.lender_id = $3 and f.id = a.id
     -- As many as there are: without it the planner expects hundreds of thousands and reads whole tables for each batch.
     limit cardinality($4::uuid[])
  ), asked as (select distinct loan_id from batch), ${recordedLoans}
  select f.id as "fundingId", f.loan_id as "loanId", l.loan_number as "loanNumber", t.name as "loanType",
         b.id as "borrowerId", b.name as "borrowerName", f.amount, f.funded_at as "fundedAt",
         coalesce(fresh.interest, l.interest)::float8 as interest, coalesce(fresh.tenor, l.tenor) as tenor,
         coalesce(fresh.tenor_period, l.tenor_period) as "tenorPeriod",
         case when fresh.version is not null then
           json_build_object('interest', l.interest::float8, 'tenor', l.tenor, 'tenorPeriod', l.tenor_period) end as former,
         (f.lent - got.principal)::bigint as "principalLeft",
         recorded.loan_id is not null as disbursed, coalesce(recorded.written_off, false) as "writtenOff",
         coalesce(recorded.restructured, false) as restructured, recorded.last_due as "lastDue",
         case when recorded.written_off then 0 else ${recordedDaysLate} end as "daysLate",
         case when not recorded.written_off then recorded.next_due end as "nextDue",
         got.interest as "interestReceived", got.penalty as "penaltyReceived", got.tax as "taxWithheld",
         coalesce(s.principal[recorded.next_no - s.first_no + 1] - got.next_principal, 0)::bigint as "nextPrincipal",
         coalesce(s.interest[recorded.next_no - s.first_no + 1] - got.next_interest, 0)::bigint as "nextInterest",
         coalesce(s.interest[recorded.next_no - s.first_no + 1], 0)::bigint as "nextInterestInAll",
         got.next_tax as "nextTaxWithheld",
         coalesce((select x.rate_ppm from lender_tax_status x where x.lender_id = $3 and x.kept_at < $1
                    order by x.version desc limit 1), 0) as "taxRatePpm"
    from batch f
    join loan l on l.id = f.loan_id join loan_type t on t.id = l.loan_type_id join borrower b on b.id = l.borrower_id
    left join recorded on recorded.loan_id = f.loan_id
    left join lateral (
      select t.version, t.interest, t.tenor, t.tenor_period from restructuring_record t
       where recorded.restructured and t.loan_id = f.loan_id and t.created_at < $1
         and not exists (select from reversal r where r.kind = 'RESTRUCTURING' and r.of_id = t.loan_id || '/' || t.version
                            and r.created_at < $1)
       order by t.version desc limit 1) fresh on true
    left join funding_schedule s on s.lender_id = f.origin_lender and s.funding_id = f.id
     and recorded.next_no between s.first_no and s.first_no + cardinality(s.principal) - 1
   cross join lateral (
     select coalesce(sum(r.principal), 0)::bigint as principal,
            coalesce(sum(r.interest) filter (where r.lender_id = $3), 0)::bigint as interest,
            coalesce(sum(r.penalty) filter (where r.lender_id = $3), 0)::bigint as penalty,
            coalesce(sum(r.tax) filter (where r.lender_id = $3), 0)::bigint as tax,
            coalesce(sum(r.principal) filter (where r.no = recorded.next_no), 0)::bigint as next_principal,
            coalesce(sum(r.interest) filter (where r.no = recorded.next_no), 0)::bigint as next_interest,
            coalesce(sum(r.tax) filter (where r.no = recorded.next_no), 0)::bigint as next_tax
       from lender_repayment r
      where r.lender_id = any(f.holders) and r.funding_id = f.id
        and r.payment_id not in (select id from payment where later)
   ) got
   where recorded.loan_id is null
      or recorded.next_no is not null and (not recorded.written_off or f.lent > got.principal)
   order by f.place`

/**
 * The positions of a lender at the end of a day as recorded by then, the oldest funding first. All ids are read first,
 * in 16 bytes each, then the data in batches ahead of the caller. A past day always gives the same result.
 */
export async function* positionsOn(
  db: Queryable,
  lenderId: number,
  day: BusinessDate,
): AsyncGenerator<Position> {
  const until = startOfDay(addDays(day, 1))
  const { ids } = await one<{ ids: Buffer }>(db, 'reports.portfolio-report.held', held, [lenderId, until])
  const asked = { lenderId, day, until }
  for await (const found of readAhead(batchesOf(db, ids, asked), batchesAtOnce)) yield* found
}

type Asked = { lenderId: number; day: BusinessDate; until: Date }

function* batchesOf(db: Queryable, ids: Buffer, asked: Asked): Generator<Promise<Position[]>> {
  for (const some of unpacked(ids, batch)) yield readBatch(db, some, asked)
}

async function readBatch(
  db: Queryable,
  ids: readonly string[],
  { lenderId, day, until }: Asked,
): Promise<Position[]> {
  // Unnamed, so that the planner sees the number of requested fundings; a generic plan is several times slower.
  const { rows: found } = await db.query<Row>({ text: rows, values: [until, day, lenderId, ids] })
  const worst = await groupedQuality(db, new Set(found.map(({ borrowerId }) => borrowerId)), { day, until })
  return found.map((row) => toPosition(row, worst.get(row.borrowerId)))
}

function toPosition(row: Row, worst: number | undefined): Position {
  const { borrowerId: _, disbursed, writtenOff, restructured: _restructured, ...rest } = row
  const { nextPrincipal, nextInterest, nextInterestInAll, nextTaxWithheld, taxRatePpm, ...shown } = rest
  const tax = Math.max(0, taxOn(nextInterestInAll, taxRatePpm) - nextTaxWithheld)
  return {
    ...shown,
    status: statusOf(row),
    quality: disbursed && !writtenOff ? qualityOf(Math.max(row.daysLate, worst ?? 0)) : null,
    nextAmount: row.nextDue === null ? null : nextPrincipal + Math.max(0, nextInterest - tax),
  }
}

function statusOf({ disbursed, writtenOff, restructured, daysLate }: Row): PositionStatus {
  if (!disbursed) return 'FUNDED'
  if (writtenOff) return 'WRITTEN_OFF'
  if (daysLate > 0) return 'LATE'
  return restructured ? 'RESTRUCTURE' : 'ACTIVE'
}
