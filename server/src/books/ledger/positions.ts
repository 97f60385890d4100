import { many, type Queryable } from '../../platform/db/database.ts'
import { cutPage, type Page } from '../../platform/pages.ts'
import { type AccountKind, chart } from './accounts.ts'

/**
 * Total debits and credits of an account kind, in whole rupiah; `balance` is credit less debit. Sums over many accounts
 * may be beyond 2^53-1, so they are bigints.
 */
export type TrialLine = {
  kind: AccountKind
  accounts: number
  debit: bigint
  credit: bigint
  balance: bigint
}

/** SQL for every transfer as two movements: negative on the debited and positive on the credited account. */
const everyMovement = `
  select credit_account as account, id, amount, created_at from transfer
   union all select debit_account, id, -amount, created_at from transfer`

/** The trial balance: every account kind at this moment. All transfers are read. */
export async function trialBalance(db: Queryable): Promise<TrialLine[]> {
  const rows = await many<
    Omit<TrialLine, 'debit' | 'credit' | 'balance'> & Record<'debit' | 'credit', string>
  >(
    db,
    'books.ledger.trial_balance',
    `with movement as (${everyMovement}), moved as (
       select account, coalesce(sum(-amount) filter (where amount < 0), 0) as debit,
              coalesce(sum(amount) filter (where amount > 0), 0) as credit
         from movement group by account
     )
     select a.kind, count(*)::integer as accounts, coalesce(sum(m.debit), 0)::text as debit,
            coalesce(sum(m.credit), 0)::text as credit
       from account a left join moved m on m.account = a.id group by a.kind`,
  )
  const byKind = new Map(
    rows.map(({ kind, accounts, ...sums }): [AccountKind, TrialLine] => {
      const [debit, credit] = [BigInt(sums.debit), BigInt(sums.credit)]
      return [kind, { kind, accounts, debit, credit, balance: credit - debit }]
    }),
  )
  const none = { accounts: 0, debit: 0n, credit: 0n, balance: 0n }
  return kinds.map((kind) => byKind.get(kind) ?? { kind, ...none })
}

export const kinds = Object.keys(chart) as AccountKind[]

/**
 * SQL for the accounts whose balance is not zero, with the date of their oldest open item by first in, first out: the
 * newest movements that add up to the balance are open. $1 are the account kinds: the accounts of lenders have nearly
 * all movements, and take the longest.
 */
const openAccounts = `
  asked as materialized (select id from account where kind = any($1::text[])),
  movement as (select * from (${everyMovement}) every_one where account in (select id from asked)),
  nonzero as (
    select account, sum(amount) as balance from movement group by account having sum(amount) <> 0
  ), side as (
    select m.account, s.balance, m.created_at, abs(m.amount) as amount,
           sum(abs(m.amount)) over (partition by m.account order by m.created_at desc, m.id desc) as through
      from movement m join nonzero s using (account) where sign(m.amount) = sign(s.balance)
  ), open as (
    select account, balance, min(created_at) as since from side where through - amount < abs(balance)
     group by account, balance
  )`

/** The open items of an account kind; amounts in whole rupiah. */
export type KindPosition = {
  kind: AccountKind
  /** Number of accounts whose balance is not zero. */
  open: number
  balance: bigint
  held: bigint
  /** The time of the oldest open item; null when none is open. */
  since: Date | null
  age: number | null
}

/** The balance of every account kind, or of these, with its age. All transfers are read. */
export async function kindPositions(
  db: Queryable,
  wanted: readonly AccountKind[] = kinds,
): Promise<KindPosition[]> {
  const rows = await many<Omit<KindPosition, 'balance' | 'held'> & Record<'balance' | 'held', string>>(
    db,
    'books.ledger.kind_positions',
    `with ${openAccounts}
     select a.kind, count(o.account)::integer as open, coalesce(sum(o.balance), 0)::text as balance,
            sum(a.held)::text as held, min(o.since) as since,
            business_day(app_now()) - business_day(min(o.since)) as age
       from account a left join open o on o.account = a.id where a.kind = any($1) group by a.kind`,
    [wanted],
  )
  const byKind = new Map(
    rows.map((row) => [row.kind, { ...row, balance: BigInt(row.balance), held: BigInt(row.held) }]),
  )
  const none = { open: 0, balance: 0n, held: 0n, since: null, age: null }
  return kinds.filter((kind) => wanted.includes(kind)).map((kind) => byKind.get(kind) ?? { kind, ...none })
}

/** Accounts whose money waits to be paid out or assigned. */
const clearingKinds: readonly AccountKind[] = [
  'BORROWER_EXCESS',
  'TAX_PAYABLE',
  'TAX_RECEIVABLE',
  'PLATFORM_FEE',
  'PLATFORM_FEE_RECEIVABLE',
  'ROUNDING',
  'TRANSFER_FEE',
  'TRANSFER_FEE_RECEIVABLE',
  'PLATFORM_CASH',
  'LENDER_RECEIVABLE',
  'SUSPENSE',
  'BORROWER_SUSPENSE',
]

/** The positions of the clearing accounts, but for some. All transfers are read. */
export const clearingPositions = (
  db: Queryable,
  without: ReadonlySet<AccountKind> = new Set(),
): Promise<KindPosition[]> =>
  kindPositions(
    db,
    clearingKinds.filter((kind) => !without.has(kind)),
  )

/** One account whose balance is not zero. */
export type OpenPosition = { ownerId: number; balance: bigint; since: Date; age: number }

/** The accounts of a kind whose balance is not zero, by owner; only owners above `after` when it is given. */
export async function openPositions(
  db: Queryable,
  kind: AccountKind,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<OpenPosition>> {
  const rows = await many<Omit<OpenPosition, 'balance'> & { balance: string }>(
    db,
    'books.ledger.open_positions',
    `with ${openAccounts}
     select a.owner_id as "ownerId", o.balance::text as balance, o.since, business_day(app_now()) - business_day(o.since) as age
       from open o join account a on a.id = o.account
      where $2::bigint is null or a.owner_id > $2 order by a.owner_id limit $3`,
    [[kind], after ?? null, limit + 1],
  )
  const open = rows.map((row) => ({ ...row, balance: BigInt(row.balance) }))
  return cutPage(open, limit, ({ ownerId }) => String(ownerId))
}
