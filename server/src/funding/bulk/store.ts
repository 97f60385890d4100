import type { BulkRefusalReason } from '@pematang/contract/funding/bulk/endpoints'
import type { AgreementTerms } from '../single/index.ts'
import { arrayLiteral } from '../../platform/db/array-literal.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'

export type BulkRun = {
  lenderId: number
  bulkId: string
  number: string
  partnerName: string
  terms: AgreementTerms
  /** The id of the lender's cash account on which the money is held. */
  cashAccount: number
  ended: boolean
}

export function findRun(
  db: Queryable,
  { lenderId, bulkId }: { lenderId: number; bulkId: string },
): Promise<BulkRun | undefined> {
  return maybe<BulkRun>(
    db,
    'funding.bulk.find',
    `select b.lender_id as "lenderId", b.id as "bulkId", b.number, p.partner_name as "partnerName", b.terms,
            b.ended_at is not null as ended,
            (select a.id from account a where a.kind = 'LENDER_CASH' and a.owner_id = b.lender_id) as "cashAccount"
       from bulk_funding b join bulk_product p on p.id = b.product_id where b.lender_id = $1 and b.id = $2`,
    [lenderId, bulkId],
  )
}

/** One loan of a bulk funding; the amount in whole rupiah. */
export type BulkLoanRow = {
  loanId: number
  fundingId: string
  amount: number
  state: 'WAITING' | 'FUNDED' | 'REFUSED'
  /** The version of the loan's terms in the consent; null for consents from before terms had versions. */
  termsVersion: number | null
  /** Whether the lender opened the loan's documents before the consent. */
  shown: boolean
}

const columns = `loan_id as "loanId", funding_id as "fundingId", amount, state, terms_version as "termsVersion",
  pp_sha256 is not null as shown`

type OfRun = Pick<BulkRun, 'lenderId' | 'bulkId'>

/** Loans without an outcome, in the order of their ids, except the given ones. */
export function waitingLoans(
  db: Queryable,
  { lenderId, bulkId }: OfRun,
  without: readonly number[],
  limit: number,
): Promise<BulkLoanRow[]> {
  return many<BulkLoanRow>(
    db,
    'funding.bulk.waiting',
    `select ${columns} from bulk_funding_loan
      where lender_id = $1 and bulk_id = $2 and state = 'WAITING' and loan_id <> all($3) order by loan_id limit $4`,
    [lenderId, bulkId, without, limit],
  )
}

/**
 * Locks loans of a bulk funding until the end of the transaction, in the order of their ids, so that only one process
 * decides their outcome.
 */
export async function lockLoans(
  tx: Queryable,
  { lenderId, bulkId }: OfRun,
  loanIds: readonly number[],
): Promise<Map<number, BulkLoanRow>> {
  const rows = await many<BulkLoanRow>(
    tx,
    'funding.bulk.lock_loans',
    `select ${columns} from bulk_funding_loan
      where lender_id = $1 and bulk_id = $2 and loan_id = any($3) order by loan_id for update`,
    [lenderId, bulkId, arrayLiteral(loanIds)],
  )
  return new Map(rows.map((row) => [row.loanId, row]))
}

/** Stores the outcomes of loans of a bulk funding: funded, or the reason why not. */
export async function endLoans(
  tx: Queryable,
  { lenderId, bulkId }: OfRun,
  ends: readonly { loanId: number; reason: BulkRefusalReason | null }[],
): Promise<void> {
  if (ends.length === 0) return
  await run(
    tx,
    'funding.bulk.end_loans',
    `update bulk_funding_loan l
        set state = case when e.reason is null then 'FUNDED' else 'REFUSED' end, reason = e.reason, ended_at = app_now()
       from unnest($3::bigint[], $4::text[]) as e (loan_id, reason)
      where l.lender_id = $1 and l.bulk_id = $2 and l.loan_id = e.loan_id and l.state = 'WAITING'`,
    [
      lenderId,
      bulkId,
      arrayLiteral(ends.map(({ loanId }) => loanId)),
      arrayLiteral(ends.map(({ reason }) => reason)),
    ],
  )
}

/**
 * Increments the failure count of a loan.
 * @returns the new count
 */
export async function countFailure(
  tx: Queryable,
  { lenderId, bulkId }: OfRun,
  loanId: number,
): Promise<number> {
  const { tries } = await one<{ tries: number }>(
    tx,
    'funding.bulk.count_failure',
    `update bulk_funding_loan set tries = tries + 1 where lender_id = $1 and bulk_id = $2 and loan_id = $3
     returning tries`,
    [lenderId, bulkId, loanId],
  )
  return tries
}

export type BulkSums = {
  loans: number
  waiting: number
  funded: number
  refused: number
  fundedAmount: number
  returned: number
}

export function sumsOf(tx: Queryable, { lenderId, bulkId }: OfRun): Promise<BulkSums> {
  return one<BulkSums>(
    tx,
    'funding.bulk.sums',
    `select count(*) as loans, count(*) filter (where state = 'WAITING') as waiting,
            count(*) filter (where state = 'FUNDED') as funded, count(*) filter (where state = 'REFUSED') as refused,
            coalesce(sum(amount) filter (where state = 'FUNDED'), 0)::bigint as "fundedAmount",
            coalesce(sum(amount) filter (where state = 'REFUSED'), 0)::bigint as returned
       from bulk_funding_loan where lender_id = $1 and bulk_id = $2`,
    [lenderId, bulkId],
  )
}
