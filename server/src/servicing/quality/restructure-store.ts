import { many, type Queryable, run } from '../../platform/db/database.ts'
import type { BusinessDate } from '../schedule/index.ts'
import type { Share } from '../shares/split-schedule.ts'
import type { RestructuredLoan, RestructureLoan } from './restructure.ts'

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

/** A version of the terms that a loan goes by from now on, shared among its fundings; rupiah. */
export type NewTerms = {
  loanId: number
  version: number
  /** The number of the version's first installment. */
  firstNo: number
  /** What the loan owes of interest, in this version and in installments that stay. */
  interestDue: number
  shares: readonly {
    lenderId: number
    fundingId: string
    share: Share
    /** The funding's part of `interestDue`. */
    interestDue: number
  }[]
}

/**
 * The loan and its fundings go by a new version. What each is owed of principal is what it was before. What may be
 * asked as penalty is reckoned anew: interest that was paid, the new interest and all penalties together never exceed
 * the principal, nor the penalties the agreement's share of it.
 */
export async function setTerms(
  tx: Queryable,
  { loanId, version, firstNo, interestDue, shares }: NewTerms,
  maximumFraction: number,
): Promise<void> {
  await run(
    tx,
    'restructure.set_terms',
    `with row as (
       select * from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::bigint[])
         as row (lender_id, funding_id, principal, interest, interest_due)
     ), schedules as (
       insert into funding_schedule (loan_id, lender_id, funding_id, version, first_no, principal, interest)
       select $6::bigint, lender_id, funding_id, $7::smallint, $8::smallint, principal::bigint[], interest::bigint[]
         from row
     ), balances as (
       update funding_balance b set interest_due = row.interest_due from row
        where b.lender_id = row.lender_id and b.funding_id = row.funding_id
     )
     update loan_servicing s set version = $7, interest_due = $9,
            penalty_limit = greatest(s.penalty_paid, least(floor(s.principal * $10::numeric)::bigint, s.principal - $9 -
              (select coalesce(sum(p.interest), 0)::bigint from loan_payment p where p.loan_id = s.loan_id)))
      where s.loan_id = $6`,
    [
      shares.map(({ lenderId }) => lenderId),
      shares.map(({ fundingId }) => fundingId),
      // Arrays travel as the text that PostgreSQL reads them from: an array of arrays would have to be rectangular.
      shares.map(({ share }) => `{${share.principal.join()}}`),
      shares.map(({ share }) => `{${share.interest.join()}}`),
      shares.map((one) => one.interestDue),
      loanId,
      version,
      firstNo,
      interestDue,
      maximumFraction,
    ],
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
