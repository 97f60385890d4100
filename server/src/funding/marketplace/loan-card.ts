import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { documentPath } from '../../documents/index.ts'
import {
  interestTypeIds,
  interestTypeNames,
  tenorPeriodIds,
  tenorPeriodNames,
  type InterestType,
  type TenorPeriod,
} from '../../books/index.ts'

/** The data of a loan's card; amounts in whole rupiah. */
export type LoanCard = {
  loanId: number
  loanNumber: string
  borrowerName: string
  loanTypeId: number
  loanTypeName: string
  total: number
  minimum: number
  outstanding: number
  offerUntil: string
  interest: string
  interestType: InterestType
  tenor: number
  tenorPeriod: TenorPeriod
  grade: string | null
  gradeDescription: string | null
  purpose: string | null
  marketingTitle: string | null
  marketingDetail: string | null
  factsheet: string | null
}

/** SQL condition on `loan_position p` for an open loan: offered, on this business day, and not yet funded in full. */
export const isOpen = `p.status = 'OFFERED' and p.total > p.funded + p.reserved
  and business_day(app_now()) between p.offer_from and p.offer_until`

/** SQL columns of a card; they need the joins of `joinLoan` to `page (loan_id)`. */
export const loanColumns = `l.id as "loanId", l.loan_number as "loanNumber", b.name as "borrowerName", t.id as "loanTypeId",
            t.name as "loanTypeName", p.total, p.minimum, p.total - p.funded - p.reserved as outstanding,
            p.offer_until as "offerUntil", l.interest, l.interest_type as "interestType", l.tenor,
            l.tenor_period as "tenorPeriod", l.grade, l.grade_description as "gradeDescription", l.purpose,
            l.marketing_title as "marketingTitle", l.marketing_detail as "marketingDetail",
            (select s.id from factsheet s where s.loan_id = l.id order by s.version desc limit 1) as factsheet`
export const joinLoan = `join loan_position p using (loan_id) join loan l on l.id = p.loan_id
       join borrower b on b.id = l.borrower_id join loan_type t on t.id = l.loan_type_id`

export function toMarketplaceLoan(row: LoanCard): MarketplaceLoan {
  return {
    loanId: row.loanId,
    borrowerName: row.borrowerName,
    loanNumber: row.loanNumber,
    loanTypeId: row.loanTypeId,
    loanTypeName: row.loanTypeName,
    loanStatusId: 1,
    loanStatusName: 'OFFERED',
    dueDate: row.offerUntil,
    totalLoan: row.total,
    minimumFunding: row.minimum,
    outstandingFunding: row.outstanding,
    grade: row.grade,
    gradeDescription: row.gradeDescription,
    tenor: row.tenor,
    tenorPeriodId: tenorPeriodIds[row.tenorPeriod],
    tenorPeriodName: tenorPeriodNames[row.tenorPeriod],
    interestPercentage: Number(row.interest),
    interestType: interestTypeIds[row.interestType],
    interestTypeName: interestTypeNames[row.interestType],
    marketingDescTitle: row.marketingTitle,
    marketingDescDetail: row.marketingDetail,
    factsheetUrl: row.factsheet && documentPath(row.factsheet),
    progressPercentage: Math.floor(((row.total - row.outstanding) / row.total) * 10_000) / 100,
    purposeLoan: row.purpose,
  }
}
