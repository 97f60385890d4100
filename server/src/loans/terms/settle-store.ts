import { many, type Queryable, run } from '../../platform/db/database.ts'
import type { UnpaidInstallment } from '../repayment/index.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'

/** Ends these installments on that day: from then on they no longer count. */
export async function supersede(
  tx: Queryable,
  loanId: number,
  numbers: readonly number[],
  on: BusinessDate,
): Promise<void> {
  await run(
    tx,
    'loans.terms.supersede_by_settlement',
    `update installment set superseded_on = $3 where loan_id = $1 and no = any($2)`,
    [loanId, numbers, on],
  )
}

/** What a funding is still owed, in whole rupiah: all its principal, and its shares in certain installments. */
export type StillOwed = {
  /** Who funded it, whoever holds it now. */
  lenderId: number
  fundingId: string
  principalDue: number
  principal: number
  interest: number
}

/** What each funding of a loan is still owed, with its shares in these installments, in the order of the fundings. */
export function stillOwed(
  tx: Queryable,
  loanId: number,
  installments: readonly UnpaidInstallment[],
): Promise<StillOwed[]> {
  return many<StillOwed>(
    tx,
    'loans.terms.still_owed',
    `select f.lender_id as "lenderId", b.funding_id as "fundingId", b.principal_due as "principalDue",
            coalesce(sum(s.principal[n.no - s.first_no + 1] - got.principal), 0)::bigint as principal,
            coalesce(sum(s.interest[n.no - s.first_no + 1] - got.interest), 0)::bigint as interest
       from funding_balance b
       join funding f on f.id = b.funding_id
       left join unnest($2::smallint[], $3::smallint[]) as n (no, version) on true
       left join funding_schedule s
         on s.lender_id = f.lender_id and s.funding_id = b.funding_id and s.version = n.version
       left join lateral (
         select coalesce(sum(r.principal), 0) as principal, coalesce(sum(r.interest), 0) as interest
           from funding_balance held
           join lender_repayment r on r.lender_id = held.lender_id and r.funding_id = held.funding_id and r.no = n.no
          where held.loan_id = $1 and held.funding_id = b.funding_id
       ) got on true
      where b.loan_id = $1 and b.lender_id = holder_of(b.funding_id)
      group by f.lender_id, b.funding_id, b.principal_due order by b.funding_id`,
    [loanId, installments.map(({ no }) => no), installments.map(({ version }) => version)],
  )
}
