import { many, one, type Queryable, run } from '../../platform/db/database.ts'
import type { BusinessDate } from '../schedule/index.ts'
import type { Share } from '../shares/split-schedule.ts'
import type { RestructuredLoan, RestructureLoan } from './restructure.ts'

/** The highest number of an installment of a loan, in whatever version. */
export async function lastNumber(tx: Queryable, loanId: number): Promise<number> {
  const row = await one<{ last: number }>(
    tx,
    'restructure.last_number',
    'select max(no) as last from installment where loan_id = $1',
    [loanId],
  )
  return row.last
}

/** Installments that are not complete count no longer from that day on. */
export async function supersede(tx: Queryable, loanId: number, on: BusinessDate): Promise<void> {
  await run(
    tx,
    'restructure.supersede',
    `update installment set superseded_on = $2
      where loan_id = $1 and superseded_on is null and (principal_paid < principal or interest_paid < interest)`,
    [loanId, on],
  )
}

/** What a funding has still to get back of its principal, in rupiah. */
export type FundingBalance = { lenderId: number; fundingId: string; principalDue: number }

/** The fundings of a loan, in the order in which they were asked for. */
export function fundingBalances(tx: Queryable, loanId: number): Promise<FundingBalance[]> {
  return many<FundingBalance>(
    tx,
    'restructure.balances',
    `select lender_id as "lenderId", funding_id as "fundingId", principal_due as "principalDue"
       from funding_balance where loan_id = $1 order by funding_id`,
    [loanId],
  )
}

/** What the new terms owe to each funding; of the principal that is what it was before. */
export async function setBalances(
  tx: Queryable,
  shared: readonly { lenderId: number; fundingId: string; share: Share }[],
): Promise<void> {
  await run(
    tx,
    'restructure.set_balances',
    `update funding_balance b set interest_due = row.interest
       from unnest($1::bigint[], $2::uuid[], $3::bigint[]) as row (lender_id, funding_id, interest)
      where b.lender_id = row.lender_id and b.funding_id = row.funding_id`,
    [
      shared.map(({ lenderId }) => lenderId),
      shared.map(({ fundingId }) => fundingId),
      shared.map(({ share }) => share.interest.reduce((sum, part) => sum + part, 0)),
    ],
  )
}

/**
 * The loan goes by a new version. What may be asked as penalty is reckoned anew: interest that was paid, the new interest
 * and all penalties together never exceed the principal, nor the penalties the agreement's share of it.
 */
export async function setTerms(
  tx: Queryable,
  loanId: number,
  version: number,
  interest: number,
  maximumFraction: number,
): Promise<void> {
  await run(
    tx,
    'restructure.set_terms',
    `update loan_servicing s set version = $2, interest_due = $3,
            penalty_limit = greatest(s.penalty_paid, least(floor(s.principal * $4::numeric)::bigint, s.principal - $3 -
              (select coalesce(sum(p.interest), 0)::bigint from loan_payment p where p.loan_id = s.loan_id)))
      where s.loan_id = $1`,
    [loanId, version, interest, maximumFraction],
  )
}

export async function setRestructured(tx: Queryable, loanId: number): Promise<void> {
  await run(
    tx,
    'restructure.status',
    `update loan_position set status = 'RESTRUCTURED' where loan_id = $1 and status in ('ACTIVE', 'RESTRUCTURED')`,
    [loanId],
  )
}

/** Writes down what was agreed on. */
export async function insertRestructuring(
  tx: Queryable,
  row: RestructureLoan & Omit<RestructuredLoan, 'installments'>,
): Promise<void> {
  await run(
    tx,
    'restructure.insert',
    `insert into restructuring (loan_id, version, agreed_on, interest, interest_type, tenor, tenor_period, starts_on,
                                principal, interest_kept, interest_waived, agreement_reference, agreement_sha256)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, decode($13, 'hex'))`,
    [
      row.loanId,
      row.version,
      row.agreedOn,
      row.interest,
      row.interestType,
      row.tenor,
      row.tenorPeriod,
      row.startsOn ?? row.agreedOn,
      row.principal,
      row.interestKept,
      row.interestWaived,
      row.agreement.reference,
      row.agreement.sha256,
    ],
  )
}
