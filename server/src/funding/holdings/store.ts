import type { BusinessDate } from '@pematang/contract/format/business-date'
import { many, one, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'

/** Why a holding goes to another lender. Only an assignment is a decision of both, to which the limits apply. */
export const transferKinds = ['DEATH', 'COURT', 'MERGER', 'ASSIGNMENT'] as const
export type TransferKind = (typeof transferKinds)[number]

/** A funding of a disbursed loan with what it asked on a day, in whole rupiah. */
export type Holding = {
  fundingId: string
  loanId: number
  loanNumber: string
  borrowerName: string
  originLender: number
  principal: number
  interest: number
  /** Its last transfer that stands. */
  since: BusinessDate | null
}

/**
 * The holdings of a lender that asked for something on a day, in order of their ids.
 * @param loanNumbers only of these loans; null for all
 */
export const holdingsOf = (
  db: Queryable,
  {
    lenderId,
    from,
    loanNumbers,
    limit,
  }: { lenderId: number; from: BusinessDate; loanNumbers: readonly string[] | null; limit: number },
): Promise<Holding[]> =>
  many<Holding>(
    db,
    'funding.holdings.of_lender',
    `select b.funding_id as "fundingId", b.loan_id as "loanId", l.loan_number as "loanNumber", o.name as "borrowerName",
            f.lender_id as "originLender", b.principal_due + paid.principal as principal, b.interest_due + paid.interest as interest,
            (select max(t.value_date) from holding_transfer t where t.funding_id = b.funding_id) as since
       from funding_balance b
       join funding f on f.id = b.funding_id
       join loan l on l.id = b.loan_id
       join borrower o on o.id = l.borrower_id
      cross join lateral (
        select coalesce(sum(r.principal), 0)::bigint as principal, coalesce(sum(r.interest), 0)::bigint as interest
          from lender_repayment r join standing_payment p on p.id = r.payment_id
         where r.lender_id = b.lender_id and r.funding_id = b.funding_id and p.paid_on >= $2) paid
      where b.lender_id = $1 and holder_of(b.funding_id) = $1 and ($3::text[] is null or l.loan_number = any($3))
        and b.principal_due + b.interest_due + paid.principal + paid.interest > 0
      order by b.funding_id limit $4`,
    [lenderId, from, loanNumbers, limit],
  )

/**
 * The loans with a funding of a lender that is not paid out: it waits for its signature, or its money for the borrower.
 * @param loanNumbers only of these loans; null for all
 */
export const notPaidOutOf = (
  db: Queryable,
  { lenderId, loanNumbers }: { lenderId: number; loanNumbers: readonly string[] | null },
): Promise<{ loanNumber: string }[]> =>
  many<{ loanNumber: string }>(
    db,
    'funding.holdings.not_paid_out',
    `select distinct l.loan_number as "loanNumber" from funding f join loan l on l.id = f.loan_id
      where f.lender_id = $1 and f.state in ('WAITING', 'SETTLED') and ($2::text[] is null or l.loan_number = any($2))
        and not exists (select from loan_servicing s where s.loan_id = f.loan_id)
      order by 1`,
    [lenderId, loanNumbers],
  )

export type Transfer = {
  id: string
  fundingId: string
  loanId: number
  loanNumber: string
  fromLender: number
  toLender: number
  valueDate: BusinessDate
  /** What it asked on that day, whole rupiah. */
  principal: number
  /** The price of its command, whole rupiah; null if there was none. */
  price: number | null
  /** Whether a later transfer of the same funding stands. */
  transferredSince: boolean
}

/** The standing transfers by a document from a lender to another, or all of an order. */
export const transfersOf = (
  db: Queryable,
  asked:
    | { orderId: string }
    | { document: string; fromLender: number; toLender: number; valueDate: BusinessDate },
): Promise<Transfer[]> => {
  const by = 'orderId' in asked ? null : asked
  return many<Transfer>(
    db,
    'funding.holdings.transfers',
    `select t.id, t.funding_id as "fundingId", t.loan_id as "loanId", l.loan_number as "loanNumber",
            t.from_lender as "fromLender", t.to_lender as "toLender", t.value_date as "valueDate", t.principal,
            a.price, exists (select from holding_transfer later
                     where later.funding_id = t.funding_id and later.value_date > t.value_date) as "transferredSince"
       from holding_transfer t join loan l on l.id = t.loan_id left join transfer_addendum a on a.id = t.addendum
      where t.order_id = $1 or (t.document = $2 and t.from_lender = $3 and t.to_lender = $4 and t.value_date = $5)
      order by t.funding_id`,
    [
      'orderId' in asked ? asked.orderId : null,
      by?.document ?? null,
      by?.fromLender ?? null,
      by?.toLender ?? null,
      by?.valueDate ?? null,
    ],
  )
}

/** Whether a command's transfers stood once and do not any more. */
export async function wasTakenBack(db: Queryable, orderId: string): Promise<boolean> {
  const { was } = await one<{ was: boolean }>(
    db,
    'funding.holdings.taken_back',
    'select exists (select from holding_transfer_record where order_id = $1) as was',
    [orderId],
  )
  return was
}

export type NewTransfer = {
  id: string
  orderId: string
  fundingId: string
  loanId: number
  originLender: number
  fromLender: number
  toLender: number
  valueDate: BusinessDate
  kind: TransferKind
  document: string
  reason: string
  principal: number
  interest: number
  addendum: string
}

const transferColumns = {
  id: 'uuid',
  orderId: 'uuid',
  fundingId: 'uuid',
  loanId: 'bigint',
  originLender: 'bigint',
  fromLender: 'bigint',
  toLender: 'bigint',
  valueDate: 'date',
  kind: 'code',
  document: 'text',
  reason: 'text',
  principal: 'bigint',
  interest: 'bigint',
  addendum: 'text',
} as const

export async function insertTransfers(tx: Queryable, transfers: readonly NewTransfer[]): Promise<void> {
  await run(
    tx,
    'funding.holdings.insert',
    `insert into holding_transfer_record (${columnNames(transferColumns)}) select * from ${unnestRows(transferColumns)}`,
    manyRows(transferColumns, transfers),
  )
}

const movedColumns = { fundingId: 'uuid', fromLender: 'bigint', toLender: 'bigint' } as const

/** What fundings still ask is asked by their new holder from now on. The caller has locked their loans. */
export async function moveBalances(
  tx: Queryable,
  moves: readonly { fundingId: string; fromLender: number; toLender: number }[],
): Promise<void> {
  const values = manyRows(movedColumns, moves)
  await run(
    tx,
    'funding.holdings.move_to',
    `insert into funding_balance (lender_id, funding_id, loan_id, principal_due, interest_due)
     select row.to_lender, b.funding_id, b.loan_id, b.principal_due, b.interest_due
       from ${unnestRows(movedColumns)}
       join funding_balance b on b.lender_id = row.from_lender and b.funding_id = row.funding_id
         on conflict (lender_id, funding_id) do update
        set principal_due = excluded.principal_due, interest_due = excluded.interest_due`,
    values,
  )
  await run(
    tx,
    'funding.holdings.move_from',
    `update funding_balance b set principal_due = 0, interest_due = 0
       from ${unnestRows(movedColumns)}
      where b.lender_id = row.from_lender and b.funding_id = row.funding_id`,
    values,
  )
}

/** Updates the read models of the dashboard for loans. */
export async function refreshLoans(tx: Queryable, loanIds: readonly number[]): Promise<void> {
  await many(tx, 'funding.holdings.refresh', 'select refresh_loans($1::bigint[])::text', [[...loanIds]])
}
