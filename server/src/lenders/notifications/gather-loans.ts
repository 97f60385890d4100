import { type Queryable, run } from '../../platform/db/database.ts'
import { noticeKinds } from './kinds.ts'
import type { Kind } from './notice-data.ts'

type LoanKind = Extract<Kind, 'AUTO_FUNDED' | 'FUNDINGS_UNMANDATED'>
type To = { lenderId: number; id: string }
type FundedLoan = { loanNumber: string; amount: number }

const dataOf = (loan: FundedLoan): string => JSON.stringify({ count: 1, amount: loan.amount, loans: [loan] })

/** Adds a loan to a lender's notice that collects the events of a day until it is sent. */
export async function gatherLoan(tx: Queryable, kind: LoanKind, to: To, loan: FundedLoan): Promise<void> {
  await run(
    tx,
    'lenders.notifications.gather_loan',
    `insert into notice (lender_id, id, kind, data, banner, gathering)
     values ($1, $2, $3, $4, $5, true)
         on conflict (lender_id, kind) where gathering
         do update set data = gather_notice(notice.data, excluded.data, false), created_at = app_now(), read_at = null,
                       dismissed_at = null`,
    [to.lenderId, to.id, kind, dataOf(loan), noticeKinds[kind].banner],
  )
}

/**
 * Notifies a lender that an operator revoked their mandates. Until it is sent the notice takes up the fundings that are
 * cancelled for it, so that a revocation is one notice.
 */
export async function notifyRevocation(tx: Queryable, to: To, numbers: readonly string[]): Promise<void> {
  await run(
    tx,
    'lenders.notifications.revocation',
    `insert into notice (lender_id, id, kind, data, banner, gathering)
     values ($1, $2, 'MANDATE_REVOKED', $3, $4, true)
         on conflict (lender_id, kind) where gathering
         do update set data = notice.data || jsonb_build_object('number',
                                concat_ws(' dan ', notice.data ->> 'number', excluded.data ->> 'number')),
                       created_at = app_now(), read_at = null, dismissed_at = null`,
    [
      to.lenderId,
      to.id,
      JSON.stringify({ number: numbers.join(' dan '), count: 0, amount: 0, loans: [] }),
      noticeKinds.MANDATE_REVOKED.banner,
    ],
  )
}

/** Adds a funding that ended with its mandate to the notice about the revocation, or to one about such fundings. */
export async function gatherUnmandated(tx: Queryable, to: To, loan: FundedLoan): Promise<void> {
  const isAdded = await run(
    tx,
    'lenders.notifications.gather_revoked',
    `update notice set data = gather_notice(data, $2, false), created_at = app_now(), read_at = null, dismissed_at = null
      where lender_id = $1 and kind = 'MANDATE_REVOKED' and gathering`,
    [to.lenderId, dataOf(loan)],
  )
  if (isAdded === 0) await gatherLoan(tx, 'FUNDINGS_UNMANDATED', to, loan)
}
