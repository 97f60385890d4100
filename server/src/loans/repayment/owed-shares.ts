import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { balanceOn } from './balance.ts'
import { shareOut } from '../../books/index.ts'

type Loan = {
  loanId: number
  today: string
  penaltyPpmPerDay: number
  penaltyRoom: number
  disbursedOn: string
}

/** A funding's share of the penalty that its loan owes today, in whole rupiah, by installment number. */
export async function owedShares(db: Queryable, fundingId: string): Promise<Map<number, number>> {
  const loan = await maybe<Loan>(
    db,
    'loans.repayment.penalty_terms',
    `select s.loan_id as "loanId", business_day(app_now()) as today, s.penalty_ppm_per_day as "penaltyPpmPerDay",
            s.penalty_limit - s.penalty_paid as "penaltyRoom", s.disbursed_on as "disbursedOn"
       from funding f join loan_servicing s on s.loan_id = f.loan_id where f.id = $1`,
    [fundingId],
  )
  if (!loan) return new Map()
  const { penalties } = await balanceOn(db, loan, loan.today)
  if (penalties.size === 0) return new Map()
  const fundings = await many<{ id: string; amount: number }>(
    db,
    'loans.repayment.amounts',
    `select f.id, f.amount from funding_balance b
       join funding f on f.lender_id = b.lender_id and f.id = b.funding_id
      where b.loan_id = $1 order by b.funding_id`,
    [loan.loanId],
  )
  const place = fundings.findIndex(({ id }) => id === fundingId)
  const amounts = fundings.map(({ amount }) => amount)
  return new Map([...penalties].map(([no, penalty]) => [no, shareOut(penalty, amounts)[place] ?? 0]))
}
