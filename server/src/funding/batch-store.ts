import { many, type Queryable, run } from '../platform/db/database.ts'

/** The numbers of a loan that a funding decides on, in whole rupiah. */
export type LoanPosition = {
  loanId: number
  /** Offered on this business day. */
  open: boolean
  minimum: number
  outstanding: number
}

export const positionColumns = `p.loan_id as "loanId", p.minimum, p.total - p.funded - p.reserved as outstanding,
  p.status = 'OFFERED' and business_day(app_now()) between p.offer_from and p.offer_until as open`

/** As on the marketplace, a loan that was never offered, or that only its bulk product offers, is not there. */
export const wasOfferedAlone = `p.status <> 'DRAFT' and p.alone`

/**
 * Locks the positions of loans that were offered alone until the end of the transaction, in the order of their ids.
 */
export async function lockPositions(
  tx: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, LoanPosition>> {
  const rows = await many<LoanPosition>(
    tx,
    'funding.lock_positions',
    `select ${positionColumns} from loan_position p
      where p.loan_id = any($1) and ${wasOfferedAlone} order by p.loan_id for no key update`,
    [[...new Set(loanIds)]],
  )
  return new Map(rows.map((row) => [row.loanId, row]))
}

type Wanted = { lenderId: number; loanId: number; amount: number }

/** Names what an agreement is for. */
export const wanted = ({ lenderId, loanId, amount }: Wanted): string => `${lenderId} ${loanId} ${amount}`

export type UnusedAgreement = {
  id: string
  expectedInterest: number
  loanNumber: string
  signaturePage: number
  digiSignId: string
}

/**
 * The unused agreements that these lenders were shown for these loans and amounts in the last day, the newest
 * first: money that was ever held for one, alone or in a bulk funding, has its id. Whoever holds the lender's cash
 * account holds them too, so they need no lock of their own.
 */
export async function findAgreements(
  tx: Queryable,
  asked: readonly Wanted[],
): Promise<Map<string, UnusedAgreement[]>> {
  const distinct = [...new Map(asked.map((one) => [wanted(one), one])).values()]
  const rows = await many<UnusedAgreement & Wanted>(
    tx,
    'funding.agreements',
    `select a.id, a.lender_id as "lenderId", a.loan_id as "loanId", a.amount, a.loan_number as "loanNumber",
            a.expected_interest as "expectedInterest", a.signature_page as "signaturePage",
            a.digi_sign_id as "digiSignId"
       from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as asked (lender_id, loan_id, amount)
       join agreement a using (lender_id, loan_id, amount)
      where a.created_at > app_now() - interval '1 day'
        and not exists (select from hold h where h.id = a.id)
      order by a.created_at desc, a.id desc`,
    [
      distinct.map((one) => one.lenderId),
      distinct.map((one) => one.loanId),
      distinct.map((one) => one.amount),
    ],
  )
  return Map.groupBy(rows, wanted)
}

export type NewFunding = Wanted & {
  id: string
  expectedInterest: number
  signatureSeconds: number
}

export async function insertFundings(tx: Queryable, fundings: readonly NewFunding[]): Promise<void> {
  await run(
    tx,
    'funding.insert',
    `insert into funding (lender_id, id, loan_id, amount, expected_interest, sign_before)
     select lender_id, id, loan_id, amount, expected_interest, app_now() + seconds * interval '1 second'
       from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::int[])
         as row (lender_id, id, loan_id, amount, expected_interest, seconds)`,
    [
      fundings.map((one) => one.lenderId),
      fundings.map((one) => one.id),
      fundings.map((one) => one.loanId),
      fundings.map((one) => one.amount),
      fundings.map((one) => one.expectedInterest),
      fundings.map((one) => one.signatureSeconds),
    ],
  )
}

/** Counts the fundings as reserved on their loans; a loan that many fund at once is written once. */
export async function addReservedMany(tx: Queryable, fundings: readonly Wanted[]): Promise<void> {
  await run(
    tx,
    'funding.reserve_many',
    `update loan_position p set reserved = p.reserved + row.amount
       from (select loan_id, sum(amount)::bigint as amount from unnest($1::bigint[], $2::bigint[]) as one (loan_id, amount)
              group by loan_id) as row
      where p.loan_id = row.loan_id`,
    [fundings.map((one) => one.loanId), fundings.map((one) => one.amount)],
  )
}
