import type { LoanStatusName } from '@pematang/contract/reports/portfolio/endpoints'

export const statusIds: Record<LoanStatusName, number> = {
  FUNDED: 1,
  ACTIVE: 2,
  LATE: 3,
  RESTRUCTURE: 4,
  REPAID: 5,
  WRITTEN_OFF: 6,
  REFUNDED: 7,
}

/**
 * SQL join for the status `s.status` of a funding `f` of a loan `l`. A loan is FUNDED until it is disbursed; then its
 * installments determine the status, until it ends. An overdue installment takes precedence, even if the loan was
 * restructured.
 */
export const withStatus = `
  cross join lateral (
    select case when f.state = 'REFUNDED' then 'REFUNDED'
                when l.disbursed_on is null then 'FUNDED'
                when p.status in ('REPAID', 'WRITTEN_OFF') then p.status
                when exists (select from installment i where i.loan_id = l.id and i.due_date < business_day(app_now())
                                and i.superseded_on is null
                                and i.principal_paid + i.interest_paid < i.principal + i.interest) then 'LATE'
                when p.status = 'RESTRUCTURED' then 'RESTRUCTURE'
                else 'ACTIVE' end as status
      from loan_position p where p.loan_id = l.id
  ) s`
