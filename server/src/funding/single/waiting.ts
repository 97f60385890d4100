import { many, type Queryable } from '../../platform/db/database.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'
import { required } from '../../platform/refusal.ts'
import { type FundingRequest, requestColumns, requestKey } from './batch-store.ts'
import { findOfferedLoan } from './store.ts'

/** A reservation that waits for its signature, with the parameters of its signing page. */
export type WaitingFunding = {
  docToken: string
  digiSignId: string
  signCoordinatePage: number
  signBefore: Date
}

/**
 * The reservations of these lenders for these loans and amounts that wait for a signature and can still be signed, the
 * newest first. The result is complete only under the lock of the lender's cash account.
 */
export async function findWaiting(
  db: Queryable,
  asked: readonly FundingRequest[],
): Promise<Map<string, WaitingFunding[]>> {
  const distinct = [...new Map(asked.map((one) => [requestKey(one), one])).values()]
  if (distinct.length === 0) return new Map()
  const rows = await many<WaitingFunding & FundingRequest>(
    db,
    'funding.single.waiting',
    `select f.id as "docToken", a.digi_sign_id as "digiSignId", coalesce(a.signature_page, 1) as "signCoordinatePage",
            f.sign_before as "signBefore", f.lender_id as "lenderId", f.loan_id as "loanId", f.amount
       from ${unnestRows(requestColumns)}
       join funding f using (lender_id, loan_id, amount) join agreement a on a.id = f.id
       join loan_position p on p.loan_id = f.loan_id
      where f.state = 'WAITING' and f.sign_before > app_now() and p.status <> 'CANCELLED'
      order by f.created_at desc, f.id desc`,
    manyRows(requestColumns, distinct),
  )
  return Map.groupBy(rows, requestKey)
}

/**
 * The reservations of one lender for a loan by its number, as in `findWaiting`.
 * @throws Refusal LOAN_NOT_FOUND for a loan that this lender was never offered.
 */
export async function waitingOf(
  db: Queryable,
  { lenderId, loanNumber, amount }: { lenderId: number; loanNumber: string; amount: number },
): Promise<WaitingFunding[]> {
  const { loanId } = required(await findOfferedLoan(db, lenderId, loanNumber), 'LOAN_NOT_FOUND')
  const asked = { lenderId, loanId, amount }
  return (await findWaiting(db, [asked])).get(requestKey(asked)) ?? []
}
