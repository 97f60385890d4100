import { type Queryable, run } from '../../platform/db/database.ts'
import { noticeKinds } from './kinds.ts'
import type { Kind } from './notice-data.ts'

type LoanKind = Extract<Kind, 'AUTO_FUNDED' | 'FUNDINGS_UNMANDATED'>

/** Adds a loan to a lender's notice that collects the events of a day until it is sent. */
export async function gatherLoan(
  tx: Queryable,
  kind: LoanKind,
  { lenderId, id }: { lenderId: number; id: string },
  loan: { loanNumber: string; amount: number },
): Promise<void> {
  await run(
    tx,
    'lenders.notifications.gather_loan',
    `insert into notice (lender_id, id, kind, data, banner, gathering)
     values ($1, $2, $3, $4, $5, true)
         on conflict (lender_id, kind) where gathering
         do update set data = gather_notice(notice.data, excluded.data, false), created_at = app_now(), read_at = null,
                       dismissed_at = null`,
    [
      lenderId,
      id,
      kind,
      JSON.stringify({ count: 1, amount: loan.amount, loans: [loan] }),
      noticeKinds[kind].banner,
    ],
  )
}
