import { many, one, type Queryable, run } from '../../platform/db/database.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { SubjectKind, Subjects } from './subjects.ts'

/**
 * The start and end of a day in Jakarta, the time since which the withdrawals paid on it were pending, and the first
 * day ever compared with this bank: earlier lines are not examined.
 */
export function spanOf(
  db: Queryable,
  methodPayment: 1 | 2,
  day: BusinessDate,
): Promise<{ begin: Date; end: Date; since: Date; first: Date }> {
  return one(
    db,
    'cash.reconciliation.span',
    `select d.begin, d.begin + interval '1 day' as end,
            greatest(least(d.begin - interval '3 days',
              (select min(sent_at) from withdrawal w where w.method_payment = $1 and w.sent_at is not null and w.state = 'PAID'
                  and w.ended_at >= d.begin and w.ended_at < d.begin + interval '1 day')),
              d.begin - interval '31 days') as since,
            least(d.begin, (select min(day) from bank_reconciliation where method_payment = $1)::timestamp
                             at time zone 'Asia/Jakarta') as first
       from (select $2::date::timestamp at time zone 'Asia/Jakarta' as begin) d`,
    [methodPayment, day],
  )
}

/** The end of the last day compared with a bank (the epoch if none), and today's business day. */
export const comparedUntil = (
  db: Queryable,
  methodPayment: 1 | 2,
): Promise<{ until: Date; today: BusinessDate }> =>
  one(
    db,
    'cash.reconciliation.until',
    `select coalesce((max(day) + 1)::timestamp at time zone 'Asia/Jakarta', 'epoch') as until,
            business_day(app_now())::text as today
       from bank_reconciliation where method_payment = $1`,
    [methodPayment],
  )

type Day = { methodPayment: 1 | 2; bank: string; begin: Date; end: Date; since: Date; first: Date }

/**
 * The subjects to compare for a day: withdrawals paid on it, payments that the bank or an operator reported the day
 * before, other movements that must be listed since this day, and the subjects of statement lines up to its end.
 */
export async function subjectsOf(
  tx: Queryable,
  day: Day & { loansThrough: 1 | 2; dueBefore: Date },
): Promise<Subjects> {
  const { methodPayment, bank, begin, end, since, first, loansThrough, dueBefore } = day
  const named = await many<{ kind: SubjectKind; name: string }>(
    tx,
    'cash.reconciliation.subjects',
    `with line as (
       select l.id, w.id as withdrawal_id, l.payment_request_id from bank_line l
         left join withdrawal w on w.id = l.withdrawal_id and w.method_payment = l.method_payment
        where l.method_payment = $1 and l.at >= greatest($5::timestamptz, $6::timestamptz) and l.at < $4
     )
     select distinct case when withdrawal_id is not null then 'withdrawals'
                          when payment_request_id is not null then 'payments' else 'lines' end as kind,
            coalesce(withdrawal_id::text, payment_request_id, id::text) as name from line
     union
     select case when m.withdrawal_id is not null then 'withdrawals' else 'payments' end,
            coalesce(m.withdrawal_id::text, m.payment_request_id)
       from bank_line_match m join line on line.id = m.line_id
     union
     select 'withdrawals', id::text from withdrawal
      where method_payment = $1 and sent_at is not null and state = 'PAID' and ended_at >= $3 and ended_at < $4
     union
     select 'payments', bank_name_of(payment_request_id) from bank_payment
      where bank = $2 and told_by <> 'STATEMENT' and told_at >= $3::timestamptz - interval '1 day' and told_at < $3
        and not exists (select from bank_conflict_end e where e.payment_id = bank_payment.id)
     union
     select 'payments', payment_request_id from bank_payment_notice
      where bank = $2 and told_at >= $3::timestamptz - interval '1 day' and told_at < $3
     union
     select 'payments', bank_name_of(p.payment_request_id) from bank_suspense s join bank_payment p on p.id = s.payment_id
      where p.bank = $2 and s.return_reference is not null
        and s.ended_at >= $7::timestamptz - interval '1 day' and s.ended_at < $7
     union
     select 'transfers', name from bank_movement
      where coalesce(method_payment, $8::int) = $1 and created_at >= $6
        and created_at >= $7::timestamptz - interval '1 day' and created_at < $7`,
    [methodPayment, bank, begin, end, since, first, dueBefore, loansThrough],
  )
  const of = (kind: SubjectKind) => named.filter((row) => row.kind === kind).map(({ name }) => name)
  return {
    withdrawals: of('withdrawals'),
    payments: of('payments'),
    transfers: of('transfers'),
    lines: of('lines'),
  }
}

/** Number and sum of a day's outgoing transfers and incoming payments by the statement, whole rupiah. */
export type DaySums = { transfers: number; amount: number; payments: number; received: number }

export function sumsOf(
  tx: Queryable,
  { methodPayment, begin, end }: Pick<Day, 'methodPayment' | 'begin' | 'end'>,
): Promise<DaySums> {
  return one(
    tx,
    'cash.reconciliation.sums',
    `select count(*) filter (where type = 'DEBIT') as transfers,
            coalesce(sum(amount) filter (where type = 'DEBIT'), 0)::bigint as amount,
            count(*) filter (where type = 'CREDIT') as payments,
            coalesce(sum(amount) filter (where type = 'CREDIT'), 0)::bigint as received
       from bank_line where method_payment = $1 and at >= $2 and at < $3 and gone_at is null`,
    [methodPayment, begin, end],
  )
}

export async function recordDay(
  tx: Queryable,
  done: {
    methodPayment: 1 | 2
    day: BusinessDate
    transfers: number
    amount: number
    differences: readonly object[]
  },
): Promise<void> {
  await run(
    tx,
    'cash.reconciliation.record_day',
    `insert into bank_reconciliation (method_payment, day, transfers, amount, differences) values ($1, $2, $3, $4, $5)
     on conflict (method_payment, day) do update
       set transfers = excluded.transfers, amount = excluded.amount,
           differences = bank_reconciliation.differences || excluded.differences, compared_at = app_now()`,
    [done.methodPayment, done.day, done.transfers, done.amount, JSON.stringify(done.differences)],
  )
}

/**
 * The days that ended at least so many hours ago and were not compared with this bank since then, beginning with its
 * first transfer or payment. A manual comparison made too early does not count.
 */
export async function openDays(
  db: Queryable,
  { methodPayment, bank, hoursAfter }: { methodPayment: 1 | 2; bank: string; hoursAfter: number },
): Promise<BusinessDate[]> {
  const rows = await many<{ day: BusinessDate }>(
    db,
    'cash.reconciliation.open_days',
    `select past.day::date::text as day from generate_series(
         business_day(least((select min(sent_at) from withdrawal where method_payment = $1),
                            (select min(sent_at) from disbursement_order where method_payment = $1),
                            (select min(told_at) from bank_payment where bank = $3))),
         business_day(app_now() - $2 * interval '1 hour') - 1, interval '1 day') as past (day)
      where not exists (
        select from bank_reconciliation r
         where r.method_payment = $1 and r.day = past.day::date
           and r.compared_at >= ((r.day + 1)::timestamp at time zone 'Asia/Jakarta') + $2 * interval '1 hour')
      order by past.day limit 31`,
    [methodPayment, hoursAfter, bank],
  )
  return rows.map(({ day }) => day)
}
