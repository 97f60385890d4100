import type { Window } from '../../platform/pages.ts'
import { lockClearing } from '../../books/index.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'

/** Clearing accounts whose money is paid out to its recipients. */
export type ClearingKind =
  | 'BORROWER_EXCESS'
  | 'TAX_PAYABLE'
  | 'PLATFORM_FEE'
  | 'TRANSFER_FEE'
  | 'PLATFORM_CASH'

export type PayoutRow = {
  id: string
  accountKind: ClearingKind
  ownerId: number
  methodPayment: 1 | 2 | null
  amount: number
  paidOn: string
  reference: string
  reason: string
  /** The month that a payment of tax is for, YYYY-MM, and the overpayments of other months subtracted from it. */
  taxPeriod: string | null
  taxCredit: number
}

/** Serialises the payouts of a clearing account with an advisory lock, because it has no balance row to lock. */
export async function lockPayouts(tx: Queryable, kind: ClearingKind, ownerId: number): Promise<void> {
  await lockClearing(tx, kind, ownerId)
  // The reversal of a repayment locks the same row while it checks the excess.
  if (kind === 'BORROWER_EXCESS')
    await many(
      tx,
      'cash.clearing.loan',
      'select 1 from loan_servicing where loan_id = $1 for no key update',
      [ownerId],
    )
}

const columns = `p.id, p.account_kind as "accountKind", p.owner_id as "ownerId", p.method_payment as "methodPayment",
  p.amount, p.paid_on as "paidOn", p.reference, p.reason, to_char(p.tax_period, 'YYYY-MM') as "taxPeriod",
  p.tax_credit as "taxCredit"`

type KnownPayout = PayoutRow & { reversed: boolean }

/** Payouts from this kind of account with this reference, oldest first. */
export const payoutsWithReference = (
  tx: Queryable,
  kind: ClearingKind,
  reference: string,
): Promise<KnownPayout[]> =>
  many<KnownPayout>(
    tx,
    'cash.clearing.with_reference',
    `select ${columns}, exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = p.id::text) as reversed
       from payout p where p.account_kind = $1 and p.reference = $2 order by p.occurrence`,
    [kind, reference],
  )

export const findPayout = (tx: Queryable, id: string): Promise<KnownPayout | undefined> =>
  maybe<KnownPayout>(
    tx,
    'cash.clearing.payout',
    `select ${columns}, exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = p.id::text) as reversed
       from payout p where p.id = $1`,
    [id],
  )

const payoutColumns = {
  id: 'uuid',
  accountKind: 'text',
  ownerId: 'bigint',
  methodPayment: 'smallint',
  amount: 'bigint',
  paidOn: 'date',
  reference: 'text',
  reason: 'text',
  occurrence: 'smallint',
  taxCredit: 'bigint',
} as const

export async function insertPayout(tx: Queryable, row: PayoutRow & { occurrence: number }): Promise<void> {
  await run(
    tx,
    'cash.clearing.insert',
    `insert into payout (${columnNames(payoutColumns)}, tax_period)
     values (${placeholders(payoutColumns, 2)}, to_date($1, 'YYYY-MM'))`,
    [row.taxPeriod, ...oneRow(payoutColumns, row)],
  )
}

/** The loan with this number, and its clearing account once it is disbursed. */
export const findLoanByNumber = (
  tx: Queryable,
  loanNumber: string,
): Promise<{ id: number; clearingAccount: number | null } | undefined> =>
  maybe(
    tx,
    'cash.clearing.loan_of',
    `select l.id, s.clearing_account as "clearingAccount"
       from loan l left join loan_servicing s on s.loan_id = l.id where l.loan_number = $1`,
    [loanNumber],
  )

export type PayoutLine = PayoutRow & { loanNumber: string | null; reversed: boolean }

/** Payouts, newest first. */
export const listPayouts = (db: Queryable, { limit, after }: Window = {}): Promise<PayoutLine[]> =>
  many<PayoutLine>(
    db,
    'cash.clearing.list',
    `select ${columns}, l.loan_number as "loanNumber",
            exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = p.id::text) as reversed
       from payout p left join loan l on p.account_kind = 'BORROWER_EXCESS' and l.id = p.owner_id
      where $1::uuid is null or p.id < $1
      order by p.id desc limit $2`,
    [after ?? null, limit ?? null],
  )
