import { validate as isUuid } from 'uuid'
import type { AgreementSnapshot } from '../documents/index.ts'
import type { InterestType, TenorPeriod } from '../loans/csv/index.ts'
import { many, maybe, one, type Queryable, run } from '../platform/db/database.ts'
import { type LoanPosition, positionColumns, wasOfferedAlone } from './batch-store.ts'

/** Counts an amount as reserved on a loan; below zero, as no longer reserved. */
export async function addReserved(tx: Queryable, loanId: number, amount: number): Promise<void> {
  await run(tx, 'funding.reserve', 'update loan_position set reserved = reserved + $2 where loan_id = $1', [
    loanId,
    amount,
  ])
}

/** What was reserved is funded now; a loan without anything left is FUNDED. */
export async function turnReservedIntoFunded(tx: Queryable, loanId: number, amount: number): Promise<void> {
  await run(
    tx,
    'funding.fund',
    `update loan_position set reserved = reserved - $2, funded = funded + $2,
            status = case when funded + $2 = total then 'FUNDED' else status end
      where loan_id = $1`,
    [loanId, amount],
  )
}

/** The account that gathers what lenders put on a loan. */
export async function escrowOf(tx: Queryable, loanId: number): Promise<number> {
  const { account } = await one<{ account: number }>(
    tx,
    'funding.escrow',
    'select escrow_account as account from loan_position where loan_id = $1',
    [loanId],
  )
  return account
}

/** What an agreement says of a loan. */
export type LoanTerms = {
  total: number
  loanNumber: string
  borrowerName: string
  loanTypeName: string
  purpose: string | null
  grade: string | null
  interest: string
  interestType: InterestType
  tenor: number
  tenorPeriod: TenorPeriod
  offerUntil: string
}

export type OfferedLoan = LoanPosition & LoanTerms

const termsColumns = `p.total, l.loan_number as "loanNumber", b.name as "borrowerName", t.name as "loanTypeName", l.purpose,
  l.grade, l.interest, l.interest_type as "interestType", l.tenor, l.tenor_period as "tenorPeriod",
  l.offer_until as "offerUntil"`
const joinTerms = `join loan_position p on p.loan_id = l.id join borrower b on b.id = l.borrower_id
  join loan_type t on t.id = l.loan_type_id`

/** A loan that this lender is offered: to everybody, or in a bulk product to him. */
export function findOfferedLoan(
  db: Queryable,
  lenderId: number,
  loanNumber: string,
): Promise<OfferedLoan | undefined> {
  return maybe<OfferedLoan>(
    db,
    'funding.offered_loan',
    `select ${positionColumns}, ${termsColumns} from loan l ${joinTerms}
      where l.loan_number = $1
        and (${wasOfferedAlone} or exists (
          select from bulk_product product join lender on lender.id = $2 and lender.bulk_funding
           where product.id = p.bulk_product_id and product.status = 'OFFERED'))`,
    [loanNumber, lenderId],
  )
}

/** The same of many loans, whatever way they are offered. */
export async function termsOfLoans(
  db: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, LoanTerms & { escrow: number }>> {
  const rows = await many<LoanTerms & { loanId: number; escrow: number }>(
    db,
    'funding.loan_terms',
    `select l.id as "loanId", p.escrow_account as escrow, ${termsColumns} from loan l ${joinTerms}
      where l.id = any($1)`,
    [loanIds],
  )
  return new Map(rows.map(({ loanId, ...terms }) => [loanId, terms]))
}

type NewAgreement = {
  id: string
  lenderId: number
  loanId: number
  snapshot: AgreementSnapshot
  /** Null where none of its pages waits for a signature. */
  signaturePage: number | null
}

/** Keeps what two agreements say. They never change after this. */
export async function insertAgreement(tx: Queryable, agreement: NewAgreement): Promise<void> {
  const { id, lenderId, loanId, snapshot, signaturePage } = agreement
  await run(
    tx,
    'funding.insert_agreement',
    `insert into agreement (id, lender_id, loan_id, amount, number, loan_number, signature_page, digi_sign_id,
                            snapshot, expected_interest)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      lenderId,
      loanId,
      snapshot.amount,
      snapshot.agreementNumber,
      snapshot.loan.loanNumber,
      signaturePage,
      snapshot.lender.digiSignId,
      JSON.stringify(snapshot),
      expectedInterest(snapshot),
    ],
  )
}

/** Gross interest over the whole term, by the schedule that an agreement shows, in whole rupiah. */
export const expectedInterest = ({ schedule }: AgreementSnapshot): number =>
  schedule.reduce((sum, installment) => sum + installment.interest, 0)

export type FundingState = 'WAITING' | 'SETTLED' | 'REJECTED' | 'EXPIRED' | 'REFUNDED' | 'WITHDRAWN'
export type FundingRow = {
  id: string
  lenderId: number
  loanId: number
  loanNumber: string
  amount: number
  state: FundingState
  /** Its time to be signed is over. */
  overdue: boolean
}

const fundingColumns = `f.id, f.lender_id as "lenderId", f.loan_id as "loanId", f.amount, f.state, f.sign_before <= app_now() as overdue,
  (select loan_number from loan l where l.id = f.loan_id) as "loanNumber"`

/** Locks a funding until the end of the transaction; it is always the first thing that is locked of it. */
export function lockFunding(tx: Queryable, id: string): Promise<FundingRow | undefined> {
  return maybe<FundingRow>(
    tx,
    'funding.lock',
    `select ${fundingColumns} from funding f where f.id = $1 for update`,
    [id],
  )
}

export function findFunding(db: Queryable, id: string): Promise<FundingRow | undefined> {
  return maybe<FundingRow>(db, 'funding.find', `select ${fundingColumns} from funding f where f.id = $1`, [
    id,
  ])
}

/** A lender's own funding by the token that names its document to sign, which is the funding's id. */
export function findFundingByToken(
  db: Queryable,
  lenderId: number,
  docToken: string,
): Promise<FundingRow | undefined> {
  if (!isUuid(docToken)) return Promise.resolve(undefined)
  return maybe<FundingRow>(
    db,
    'funding.by_token',
    `select ${fundingColumns} from funding f where f.lender_id = $1 and f.id = $2`,
    [lenderId, docToken],
  )
}

export async function endFunding(
  tx: Queryable,
  id: string,
  state: Exclude<FundingState, 'WAITING'>,
): Promise<void> {
  await run(tx, 'funding.end', 'update funding set state = $2, ended_at = app_now() where id = $1', [
    id,
    state,
  ])
}
