import { many, type Queryable, run } from '../../platform/db/database.ts'
import type { FundedLoan } from '../disburse-store.ts'
import type { TakenPart } from './take-over.ts'

/** A loan before it is taken over; `takenOver` where it was. */
export type DraftLoan = FundedLoan & {
  /** It belongs to a bulk product and is offered with it. */
  ofProduct: boolean
  takenOver: { hash: Buffer; fundings: number } | null
}

/** Loans by number, with what is known of their take-over. */
export async function findDraftLoans(
  tx: Queryable,
  loanNumbers: readonly string[],
): Promise<Map<string, DraftLoan>> {
  const rows = await many<Omit<DraftLoan, 'takenOver'> & { hash: Buffer | null; fundings: number | null }>(
    tx,
    'take_over.loans',
    `select l.id as "loanId", l.loan_number as "loanNumber", p.status, p.total, p.escrow_account as "escrowAccount",
            l.interest, l.interest_type as "interestType", l.tenor, l.tenor_period as "tenorPeriod",
            p.bulk_product_id is not null as "ofProduct", t.source_hash as hash, t.fundings
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

/** Lenders by phone number. */
export async function lendersByPhone(tx: Queryable, phones: readonly string[]): Promise<Map<string, number>> {
  const rows = await many<{ phone: string; id: number }>(
    tx,
    'take_over.lenders',
    'select phone, id from lender where phone = any($1)',
    [phones],
  )
  return new Map(rows.map(({ phone, id }) => [phone, id]))
}

/** Which of these names of agreements are in the archive already. */
export async function usedReferences(tx: Queryable, references: readonly string[]): Promise<Set<string>> {
  const rows = await many<{ reference: string }>(
    tx,
    'take_over.references',
    'select reference from archived_agreement where reference = any($1)',
    [references],
  )
  return new Set(rows.map(({ reference }) => reference))
}

/** A loan that is taken over, with the fundings that its parts become. */
export type TakenOver = {
  loan: DraftLoan
  hash: Buffer
  fundings: (TakenPart & { id: string; lenderId: number; account: number; expectedInterest: number })[]
}

/** Drafts become FUNDED, in the order of their ids; gives how many were drafts. */
export async function claimLoans(tx: Queryable, loanIds: readonly number[]): Promise<number> {
  return run(
    tx,
    'take_over.claim',
    `with held as (
       select loan_id from loan_position where loan_id = any($1) and status = 'DRAFT' and bulk_product_id is null
        order by loan_id for no key update
     )
     update loan_position p set status = 'FUNDED', funded = p.total from held where p.loan_id = held.loan_id`,
    [loanIds],
  )
}

/**
 * Writes the take-overs with the archived agreements and the fundings.
 * @returns false where another request has archived one of the agreements meanwhile.
 */
export async function insertTakenOver(tx: Queryable, taken: readonly TakenOver[]): Promise<boolean> {
  await run(
    tx,
    'take_over.insert',
    `insert into loan_take_over (loan_id, source_hash, fundings)
     select * from unnest($1::bigint[], $2::bytea[], $3::int[])`,
    [
      taken.map(({ loan }) => loan.loanId),
      taken.map(({ hash }) => hash),
      taken.map(({ fundings }) => fundings.length),
    ],
  )
  const rows = taken.flatMap(({ loan, fundings }) =>
    fundings.map((funding) => ({ ...funding, loanId: loan.loanId })),
  )
  const archived = await run(
    tx,
    'take_over.archive',
    `insert into archived_agreement (funding_id, lender_id, loan_id, amount, signed_on, reference, sha256)
     select id, lender_id, loan_id, amount, signed_on, reference, decode(sha256, 'hex')
       from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::date[], $6::text[], $7::text[])
         as row (id, lender_id, loan_id, amount, signed_on, reference, sha256)
      order by reference on conflict (reference) do nothing`,
    [
      rows.map(({ id }) => id),
      rows.map(({ lenderId }) => lenderId),
      rows.map(({ loanId }) => loanId),
      rows.map(({ amount }) => amount),
      rows.map(({ signedOn }) => signedOn),
      rows.map(({ agreement }) => agreement.reference),
      rows.map(({ agreement }) => agreement.sha256),
    ],
  )
  // The lender funded on the day that he signed, in Jakarta.
  await run(
    tx,
    'take_over.fundings',
    `insert into funding (lender_id, id, loan_id, amount, state, created_at, expected_interest, sign_before, ended_at)
     select lender_id, id, loan_id, amount, 'SETTLED', signed_on::timestamp at time zone 'Asia/Jakarta', interest,
            app_now(), app_now()
       from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::date[], $6::bigint[])
         as row (id, lender_id, loan_id, amount, signed_on, interest)`,
    [
      rows.map(({ id }) => id),
      rows.map(({ lenderId }) => lenderId),
      rows.map(({ loanId }) => loanId),
      rows.map(({ amount }) => amount),
      rows.map(({ signedOn }) => signedOn),
      rows.map(({ expectedInterest }) => expectedInterest),
    ],
  )
  // A funding that counts from its first moment is not seen ending: see funding_ended.
  await many(tx, 'take_over.read', 'select refresh_portfolio($1::bigint[], $2::uuid[])', [
    rows.map(({ lenderId }) => lenderId),
    rows.map(({ id }) => id),
  ])
  return archived === rows.length
}
