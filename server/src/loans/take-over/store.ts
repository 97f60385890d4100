import { many, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import { Lookup } from '../../platform/keys/personal-data.ts'
import type { FundedLoan } from '../disbursement/index.ts'
import type { AllocationOrder } from '../../books/index.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Opening } from './opening-schedule.ts'
import type { SharedSchedule } from './paid-ahead.ts'

/** One lender's part of a loan that was funded in another system. */
export type TakenPart = {
  /** The lender's national phone number, without +62. */
  lenderPhone: string
  /** The amount in whole rupiah, above 0. */
  amount: number
  /** The day on which the agreement was signed; not after today. */
  signedOn: BusinessDate
  /**
   * The signed agreement: its reference in the operator's archive (1 to 100 characters) and its hexadecimal SHA-256.
   */
  agreement: { reference: string; sha256: string }
  /**
   * For a loan with an opening balance, in whole rupiah: the part's unpaid principal, its unpaid due interest, and what
   * was paid on installments that were not due yet.
   */
  opening?: {
    principalLeft: number
    interestDue: number
    principalAhead?: number
    interestAhead?: number
  }
}

/** A loan before its take-over; `takenOver` is set if it was already taken over and that stands. */
export type DraftLoan = FundedLoan & {
  ofProduct: boolean
  takenOver: { hash: Buffer; fundings: number } | null
  /** How often it was taken over, with what was taken back. */
  occurrences: number
}

/** Loans by number, with their take-over if any; locked, so that a draft cannot change meanwhile. */
export async function findDraftLoans(
  tx: Queryable,
  loanNumbers: readonly string[],
): Promise<Map<string, DraftLoan>> {
  await run(
    tx,
    'loans.take-over.lock',
    `select from loan_position where loan_id in (select id from loan where loan_number = any($1))
      order by loan_id for no key update`,
    [loanNumbers],
  )
  const rows = await many<Omit<DraftLoan, 'takenOver'> & { hash: Buffer | null; fundings: number | null }>(
    tx,
    'loans.take-over.loans',
    `select l.id as "loanId", l.loan_number as "loanNumber", p.status, p.total, p.escrow_account as "escrowAccount",
            l.interest, l.interest_type as "interestType", l.tenor, l.tenor_period as "tenorPeriod",
            p.bulk_product_id is not null as "ofProduct", t.source_hash as hash, t.fundings,
            (select count(*)::int from loan_take_over_record r where r.loan_id = l.id) as occurrences
       from loan l join loan_position p on p.loan_id = l.id left join loan_take_over t on t.loan_id = l.id
      where l.loan_number = any($1)`,
    [loanNumbers],
  )
  return new Map(
    rows.map(({ hash, fundings, ...row }) => [
      row.loanNumber,
      { ...row, takenOver: hash && fundings !== null ? { hash, fundings } : null },
    ]),
  )
}

export async function lendersByPhone(tx: Queryable, phones: readonly string[]): Promise<Map<string, number>> {
  const rows = await many<{ phone: string; id: number }>(
    tx,
    'loans.take-over.lenders',
    'select phone, id from lender where phone_search = any($1) and not is_member',
    [new Lookup(...phones)],
  )
  return new Map(rows.map(({ phone, id }) => [phone, id]))
}

/** Those of these agreement references that are in the archive already, of take-overs that stand. */
export async function usedReferences(tx: Queryable, references: readonly string[]): Promise<Set<string>> {
  const rows = await many<{ reference: string }>(
    tx,
    'loans.take-over.references',
    `select g.reference from archived_agreement g
       join loan_take_over t on t.loan_id = g.loan_id and t.occurrence = g.take_over where g.reference = any($1)`,
    [references],
  )
  return new Set(rows.map(({ reference }) => reference))
}

/** A loan that is taken over, with the fundings made from its parts. */
export type TakenOver = {
  loan: DraftLoan
  hash: Buffer
  allocation: AllocationOrder | undefined
  fundings: (TakenPart & { id: string; lenderId: number; account: number; expectedInterest: number })[]
  /** The opening balance and remaining installments, if the loan was paid out before. */
  opened?: { opening: Opening } & SharedSchedule
}

/**
 * Sets drafts to FUNDED, in the order of their ids.
 * @returns how many were drafts
 */
export async function claimLoans(tx: Queryable, loanIds: readonly number[]): Promise<number> {
  return run(
    tx,
    'loans.take-over.claim',
    `with held as (
       select loan_id from loan_position where loan_id = any($1) and status = 'DRAFT' and bulk_product_id is null
        order by loan_id for no key update
     )
     update loan_position p set status = 'FUNDED', funded = p.total from held where p.loan_id = held.loan_id`,
    [loanIds],
  )
}

const takenColumns = {
  loanId: 'bigint',
  occurrence: 'smallint',
  sourceHash: 'bytea',
  fundings: 'integer',
  asOf: 'date',
  disbursedOn: 'date',
  daysLate: 'integer',
  principalLeft: 'bigint',
  interestDue: 'bigint',
} as const
const archivedColumns = {
  takeOver: 'smallint',
  id: 'uuid',
  lenderId: 'bigint',
  loanId: 'bigint',
  amount: 'bigint',
  signedOn: 'date',
  reference: 'text',
  sha256: 'text',
  principalLeft: 'bigint',
  interestDue: 'bigint',
} as const
const fundingColumns = {
  id: 'uuid',
  lenderId: 'bigint',
  loanId: 'bigint',
  amount: 'bigint',
  signedOn: 'date',
  expectedInterest: 'bigint',
} as const

/**
 * Writes the take-overs with the archived agreements and the fundings.
 * @returns false if another request has archived one of the agreements meanwhile
 */
export async function insertTakenOver(tx: Queryable, taken: readonly TakenOver[]): Promise<boolean> {
  await run(
    tx,
    'loans.take-over.insert',
    `insert into loan_take_over_record (${columnNames(takenColumns)}) select * from ${unnestRows(takenColumns)}`,
    manyRows(takenColumns, taken, {
      loanId: ({ loan }) => loan.loanId,
      occurrence: ({ loan }) => loan.occurrences + 1,
      sourceHash: ({ hash }) => hash,
      fundings: ({ fundings }) => fundings.length,
      asOf: ({ opened }) => opened?.opening.asOf,
      disbursedOn: ({ opened }) => opened?.opening.disbursedOn,
      daysLate: ({ opened }) => opened?.opening.daysLate,
      principalLeft: ({ opened }) => opened?.opening.principalLeft,
      interestDue: ({ opened }) => opened?.opening.interestDue,
    }),
  )
  const parts = taken.flatMap(({ loan, fundings }) =>
    fundings.map((funding) => ({ ...funding, loanId: loan.loanId, takeOver: loan.occurrences + 1 })),
  )
  const archived = await run(
    tx,
    'loans.take-over.archive',
    `insert into archived_agreement (funding_id, lender_id, loan_id, take_over, amount, signed_on, reference, occurrence,
                                     sha256, principal_left, interest_due)
     select id, lender_id, loan_id, take_over, amount, signed_on, reference,
            (select count(*) + 1 from archived_agreement before where before.reference = row.reference),
            decode(sha256, 'hex'), principal_left, interest_due
       from ${unnestRows(archivedColumns)}
      order by reference on conflict (reference, occurrence) do nothing`,
    manyRows(archivedColumns, parts, {
      takeOver: ({ takeOver }) => takeOver,
      id: ({ id }) => id,
      lenderId: ({ lenderId }) => lenderId,
      loanId: ({ loanId }) => loanId,
      amount: ({ amount }) => amount,
      signedOn: ({ signedOn }) => signedOn,
      reference: ({ agreement }) => agreement.reference,
      sha256: ({ agreement }) => agreement.sha256,
      principalLeft: ({ opening }) => opening?.principalLeft,
      interestDue: ({ opening }) => opening?.interestDue,
    }),
  )
  // The funding gets the date on which the lender signed, in Jakarta time.
  await run(
    tx,
    'loans.take-over.fundings',
    `insert into funding (lender_id, id, loan_id, amount, state, created_at, expected_interest, sign_before, ended_at)
     select lender_id, id, loan_id, amount, 'SETTLED', signed_on::timestamp at time zone 'Asia/Jakarta',
            expected_interest, app_now(), app_now()
       from ${unnestRows(fundingColumns)}`,
    manyRows(fundingColumns, parts),
  )
  // The trigger funding_ended updates the read model only when a funding changes its state; these are inserted as
  // SETTLED, so it is updated here.
  await many(tx, 'loans.take-over.read', 'select refresh_portfolio($1::bigint[], $2::uuid[])', [
    parts.map(({ lenderId }) => lenderId),
    parts.map(({ id }) => id),
  ])
  return archived === parts.length
}
