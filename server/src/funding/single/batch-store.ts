import {
  type LenderState,
  joinLimits,
  type LimitColumns,
  limitColumns,
  type LimitRecord,
  limitReaders,
  limitRecordColumns,
  hasAcceptedRisk,
} from '../../lenders/index.ts'
import { arrayLiteral } from '../../platform/db/array-literal.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'

/** The figures of a loan by which a funding is accepted or refused; amounts in whole rupiah. */
export type LoanPosition = {
  loanId: number
  open: boolean
  minimum: number
  outstanding: number
  /** The version of the loan's terms. An agreement of another version is outdated. */
  termsVersion: number
}

export const positionColumns = `p.loan_id as "loanId", p.minimum, p.terms_version as "termsVersion", p.total - p.funded - p.reserved as outstanding,
  p.status = 'OFFERED' and business_day(app_now()) between p.offer_from and p.offer_until as open`

/** SQL condition: the loan is on offer, or comes back to it where a funding of it is released. */
export const stillOffered = `p.status = 'OFFERED' and business_day(app_now()) <= p.offer_until`

/**
 * SQL condition: the loan was offered by itself. A loan that never was, or only within a bulk product, is reported as
 * not found, as on the marketplace.
 */
export const wasOfferedAlone = `p.status not in ('DRAFT', 'DELETED') and p.alone`

/**
 * Locks the positions of these loans until the transaction ends, in the order of their ids, without loans that were
 * never offered by themselves.
 */
export async function lockPositions(
  tx: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, LoanPosition>> {
  const rows = await many<LoanPosition>(
    tx,
    'funding.single.lock_positions',
    `select ${positionColumns} from loan_position p
      where p.loan_id = any($1) and ${wasOfferedAlone} order by p.loan_id for no key update`,
    [arrayLiteral([...new Set(loanIds)])],
  )
  return new Map(rows.map((row) => [row.loanId, row]))
}

/** The loans with these numbers that were offered by themselves. Nothing is locked. */
export async function offeredByNumber(
  db: Queryable,
  loanNumbers: readonly string[],
): Promise<Map<string, LoanPosition>> {
  const rows = await many<LoanPosition & { loanNumber: string }>(
    db,
    'funding.single.offered_by_number',
    `select l.loan_number as "loanNumber", ${positionColumns} from loan l join loan_position p on p.loan_id = l.id
      where l.loan_number = any($1) and ${wasOfferedAlone}`,
    [loanNumbers],
  )
  return new Map(rows.map((row) => [row.loanNumber, row]))
}

export type FundingRequest = { lenderId: number; loanId: number; amount: number }

export const requestKey = ({ lenderId, loanId, amount }: FundingRequest): string =>
  `${lenderId} ${loanId} ${amount}`

export type UnusedAgreement = LimitColumns & {
  id: string
  expectedInterest: number
  loanNumber: string
  signaturePage: number
  digiSignId: string
  termsVersion: number
  /** Whether the lender's tax rate is still the one in the agreement. */
  taxStands: boolean
  /** Whether the lender has downloaded both documents. */
  read: boolean
  /** How many seconds the funding waits for its signature, by the agreement; null if the agreement does not say. */
  signatureSeconds: number | null
  /** The state of the lender, read under the lock of the cash account, which a suspension takes too. */
  lenderState: LenderState
  hasAcceptedRisk: boolean
  /** Whether it is signed by hash, without a page on which the lender proves themselves to a provider. */
  signsByHash: boolean
}

export const requestColumns = { lenderId: 'bigint', loanId: 'bigint', amount: 'bigint' } as const

/**
 * The unused agreements that these lenders were shown for these loans and amounts in the last day, the newest first. An
 * agreement is used once money was held under its id, for a single or a bulk funding. The lock of the lender's cash
 * account protects the agreements too.
 */
export async function findAgreements(
  tx: Queryable,
  asked: readonly FundingRequest[],
): Promise<Map<string, UnusedAgreement[]>> {
  const distinct = [...new Map(asked.map((one) => [requestKey(one), one])).values()]
  const found = await many<UnusedAgreement & FundingRequest>(
    tx,
    'funding.single.agreements',
    `select a.id, a.lender_id as "lenderId", a.loan_id as "loanId", a.amount, a.loan_number as "loanNumber",
            a.expected_interest as "expectedInterest", a.signature_page as "signaturePage",
            a.digi_sign_id as "digiSignId", a.terms_version as "termsVersion",
            a.tax_rate_ppm is null or a.tax_rate_ppm = l.tax_rate_ppm as "taxStands",
            (select count(*) from agreement_opening o where o.agreement_id = a.id) = 2 as read,
            (a.snapshot ->> 'signatureSeconds')::integer as "signatureSeconds",
            l.state as "lenderState", l.dgsign_type = 'XIGNATURE' as "signsByHash", ${hasAcceptedRisk} as "hasAcceptedRisk", ${limitColumns}
       from ${unnestRows(requestColumns)}
       join agreement a using (lender_id, loan_id, amount) join lender l on l.id = a.lender_id ${joinLimits}
      where a.created_at > app_now() - interval '1 day'
        and not exists (select from hold h where h.id = a.id)
      order by a.created_at desc, a.id desc`,
    manyRows(requestColumns, distinct),
  )
  return Map.groupBy(found, requestKey)
}

export type NewFunding = FundingRequest & {
  id: string
  expectedInterest: number
  signatureSeconds: number
  limits: LimitRecord | null
}

const fundingColumns = {
  lenderId: 'bigint',
  id: 'uuid',
  loanId: 'bigint',
  amount: 'bigint',
  expectedInterest: 'bigint',
  signatureSeconds: 'integer',
  ...limitRecordColumns,
} as const

export async function insertFundings(tx: Queryable, fundings: readonly NewFunding[]): Promise<void> {
  await run(
    tx,
    'funding.single.insert',
    `insert into funding (lender_id, id, loan_id, amount, expected_interest, sign_before, ${columnNames(limitRecordColumns)})
     select lender_id, id, loan_id, amount, expected_interest, app_now() + signature_seconds * interval '1 second',
            ${columnNames(limitRecordColumns)}
       from ${unnestRows(fundingColumns)}`,
    manyRows(fundingColumns, fundings, {
      ...limitReaders,
      lenderId: ({ lenderId }) => lenderId,
      id: ({ id }) => id,
      loanId: ({ loanId }) => loanId,
      amount: ({ amount }) => amount,
      expectedInterest: ({ expectedInterest }) => expectedInterest,
      signatureSeconds: ({ signatureSeconds }) => signatureSeconds,
    }),
  )
}

/** Adds the fundings to the reserved amounts of their loans. A loan with several of these fundings is updated once. */
export async function addReservedToMany(tx: Queryable, fundings: readonly FundingRequest[]): Promise<void> {
  await run(
    tx,
    'funding.single.reserve_many',
    `update loan_position p set reserved = p.reserved + row.amount
       from (select loan_id, sum(amount)::bigint as amount from unnest($1::bigint[], $2::bigint[]) as one (loan_id, amount)
              group by loan_id) as row
      where p.loan_id = row.loan_id`,
    [arrayLiteral(fundings.map((one) => one.loanId)), arrayLiteral(fundings.map((one) => one.amount))],
  )
}
