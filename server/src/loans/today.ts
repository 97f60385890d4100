import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../context.ts'
import { filesSinceYesterday } from '../platform/audit/operator-entries.ts'
import { many, one, type Queryable } from '../platform/db/database.ts'
import type { TodayFigure, TodayLine } from '../platform/today-line.ts'
import { formatShare, tkbs } from './credit-quality/buckets.ts'
import { newestClosedDays } from './credit-quality/closed-days.ts'
import { payOutBy } from './offers/pay-out-by.ts'
import { useUntil } from './terms/passed-vote.ts'

export const today = {
  closedDay: {
    id: 'Hari terakhir yang ditutup',
    see: 'days list',
    read: async (db, { config }) => {
      const { until, late } = await one<{ until: BusinessDate | null; late: boolean }>(
        db,
        'loans.closed_day_today',
        `select max(date) as until,
                case when max(date) is null then exists (select from loan_servicing)
                     else max(date) < business_day(app_now() - ($1 + 1) * interval '1 hour') - 1 end as late
           from day_close`,
        [config.DAY_CLOSE_AFTER_HOURS],
      )
      return [{ until, red: late }]
    },
  },
  outstanding: {
    id: 'Pinjaman berjalan pada akhir hari terakhir yang ditutup',
    see: 'days list',
    tells: true,
    read: (db) =>
      ofClosedDays(db, ({ loans, figures }) => [{ values: { count: loans, amount: figures.total } }]),
  },
  tkb: {
    id: 'Tingkat keberhasilan bayar hari terakhir yang ditutup',
    see: 'tkb show',
    read: (db) =>
      ofClosedDays(db, ({ figures }) =>
        Object.entries(tkbs(figures)).map(([of, share]) => ({ of, values: { share: formatShare(share) } })),
      ),
  },
  people: {
    id: 'Pemberi Dana terdaftar dan Penerima Dana dengan pinjaman berjalan, hari terakhir yang ditutup',
    see: null,
    tells: true,
    read: (db) =>
      ofClosedDays(db, ({ lenders, borrowers }) =>
        Object.entries({ 'Pemberi Dana': lenders, 'Penerima Dana': borrowers }).flatMap(([of, count]) =>
          count === null ? [] : [{ of, values: { count } }],
        ),
      ),
  },
  dueToday: {
    id: 'Angsuran yang jatuh tempo hari ini dan belum dibayar',
    see: 'loans list --due-on today',
    hourly: true,
    read: async (db) => {
      const due = await one<{ count: number; amount: number }>(
        db,
        'loans.due_today',
        `select count(*) as count,
                coalesce(sum(principal + interest - principal_paid - interest_paid), 0)::bigint as amount
           from installment
          where superseded_on is null and principal_paid + interest_paid < principal + interest
            and due_date = business_day(app_now())`,
      )
      return [{ ...due, red: false }]
    },
  },
  lateFrom: {
    id: 'Pinjaman yang hari ini terlambat 1, 31, 61, atau 91 hari',
    see: 'loans list --late',
    read: async (db) => {
      const rows = await many<{ of: string; count: number; amount: number }>(
        db,
        'loans.late_from_today',
        `select (business_day(app_now()) - due_date)::text as of, count(*) as count, sum(s.principal_due)::bigint as amount
           from (select distinct due_date, loan_id from installment
                  where superseded_on is null and principal_paid + interest_paid < principal + interest
                    and due_date = any(array[business_day(app_now()) - 1, business_day(app_now()) - 31,
                                             business_day(app_now()) - 61, business_day(app_now()) - 91])) i
          cross join lateral (
            select s.principal_due from repayment_record r join loan_servicing s on s.loan_id = r.loan_id
             where r.loan_id = i.loan_id and r.oldest_due = i.due_date and r.standing <> 'WRITTEN_OFF' offset 0) s
          group by due_date order by due_date desc`,
      )
      return rows.map((row) => ({ ...row, red: row.of === '91' }))
    },
  },
  toPayOut: {
    id: 'Pinjaman yang harus dicairkan, dan batas waktu pertama',
    see: 'loans list --ready',
    read: async (db) => {
      const { late, ...ready } = await one<Ending>(
        db,
        'loans.to_pay_out_today',
        // "offset 0" keeps the deadline of a loan from being read once for each use.
        `select count(*) as count, coalesce(sum(funded), 0)::bigint as amount, min(pay_out_by) as until,
                coalesce(min(pay_out_by) <= business_day(app_now()) + 1, false) as late
           from (select p.funded, ${payOutBy} as pay_out_by
                   from loan_position p left join offer_rule r on r.loan_id = p.loan_id
                  where p.status = 'FUNDED' offset 0) ready`,
      )
      return [{ ...ready, red: late }]
    },
  },
  offersEnding: {
    id: 'Penawaran yang berakhir paling lambat besok, dengan bagian yang sudah didanai',
    see: 'loans list --state OFFERED',
    read: async (db) => {
      const { funded, ...ending } = await one<Omit<Ending, 'late'> & { funded: number }>(
        db,
        'loans.offers_ending_today',
        `select count(*) as count, coalesce(sum(total), 0)::bigint as amount, min(offer_until) as until,
                coalesce(sum(funded), 0)::bigint as funded
           from loan_position where status = 'OFFERED'
            and offer_until between business_day(app_now()) and business_day(app_now()) + 1`,
      )
      return [
        {
          ...ending,
          ...(ending.count > 0 && {
            share: formatShare({ numerator: funded, denominator: ending.amount }),
          }),
          red: false,
        },
      ]
    },
  },
  offersOver: {
    id: 'Penawaran yang sudah berakhir dan belum penuh',
    see: 'loans list --unfilled',
    actions: ['extendOffer', 'cancelLoan'],
    read: async (db) => {
      const { late, ...over } = await one<Ending>(
        db,
        'loans.offers_over_today',
        `select count(*) as count, coalesce(sum(total), 0)::bigint as amount, min(offer_until) as until,
                coalesce(min(offer_until) < business_day(app_now()) - 1, false) as late
           from loan_position where status = 'OFFERED' and offer_until < business_day(app_now())`,
      )
      return [{ ...over, red: late }]
    },
  },
  votesPassed: {
    id: 'Pemungutan suara yang disetujui dan menunggu ketentuan barunya dicatat, dan sampai kapan dapat dicatat',
    see: 'loans vote list',
    actions: ['restructureLoan'],
    read: async (db) => {
      const { late, ...passed } = await one<Ending & { since: Date | null }>(
        db,
        'loans.votes_passed_today',
        `select count(*) as count, coalesce(sum(v.principal), 0)::bigint as amount, min(v.ended_at) as since,
                business_day(min(${useUntil})) as until,
                coalesce(bool_or(v.agreed_on <= business_day(app_now())), false) as late
           from loan_vote v where v.state = 'PASSED'`,
      )
      return [{ ...passed, red: late }]
    },
  },
  votesOverdue: {
    id: 'Pemungutan suara yang waktunya habis dan belum dihitung',
    see: 'loans vote list',
    read: async (db) => {
      const overdue = await one<{ count: number; since: Date | null }>(
        db,
        'loans.votes_overdue_today',
        `select count(*) as count, min(ends_at) as since from loan_vote
          where state = 'OPEN' and ends_at < app_clock() - interval '10 minutes'`,
      )
      return [{ ...overdue, red: overdue.count > 0 }]
    },
  },
  repaymentFiles: {
    id: 'Pembayaran Penerima Dana yang dicatat per berkas sejak kemarin, dan baris yang ditolak',
    see: 'audit search --operation importRepayments',
    read: async (db) =>
      (await filesSinceYesterday(db, 'importRepayments')).flatMap(({ file, taken, refused, amount, at }) => [
        { of: file, count: taken, amount, since: at, red: false },
        ...(refused > 0 ? [{ of: `${file} (ditolak)`, count: refused, since: at, red: true }] : []),
      ]),
  },
} satisfies Record<string, TodayLine<Context>>

type Ending = { count: number; amount: number; until: BusinessDate | null; late: boolean }

type Closed = Awaited<ReturnType<typeof newestClosedDays>>[number]

async function ofClosedDays(
  db: Queryable,
  read: (day: Closed) => { of?: string; values: NonNullable<TodayFigure['before']> }[],
): Promise<TodayFigure[]> {
  const [last, before] = await newestClosedDays(db)
  if (!last) return []
  const known = before ? read(before) : []
  return read(last).map(({ of, values }) => {
    const former = known.find((earlier) => earlier.of === of)
    return {
      ...(of !== undefined && { of }),
      ...values,
      ...(former && { before: former.values }),
      red: false,
    }
  })
}
