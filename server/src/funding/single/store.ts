import { validate as isUuid } from 'uuid'
import type { AgreementSnapshot, BorrowerConsent } from '../../documents/index.ts'
import { mandateOfFunding } from '../mandate/index.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { AllocationOrder, InterestType, TenorPeriod } from '../../books/index.ts'
import { type LoanPosition, positionColumns, wasOfferedAlone } from './batch-store.ts'

/** Adds an amount to the reserved amount of a loan; a negative one reduces it. */
export async function addReserved(tx: Queryable, loanId: number, amount: number): Promise<void> {
  await run(
    tx,
    'funding.single.reserve',
    'update loan_position set reserved = reserved + $2 where loan_id = $1',
    [loanId, amount],
  )
}

/** Moves an amount of a loan from reserved to funded. The loan is FUNDED once its total is reached. */
export async function moveReservedToFunded(tx: Queryable, loanId: number, amount: number): Promise<void> {
  await run(
    tx,
    'funding.single.fund',
    `update loan_position set reserved = reserved - $2, funded = funded + $2,
            status = case when funded + $2 = total then 'FUNDED' else status end
      where loan_id = $1`,
    [loanId, amount],
  )
}

/** The escrow account of a loan, which collects the money of its fundings. */
export async function escrowOf(tx: Queryable, loanId: number): Promise<number> {
  const { account } = await one<{ account: number }>(
    tx,
    'funding.single.escrow',
    'select escrow_account as account from loan_position where loan_id = $1',
    [loanId],
  )
  return account
}

/** The part of an agreement's content that depends on the loan. */
export type LoanTerms = {
  /** Version number that increases with every change of the terms. */
  termsVersion: number
  total: number
  loanNumber: string
  borrowerName: string
  consent: BorrowerConsent | null
  loanTypeName: string
  purpose: string | null
  grade: string | null
  interest: string
  interestType: InterestType
  tenor: number
  tenorPeriod: TenorPeriod
  /** The current last day of the offer. */
  offerUntil: string
  allocation: AllocationOrder
  penaltyPpmPerDay: number
  penaltyMaximumPpm: number
  /** The rule for the loan after its offer ends; null if it was never published here. */
  offerEnd: OfferEnd | null
}

type OfferEnd = NonNullable<AgreementSnapshot['offerEnd']>

export type OfferedLoan = LoanPosition & LoanTerms

const termsColumns = `p.total, l.loan_number as "loanNumber", b.name as "borrowerName", t.name as "loanTypeName", l.purpose,
  l.grade, l.interest, l.interest_type as "interestType", l.tenor, l.tenor_period as "tenorPeriod",
  terms.allocation, terms.penalty_ppm_per_day as "penaltyPpmPerDay",
  terms.penalty_maximum_ppm as "penaltyMaximumPpm",
  p.offer_until as "offerUntil",
  (select json_build_object('extendDays', r.extend_days, 'extensions', r.extend_times - (
              select count(*) from offer_end e where e.loan_id = l.id and e.decision = 'EXTENDED'),
            'payOutShare', r.pay_out_share_ppm / 1e6, 'payOutDays', r.pay_out_days)
     from offer_rule r where r.loan_id = l.id) as "offerEnd",
  case when l.consent_reference is not null then json_build_object('reference', l.consent_reference,
    'provider', l.consent_provider, 'sha256', encode(l.consent_sha256, 'hex'),
    'at', to_char(l.consent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as consent`
const joinTerms = `join loan_position p on p.loan_id = l.id join borrower b on b.id = l.borrower_id
  join loan_type t on t.id = l.loan_type_id join loan_terms terms on terms.loan_id = l.id`

/** A loan that is offered to this lender, alone or in a bulk product. */
export function findOfferedLoan(
  db: Queryable,
  lenderId: number,
  loanNumber: string,
): Promise<OfferedLoan | undefined> {
  return maybe<OfferedLoan>(
    db,
    'funding.single.offered_loan',
    `select ${positionColumns}, ${termsColumns} from loan l ${joinTerms}
      where l.loan_number = $1
        and (${wasOfferedAlone} or exists (
          select from bulk_product product join lender on lender.id = $2 and lender.bulk_funding
           where product.id = p.bulk_product_id and product.status = 'OFFERED'))`,
    [loanNumber, lenderId],
  )
}

/** The terms of many loans, whether they are offered alone or in a bulk product. */
export async function termsOfLoans(
  db: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, LoanTerms & { escrow: number }>> {
  const rows = await many<LoanTerms & { loanId: number; escrow: number }>(
    db,
    'funding.single.loan_terms',
    `select l.id as "loanId", p.escrow_account as escrow, p.terms_version as "termsVersion", ${termsColumns} from loan l ${joinTerms}
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
  /** The version of the loan's terms in the snapshot. */
  termsVersion: number
  /** The page for the signature; null if the agreement has none. */
  signaturePage: number | null
}

/** Stores the content of two agreements, which never changes afterwards. */
export const insertAgreement = (tx: Queryable, agreement: NewAgreement): Promise<void> =>
  insertAgreements(tx, [agreement])

/** `insertAgreement` for many fundings. */
export async function insertAgreements(tx: Queryable, agreements: readonly NewAgreement[]): Promise<void> {
  const rows = agreements.map(({ id, lenderId, loanId, snapshot, termsVersion, signaturePage }) => ({
    id,
    lender_id: lenderId,
    loan_id: loanId,
    amount: snapshot.amount,
    number: snapshot.agreementNumber,
    loan_number: snapshot.loan.loanNumber,
    signature_page: signaturePage,
    digi_sign_id: snapshot.lender.digiSignId,
    snapshot,
    expected_interest: expectedInterest(snapshot),
    terms_version: termsVersion,
    tax_rate_ppm: Math.round(snapshot.taxRate * 1_000_000),
  }))
  await run(
    tx,
    'funding.single.insert_agreements',
    `insert into agreement (id, lender_id, loan_id, amount, number, loan_number, signature_page, digi_sign_id,
                            snapshot, expected_interest, terms_version, tax_rate_ppm)
     select * from json_to_recordset($1) as row (id uuid, lender_id bigint, loan_id bigint, amount bigint, number text,
              loan_number text, signature_page smallint, digi_sign_id text, snapshot jsonb, expected_interest bigint,
              terms_version integer, tax_rate_ppm integer)`,
    [JSON.stringify(rows)],
  )
}

/** Gross interest over the whole term by the schedule of an agreement, in whole rupiah. */
export const expectedInterest = ({ schedule }: AgreementSnapshot): number =>
  schedule.reduce((sum, installment) => sum + installment.interest, 0)

export type FundingState = 'WAITING' | 'SETTLED' | 'REJECTED' | 'EXPIRED' | 'REFUNDED' | 'CANCELLED'
export type FundingRow = {
  id: string
  lenderId: number
  loanId: number
  loanNumber: string
  amount: number
  state: FundingState
  signBefore: Date
  overdue: boolean
  /** Seconds until then, rounded up; 0 once it is over. */
  secondsLeft: number
  cancelled: boolean
  /** Code of the reason why the funding ended or is about to end; null if the state alone is enough. */
  endReason: string | null
  /** The mandate of an automatic funding; null if the lender made it themselves. */
  mandateId: string | null
}

const fundingColumns = `f.id, f.lender_id as "lenderId", f.loan_id as "loanId", f.amount, f.state, f.sign_before as "signBefore", f.sign_before <= app_now() as overdue, f.end_reason as "endReason",
  ceil(greatest(0, extract(epoch from f.sign_before - app_now())))::int as "secondsLeft",
  (select p.status = 'CANCELLED' from loan_position p where p.loan_id = f.loan_id) as cancelled,
  (select loan_number from loan l where l.id = f.loan_id) as "loanNumber", ${mandateOfFunding}`

/**
 * Locks a funding until the end of the transaction, before any other row that belongs to it. It is then read by a
 * second statement: the one that waited for the lock would still see the loan's old state.
 */
export async function lockFunding(tx: Queryable, id: string): Promise<FundingRow | undefined> {
  await run(tx, 'funding.single.lock', 'select from funding where id = $1 for update', [id])
  return findFunding(tx, id)
}

export function findFunding(db: Queryable, id: string): Promise<FundingRow | undefined> {
  return maybe<FundingRow>(
    db,
    'funding.single.find',
    `select ${fundingColumns} from funding f where f.id = $1`,
    [id],
  )
}

/** A lender's own funding by the token of its document to sign, which equals the funding's id. */
export function findFundingByToken(
  db: Queryable,
  lenderId: number,
  docToken: string,
): Promise<FundingRow | undefined> {
  if (!isUuid(docToken)) return Promise.resolve(undefined)
  return maybe<FundingRow>(
    db,
    'funding.single.by_token',
    `select ${fundingColumns} from funding f where f.lender_id = $1 and f.id = $2`,
    [lenderId, docToken],
  )
}

/** @param reason code of why there is no signature, if the state alone does not say it */
export async function endFunding(
  tx: Queryable,
  id: string,
  state: Exclude<FundingState, 'WAITING'>,
  reason: string | null = null,
): Promise<void> {
  await run(
    tx,
    'funding.single.end',
    'update funding set state = $2, ended_at = app_now(), end_reason = coalesce($3, end_reason) where id = $1',
    [id, state, reason],
  )
}
