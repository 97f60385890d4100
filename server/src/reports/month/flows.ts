import type { BusinessDate } from '@pematang/contract/format/business-date'
import { one, type Queryable } from '../../platform/db/database.ts'
import type { ClosedMonth } from './closed-month.ts'

/** What moved on loans in a period, by value dates. Sums in whole rupiah. */
export type Flows = {
  disbursedLoans: number
  disbursed: number
  /** Loans that another system had paid out, by the day on which it did, with what was left of them. */
  openedLoans: number
  opened: number
  payments: number
  principal: number
  interest: number
  penalty: number
  fee: number
  writtenOffLoans: number
  writtenOff: number
  recoveries: number
  /** Principal, interest, penalty and fee paid after the write-off. */
  recovered: number
}

/** What moved from a day (or `-infinity`) to another, both included, as known before an instant. */
const flowsOf = (db: Queryable, from: BusinessDate, until: BusinessDate, knownBefore: Date): Promise<Flows> =>
  one<Flows>(
    db,
    'reports.month.flows',
    `with service as (
       select * from services_known($1::date, $2::timestamptz) where disbursed_on >= $3::date
     ), gone as (
       select * from write_offs_known($1, $2)
     ), payment as (
       select p.principal, p.interest, p.penalty, p.fee, case when p.reverses is null then 1 else -1 end as counts,
              -- What was paid on the day of the write-off before it is no recovery, nor is its reversal.
              coalesce(p.paid_on > g.written_off_on or p.paid_on = g.written_off_on
                         and coalesce((select r.created_at from loan_payment r where r.id = p.reverses), p.created_at)
                               >= g.created_at, false) as recovers
         from loan_payment p left join gone g on g.loan_id = p.loan_id
        where p.paid_on between $3 and $1 and p.created_at < $2
     ), paid as (
       select coalesce(sum(counts) filter (where not recovers), 0)::integer as payments,
              coalesce(sum(principal) filter (where not recovers), 0)::bigint as principal,
              coalesce(sum(interest) filter (where not recovers), 0)::bigint as interest,
              coalesce(sum(penalty) filter (where not recovers), 0)::bigint as penalty,
              coalesce(sum(fee) filter (where not recovers), 0)::bigint as fee,
              coalesce(sum(counts) filter (where recovers), 0)::integer as recoveries,
              coalesce(sum(principal + interest + penalty + fee) filter (where recovers), 0)::bigint as recovered
         from payment
     ), out as (
       select (count(*) filter (where not opened))::integer as "disbursedLoans",
              coalesce(sum(principal) filter (where not opened), 0)::bigint as disbursed,
              (count(*) filter (where opened))::integer as "openedLoans",
              coalesce(sum(principal) filter (where opened), 0)::bigint as opened
         from service
     ), lost as (
       select count(*)::integer as "writtenOffLoans", coalesce(sum(principal), 0)::bigint as "writtenOff"
         from gone where written_off_on >= $3
     )
     select paid.*, out.*, lost.* from paid, out, lost`,
    [until, knownBefore, from],
  )

/**
 * What moved in a month, what changed of earlier months since the report of the month before, and all up to its end. The
 * sum of a month is that of the month before with both. Changes of earlier months are null where the month before was
 * never closed.
 */
export type MonthFlows = { month: Flows; corrected: Flows | null; all: Flows }

export async function flowsOfMonth(
  db: Queryable,
  { first, last, knownBefore, before }: ClosedMonth,
): Promise<MonthFlows> {
  const month = await flowsOf(db, first, last, knownBefore)
  const all = await flowsOf(db, '-infinity', last, knownBefore)
  const told = before && (await flowsOf(db, '-infinity', before.last, before.knownBefore))
  const corrected = told && mapFlows(all, (value, name) => value - month[name] - told[name])
  return { month, corrected, all }
}

const mapFlows = (flows: Flows, change: (value: number, name: keyof Flows) => number): Flows =>
  Object.fromEntries(
    Object.entries(flows).map(([name, value]) => [name, change(value, name as keyof Flows)]),
  ) as Flows
