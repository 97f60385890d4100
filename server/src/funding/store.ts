import type { InterestType, TenorPeriod } from '../loans/csv/index.ts'
import { maybe, one, type Queryable, run } from '../platform/db/database.ts'

/** The numbers of a loan that a funding decides on, in whole rupiah. */
export type LoanPosition = {
  loanId: number
  /** Offered on this business day. */
  open: boolean
  total: number
  minimum: number
  outstanding: number
  escrowAccount: number
}

const positionColumns = `p.loan_id as "loanId", p.total, p.minimum, p.total - p.funded - p.reserved as outstanding,
  p.escrow_account as "escrowAccount",
  p.status = 'OFFERED' and business_day(app_now()) between p.offer_from and p.offer_until as open`

/** Locks a loan's position until the end of the transaction. */
export function lockPosition(tx: Queryable, loanId: number): Promise<LoanPosition | undefined> {
  return maybe<LoanPosition>(
    tx,
    'funding.lock_position',
    `select ${positionColumns} from loan_position p where p.loan_id = $1 for no key update`,
    [loanId],
  )
}

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
export type OfferedLoan = LoanPosition & {
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
  today: string
}

export function findOfferedLoan(db: Queryable, loanNumber: string): Promise<OfferedLoan | undefined> {
  return maybe<OfferedLoan>(
    db,
    'funding.offered_loan',
    `select ${positionColumns}, l.loan_number as "loanNumber", b.name as "borrowerName", t.name as "loanTypeName",
            l.purpose, l.grade, l.interest, l.interest_type as "interestType", l.tenor,
            l.tenor_period as "tenorPeriod", l.offer_until as "offerUntil", business_day(app_now()) as today
       from loan l join loan_position p on p.loan_id = l.id join borrower b on b.id = l.borrower_id
       join loan_type t on t.id = l.loan_type_id
      where l.loan_number = $1 and p.status <> 'DRAFT'`,
    [loanNumber],
  )
}

export type AgreementRow = { id: string; expectedInterest: number; loanNumber: string; signaturePage: number }

/**
 * The newest unused agreement that this lender was shown for this loan and amount in the last day, taken for the
 * funding: one agreement, one funding.
 */
export function takeAgreement(
  tx: Queryable,
  wanted: { lenderId: number; loanId: number; amount: number; fundingId: string },
): Promise<AgreementRow | undefined> {
  return maybe<AgreementRow>(
    tx,
    'funding.take_agreement',
    `update agreement a set funding_id = $4 from loan l, document d
      where a.id = (select id from agreement
                     where lender_id = $1 and loan_id = $2 and amount = $3 and funding_id is null
                       and created_at > app_now() - interval '1 day'
                     order by created_at desc limit 1 for update skip locked)
        and l.id = a.loan_id and d.agreement_id = a.id and d.kind = 'PP'
      returning a.id, a.expected_interest as "expectedInterest", l.loan_number as "loanNumber",
                d.signature_page as "signaturePage"`,
    [wanted.lenderId, wanted.loanId, wanted.amount, wanted.fundingId],
  )
}

export type NewFunding = {
  lenderId: number
  id: string
  loanId: number
  amount: number
  agreementId: string
  docToken: string
  expectedInterest: number
  signatureSeconds: number
}

export async function insertFunding(tx: Queryable, funding: NewFunding): Promise<void> {
  await run(
    tx,
    'funding.insert',
    `insert into funding (lender_id, id, loan_id, amount, agreement_id, doc_token, expected_interest, sign_before)
     values ($1, $2, $3, $4, $5, $6, $7, app_now() + $8 * interval '1 second')`,
    [
      funding.lenderId,
      funding.id,
      funding.loanId,
      funding.amount,
      funding.agreementId,
      funding.docToken,
      funding.expectedInterest,
      funding.signatureSeconds,
    ],
  )
}

export type FundingState = 'WAITING' | 'SETTLED' | 'REJECTED' | 'EXPIRED'
export type FundingRow = {
  id: string
  lenderId: number
  loanId: number
  loanNumber: string
  amount: number
  agreementId: string
  docToken: string
  state: FundingState
  /** Its time to be signed is over. */
  overdue: boolean
}

const fundingColumns = `f.id, f.lender_id as "lenderId", f.loan_id as "loanId", f.amount, f.agreement_id as "agreementId",
  f.doc_token as "docToken", f.state, f.sign_before <= app_now() as overdue,
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

/** A lender's own funding by the token that names its document. */
export function findFundingByToken(
  db: Queryable,
  lenderId: number,
  docToken: string,
): Promise<FundingRow | undefined> {
  return maybe<FundingRow>(
    db,
    'funding.by_token',
    `select ${fundingColumns} from funding f where f.doc_token = $1 and f.lender_id = $2`,
    [docToken, lenderId],
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
