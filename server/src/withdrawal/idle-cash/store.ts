import { many, type Queryable } from '../../platform/db/database.ts'
import type { BusinessDate } from '../../servicing/schedule/index.ts'
import type { Arrival } from './layers.ts'

/** Idle cash of one pocket of a lender with what came in to it, the newest day first, as far back as it goes. */
export type IdlePocket = {
  account: number
  lenderId: number
  phone: string
  name: string
  idle: number
  arrivals: Arrival[]
  today: BusinessDate
}

type Row = Omit<IdlePocket, 'arrivals'> & Arrival

/** Walks from the newest arrival of each pocket back until they cover what is idle, by the index alone. */
const walked = `
  walk as (
    select p.id, p.owner_id, p.idle, t.credit_seq, t.amount, t.created_at, t.amount as total
      from pocket p cross join lateral (
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
    join lender l on l.id = w.owner_id order by w.id, w.day desc`

const isIdle = `kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL') and balance > held`

/** The idle pockets of one lender. */
export async function idlePocketsOf(db: Queryable, lenderId: number): Promise<IdlePocket[]> {
  const rows = await many<Row>(
    db,
    'idle_cash.of_lender',
    `with recursive pocket as (
       select id, owner_id, balance - held as idle from account where owner_id = $1 and ${isIdle}
     ), ${walked}`,
    [lenderId],
  )
  return gather(rows)
}

/** Idle pockets of all lenders whose account id is above `after`, in the order of these ids. */
export async function idlePockets(db: Queryable, after: number, limit: number): Promise<IdlePocket[]> {
  const rows = await many<Row>(
    db,
    'idle_cash.page',
    `with recursive pocket as (
       select id, owner_id, balance - held as idle from account where id > $1 and ${isIdle} order by id limit $2
     ), ${walked}`,
    [after, limit],
  )
  return gather(rows)
}

function gather(rows: readonly Row[]): IdlePocket[] {
  const pockets = new Map<number, IdlePocket>()
  for (const { day, amount, ...row } of rows) {
    const pocket = pockets.get(row.account) ?? { ...row, arrivals: [] }
    pocket.arrivals.push({ day, amount })
    pockets.set(row.account, pocket)
  }
  return [...pockets.values()]
}
