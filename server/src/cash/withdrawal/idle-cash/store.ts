import { many, type Queryable } from '../../../platform/db/database.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Arrival } from './layers.ts'

/** Idle cash of one cash account, with the arrivals that cover it, newest day first. */
export type IdleAccount = {
  account: number
  lenderId: number
  phone: string
  name: string
  idle: number
  arrivals: Arrival[]
  today: BusinessDate
}

type Row = Omit<IdleAccount, 'arrivals'> & Arrival

/**
 * SQL that reads the arrivals of each account from the newest one back until they cover the idle cash; it only scans an
 * index. "offset 0" keeps the planner, which expects more arrivals, from reading all lenders once for each page.
 */
const walked = `
  walk as (
    select p.id, p.owner_id, p.idle, t.credit_seq, t.amount, t.created_at, t.amount as total
      from idle_account p cross join lateral (
        select credit_seq, amount, created_at from transfer
         where credit_account = p.id and credit_seq is not null order by credit_seq desc limit 1) t
    union all
    select w.id, w.owner_id, w.idle, t.credit_seq, t.amount, t.created_at, w.total + t.amount
      from walk w cross join lateral (
        select credit_seq, amount, created_at from transfer
         where credit_account = w.id and credit_seq < w.credit_seq order by credit_seq desc limit 1) t
     where w.total < w.idle
  )
  select w.id as account, l.id as "lenderId", l.phone, l.name, w.idle, w.day::text as day, w.amount,
         business_day(app_now())::text as today
    from (select id, owner_id, idle, business_day(created_at) as day, sum(amount)::bigint as amount from walk
           group by id, owner_id, idle, business_day(created_at)) w
    cross join lateral (select id, phone, name from lender where id = w.owner_id offset 0) l order by w.id, w.day desc`

const isIdle = `kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL') and balance > held`

export async function idleAccountsOf(db: Queryable, lenderId: number): Promise<IdleAccount[]> {
  const rows = await many<Row>(
    db,
    'cash.withdrawal.idle_cash_of_lender',
    `with recursive idle_account as (
       select id, owner_id, balance - held as idle from account where owner_id = $1 and ${isIdle}
     ), ${walked}`,
    [lenderId],
  )
  return groupByAccount(rows)
}

/** Idle cash accounts of all lenders with an id above `after`, by id. */
export async function listIdleAccounts(db: Queryable, after: number, limit: number): Promise<IdleAccount[]> {
  const rows = await many<Row>(
    db,
    'cash.withdrawal.idle_cash_page',
    `with recursive idle_account as (
       select id, owner_id, balance - held as idle from account where id > $1 and ${isIdle} order by id limit $2
     ), ${walked}`,
    [after, limit],
  )
  return groupByAccount(rows)
}

function groupByAccount(rows: readonly Row[]): IdleAccount[] {
  const accounts = new Map<number, IdleAccount>()
  for (const { day, amount, ...row } of rows) {
    const account = accounts.get(row.account) ?? { ...row, arrivals: [] }
    account.arrivals.push({ day, amount })
    accounts.set(row.account, account)
  }
  return [...accounts.values()]
}
