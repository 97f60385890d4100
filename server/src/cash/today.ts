import { daysBetween } from '@pematang/contract/format/business-date'
import {
  borrowerSuspenseList,
  conflictList,
  differenceList,
  disbursementList,
  suspenseList,
  withdrawalList,
} from './actions/lists.ts'
import { type AccountKind, businessToday, clearingPositions } from '../books/index.ts'
import type { Context } from '../context.ts'
import { many, one } from '../platform/db/database.ts'
import type { TodayFigure, TodayLine } from '../platform/today-line.ts'
import { sum } from '../platform/sum.ts'
import { estatesWithCash } from './estate/store.ts'
import { taxPeriods } from './tax/payable.ts'
import { everyIdleCash } from './withdrawal/idle-cash/idle-cash.ts'

type Waiting = { count: number; amount: number; since: Date | null; late: boolean }
type WaitingOf = Waiting & { of: string }

const asFigure = <Row extends { late: boolean }>({ late, ...row }: Row) => ({ ...row, red: late })

export const today = {
  bankBalances: {
    id: 'Saldo setiap bank dikurangi pembukuan (di bawah nol: kurang)',
    see: 'ledger escrow',
    read: async (db) => {
      const rows = await many<Omit<WaitingOf, 'count'>>(
        db,
        'cash.bank_balances_today',
        `select case method when 1 then 'BNI' else 'OTHER' end as of, amount - expected as amount, checked_at as since,
                amount < expected or checked_at < app_now() - interval '1 day' as late
           from unnest(array[1, 2]) as bank (method)
          cross join lateral (select * from bank_balance_check where method_payment = method
                               order by checked_at desc limit 1) newest
          order by method`,
      )
      return rows.map(asFigure)
    },
  },
  reconciliation: {
    id: 'Hari terakhir yang direkonsiliasi dengan setiap bank',
    see: 'bank lines',
    read: async (db, { config }) => {
      const rows = await many<{ of: string; until: string; late: boolean }>(
        db,
        'cash.reconciliation_today',
        `select case method_payment when 1 then 'BNI' else 'OTHER' end as of, max(day) as until,
                max(day) < business_day(app_now() - ($1 + 1) * interval '1 hour') - 1 as late
           from bank_reconciliation group by method_payment order by method_payment`,
        [config.DAY_CLOSE_AFTER_HOURS],
      )
      return rows.map(asFigure)
    },
  },
  differences: {
    id: 'Selisih terbuka dengan setiap bank',
    see: 'bank differences',
    actions: ['resolveBankDifference'],
    list: differenceList,
    read: async (db) => {
      const rows = await many<Omit<WaitingOf, 'late'>>(
        db,
        'cash.differences_today',
        `select case method_payment when 1 then 'BNI' else 'OTHER' end as of, count(*) as count, min(found_at) as since,
                sum(abs(coalesce(theirs, 0) - coalesce(ours, 0)))::bigint as amount
           from bank_difference where ended_at is null group by method_payment order by method_payment`,
      )
      return rows.map((row) => ({ ...row, red: true }))
    },
  },
  suspense: {
    id: 'Pembayaran yang belum teridentifikasi, per alasan',
    see: 'deposits suspense',
    actions: ['assignSuspense', 'returnSuspense', 'reverseTopUp'],
    list: suspenseList,
    read: async (db) => {
      const rows = await many<WaitingOf>(
        db,
        'cash.suspense_today',
        `select s.reason as of, count(*) as count, sum(p.amount)::bigint as amount, min(s.created_at) as since,
                min(s.created_at) < app_now() - interval '1 day' as late
           from bank_suspense s join bank_payment p on p.id = s.payment_id
          where s.ended_at is null group by s.reason order by s.reason`,
      )
      return rows.map(asFigure)
    },
  },
  borrowerSuspense: {
    id: 'Pembayaran Penerima Dana yang tidak cocok dengan pinjaman mana pun',
    see: 'bank suspense',
    actions: ['assignBorrowerPayment', 'returnBorrowerPayment'],
    list: borrowerSuspenseList,
    read: async (db) => [
      asFigure(
        await one<Waiting>(
          db,
          'cash.borrower_suspense_today',
          `select count(*) as count, coalesce(sum(amount), 0)::bigint as amount, min(created_at) as since,
                  coalesce(min(created_at) < app_now() - interval '1 day', false) as late
             from borrower_payment_now where state = 'WAITS'`,
        ),
      ),
    ],
  },
  conflicts: {
    id: 'Pemberitahuan pembayaran yang bertentangan',
    see: 'deposits conflicts',
    actions: ['resolveConflict'],
    list: conflictList,
    read: async (db) => {
      const open = await one<Omit<Waiting, 'late'>>(
        db,
        'cash.conflicts_today',
        `select count(*) as count, coalesce(sum(amount), 0)::bigint as amount, min(told_at) as since
           from bank_conflict c where not exists (select from bank_conflict_end e where e.conflict_id = c.id)`,
      )
      return [{ ...open, red: open.count > 0 }]
    },
  },
  withdrawals: {
    id: 'Penarikan dana yang belum selesai, per status',
    see: 'withdrawals open',
    actions: ['stopWithdrawal', 'returnWithdrawal', 'settleByLine'],
    list: withdrawalList,
    read: async (db) => {
      const rows = await many<WaitingOf>(
        db,
        'cash.withdrawals_today',
        `select state as of, count(*) as count, sum(asked)::bigint as amount, min(created_at) as since,
                min(created_at) < app_now() - interval '1 day' as late
           from withdrawal where ended_at is null group by state order by state`,
      )
      return rows.map(asFigure)
    },
  },
  disbursements: {
    id: 'Pembayaran kepada Penerima Dana yang dipesan dan belum ada di mutasi bank, per status',
    see: 'disbursements open',
    actions: ['stopDisbursement'],
    list: disbursementList,
    read: async (db, { config }) => {
      const rows = await many<WaitingOf>(
        db,
        'cash.disbursements_today',
        `select state as of, count(*) as count, sum(amount)::bigint as amount, min(created_at) as since,
                min(created_at) < app_now() - $1 * interval '1 day' as late
           from disbursement_order where ended_at is null group by state order by state`,
        [config.BANK_LINE_DAYS],
      )
      return rows.map(asFigure)
    },
  },
  idleCash: {
    id: 'Dana siaga yang melewati dua hari kerja',
    see: 'lenders idle-cash --late',
    actions: ['returnIdleCash'],
    hourly: true,
    read: async (_, context) => {
      const late = { count: 0, amount: 0 }
      for await (const { layers } of everyIdleCash(context)) {
        const amount = sum(layers.map((layer) => (layer.late ? layer.amount : 0)))
        if (amount === 0) continue
        late.count += 1
        late.amount += amount
      }
      return [{ ...late, red: late.count > 0 }]
    },
  },
  estates: {
    id: 'Dana Pemberi Dana yang wafat dan belum dibayarkan kepada ahli waris',
    see: 'lenders estate list',
    actions: ['payHeirs'],
    read: async (db) => {
      const waiting = (await estatesWithCash(db)).filter(({ free }) => free > 0)
      const since = waiting.map(({ recordedAt }) => recordedAt)
      const amount = sum(waiting.map(({ free }) => free))
      return [{ count: waiting.length, amount, since: since[0] ?? null, red: waiting.length > 0 }]
    },
  },
  tax: {
    id: 'Pajak yang dipotong dan belum disetor, per masa pajak',
    see: 'tax list',
    actions: ['payOutClearing'],
    hourly: true,
    read: async (db, { config }) => {
      const [day, periods] = [await businessToday(db), await taxPeriods(db, config.BANK_HOLIDAYS)]
      return periods
        .filter(({ payable }) => payable > 0)
        .map(({ period, payable, dueOn }) => ({
          of: period,
          amount: payable,
          until: dueOn,
          red: daysBetween(day, dueOn) <= taxDays,
        }))
    },
  },
  clearing: {
    id: 'Dana lain yang menunggu dibayarkan, dikembalikan, atau ditagih, per akun',
    see: 'ledger accounts',
    actions: ['payOutClearing'],
    hourly: true,
    read: async (db) =>
      (await clearingPositions(db, ownLines))
        .filter(({ open }) => open > 0)
        .map(
          ({ kind, open, balance, since }): TodayFigure => ({
            of: kind,
            count: open,
            amount: Math.abs(Number(balance)),
            since,
            red: false,
          }),
        ),
  },
} satisfies Record<string, TodayLine<Context>>

/** Tax that is due within these days is red. */
const taxDays = 3

/** Accounts that have a line of their own. */
const ownLines = new Set<AccountKind>(['TAX_PAYABLE', 'SUSPENSE', 'BORROWER_SUSPENSE'])
