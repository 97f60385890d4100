import type { TenorPeriod } from '@pematang/contract/format/tenor'
import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, oneRow, placeholders, unnestRows } from '../../platform/db/rows.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { interestBefore, lentOf } from '../disbursement/index.ts'
import type { InterestType, Share } from '../../books/index.ts'

/** New terms for the unpaid rest of a loan, as both parties signed them. */
export type RestructureLoan = {
  loanNumber: string
  /** The day from which the new terms apply; not before the last payment, not after today. */
  agreedOn: BusinessDate
  /** The day from which interest under the new terms runs; `agreedOn` by default. */
  startsOn?: BusinessDate
  /** The yearly interest rate: a fraction of one as a decimal text. */
  interest: string
  interestType: InterestType
  tenor: number
  tenorPeriod: TenorPeriod
  /**
   * Whether unpaid interest that fell due is kept, to be paid with the first new installment; otherwise it is waived.
   */
  keepInterest: boolean
  /** The signed agreement: its reference in the operator's archive and its hexadecimal SHA-256. */
  agreement: { reference: string; sha256: string }
}

export type RestructuredLoan = {
  loanId: number
  version: number
  /** The unpaid principal that the new terms cover, in whole rupiah. */
  principal: number
  interestKept: number
  interestWaived: number
  /** The penalty owed on that day, which is waived; whole rupiah. */
  penaltyWaived: number
  installments: number
  /** Whether the same agreement was recorded before, so that nothing was changed. */
  repeated: boolean
}

/** A restructuring that was recorded before by the same agreement, and whether its terms are those asked for now. */
export type RecordedRestructuring = Omit<RestructuredLoan, 'repeated'> & { sameTerms: boolean }

/** The restructuring of a loan by an agreement, unless it is reversed. The caller has locked the loan. */
export const findByAgreement = (
  tx: Queryable,
  loanId: number,
  { agreedOn, startsOn = agreedOn, interest, interestType, tenor, tenorPeriod, agreement }: RestructureLoan,
): Promise<RecordedRestructuring | undefined> =>
  maybe(
    tx,
    'loans.terms.restructuring_by_agreement',
    `select r.loan_id as "loanId", r.version, r.principal, r.interest_kept as "interestKept",
            r.interest_waived as "interestWaived", r.penalty_waived as "penaltyWaived",
            (select count(*) from installment i where i.loan_id = r.loan_id and i.version = r.version) as installments,
            (r.agreed_on, r.starts_on, r.interest, r.interest_type, r.tenor, r.tenor_period, r.agreement_sha256)
              = ($3::date, $4::date, $5::numeric(7, 6), $6::text, $7::smallint, $8::text, decode($9, 'hex')) as "sameTerms"
       from restructuring r where r.loan_id = $1 and r.agreement_reference = $2 order by r.version limit 1`,
    [
      loanId,
      agreement.reference,
      agreedOn,
      startsOn,
      interest,
      interestType,
      tenor,
      tenorPeriod,
      agreement.sha256,
    ],
  )

/** Ends all incomplete installments on that day: from then on they no longer count. */
export async function supersede(tx: Queryable, loanId: number, on: BusinessDate): Promise<void> {
  await run(
    tx,
    'loans.terms.supersede_by_restructuring',
    `update installment set superseded_on = $2
      where loan_id = $1 and superseded_on is null and (principal_paid < principal or interest_paid < interest)`,
    [loanId, on],
  )
}

/** A new version of a loan's terms, split among its fundings; amounts in whole rupiah. */
export type NewTerms = {
  loanId: number
  version: number
  /** The number of the version's first installment. */
  firstNo: number
  /** Whether installments of earlier versions stop accruing penalty. */
  endsPenalty: boolean
  /** The interest that the loan owes in this version and in installments that remain in force. */
  interestDue: number
  shares: readonly {
    lenderId: number
    fundingId: string
    share: Share
    /** The funding's part of `interestDue`. */
    interestDue: number
  }[]
}

const shareColumns = {
  lenderId: 'bigint',
  fundingId: 'uuid',
  principal: 'text',
  interest: 'text',
  interestDue: 'bigint',
} as const

/**
 * Switches a loan and its fundings to a new version. The principal owed to each stays the same. The penalty limit is
 * recomputed: paid interest, new interest and all penalties together never exceed the principal, and the penalties
 * never exceed the maximum share of it in the agreement.
 */
export async function setTerms(
  tx: Queryable,
  { loanId, version, firstNo, endsPenalty, interestDue, shares }: NewTerms,
): Promise<void> {
  await run(
    tx,
    'loans.terms.set_terms',
    `with row as (
       select * from ${unnestRows(shareColumns, 6)}
     ), schedules as (
       insert into funding_schedule (loan_id, lender_id, funding_id, version, first_no, principal, interest)
       select $1::bigint, lender_id, funding_id, $2::smallint, $3::smallint, principal::bigint[], interest::bigint[]
         from row
     ), balances as (
       update funding_balance b set interest_due = row.interest_due from row
        where b.loan_id = $1 and b.lender_id = holder_of(row.funding_id) and b.funding_id = row.funding_id
     )
     update loan_servicing s set version = $2, interest_due = $4, late_paid = s.late_paid and not $5::boolean,
            penalty_from_no = case when $5::boolean then $3 else s.penalty_from_no end,
            penalty_limit = greatest(s.penalty_paid, least(
              floor(${lentOf} * t.penalty_maximum_ppm::numeric / 1000000)::bigint, ${lentOf} - ${interestBefore} - $4 -
              (select coalesce(sum(p.interest), 0)::bigint from loan_payment p where p.loan_id = s.loan_id)))
       from loan_terms t where s.loan_id = $1 and t.loan_id = s.loan_id`,
    [
      loanId,
      version,
      firstNo,
      interestDue,
      endsPenalty,
      // Arrays are passed as PostgreSQL array literals, because nested array parameters would have to be rectangular.
      ...manyRows(shareColumns, shares, {
        lenderId: ({ lenderId }) => lenderId,
        fundingId: ({ fundingId }) => fundingId,
        principal: ({ share }) => `{${share.principal.join()}}`,
        interest: ({ share }) => `{${share.interest.join()}}`,
        interestDue: (one) => one.interestDue,
      }),
    ],
  )
}

export async function setRestructured(tx: Queryable, loanId: number): Promise<void> {
  await run(
    tx,
    'loans.terms.mark_restructured',
    `update loan_position set status = 'RESTRUCTURED' where loan_id = $1 and status in ('ACTIVE', 'RESTRUCTURED')`,
    [loanId],
  )
}

const restructuringColumns = {
  loanId: 'bigint',
  version: 'smallint',
  agreedOn: 'date',
  interest: 'numeric',
  interestType: 'text',
  tenor: 'smallint',
  tenorPeriod: 'text',
  startsOn: 'date',
  principal: 'bigint',
  interestKept: 'bigint',
  interestWaived: 'bigint',
  agreementReference: 'text',
  penaltyWaived: 'bigint',
} as const

export async function insertRestructuring(
  tx: Queryable,
  row: RestructureLoan & Omit<RestructuredLoan, 'installments' | 'repeated'>,
): Promise<void> {
  await run(
    tx,
    'loans.terms.insert_restructuring',
    `insert into restructuring (${columnNames(restructuringColumns)}, agreement_sha256)
     values (${placeholders(restructuringColumns, 2)}, decode($1, 'hex'))`,
    [
      row.agreement.sha256,
      ...oneRow(restructuringColumns, {
        ...row,
        startsOn: row.startsOn ?? row.agreedOn,
        agreementReference: row.agreement.reference,
      }),
    ],
  )
}
