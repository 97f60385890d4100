import type { LoanType, MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import type { Pagination } from '@pematang/contract/fields'
import { interestTypeNames, interestTypeIds, tenorPeriodIds, tenorPeriodNames } from '../loans/index.ts'
import type { Context } from '../context.ts'
import { documentPath } from '../documents/index.ts'
import { many, one } from '../platform/db/database.ts'
import { paginate } from '../platform/pagination.ts'
import type { InterestType, TenorPeriod } from '../loans/csv/index.ts'

export type MarketplaceQuery = {
  page: number
  limit: number
  tenor?: string | undefined
  /** Loan types joined by commas. */
  loanTypeId?: string | undefined
}

type Row = {
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

/** Offered alone, on this business day, and not yet taken in full. */
const open = `p.status = 'OFFERED' and p.bulk_product_id is null and p.total > p.funded + p.reserved
  and business_day(app_now()) between p.offer_from and p.offer_until
  and ($1::int is null or p.tenor = $1) and ($2::bigint[] is null or p.loan_type_id = any($2))`

/** The loans that are open for funding, the offer that ends first on top. */
export async function listMarketplace(
  context: Context,
  query: MarketplaceQuery,
): Promise<{ list: MarketplaceLoan[]; pagination: Pagination }> {
  const filter = [
    query.tenor ? Number(query.tenor) : null,
    query.loanTypeId ? query.loanTypeId.split(',') : null,
  ]
  const { total } = await one<{ total: number }>(
    context.db,
    'marketplace.count',
    `select count(*) as total from loan_position p where ${open}`,
    filter,
  )
  const rows = await many<Row>(
    context.db,
    'marketplace.page',
    `with page as (
       select loan_id from loan_position p where ${open} order by p.offer_until, p.loan_id limit $3 offset $4
     )
     select l.id as "loanId", l.loan_number as "loanNumber", b.name as "borrowerName", t.id as "loanTypeId",
            t.name as "loanTypeName", p.total, p.minimum, p.total - p.funded - p.reserved as outstanding,
            l.offer_until as "offerUntil", l.interest, l.interest_type as "interestType", l.tenor,
            l.tenor_period as "tenorPeriod", l.grade, l.grade_description as "gradeDescription", l.purpose,
            l.marketing_title as "marketingTitle", l.marketing_detail as "marketingDetail",
            (select s.id from factsheet s where s.loan_id = l.id order by s.version desc limit 1) as factsheet
       from page join loan_position p using (loan_id) join loan l on l.id = p.loan_id
       join borrower b on b.id = l.borrower_id join loan_type t on t.id = l.loan_type_id
      order by p.offer_until, p.loan_id`,
    [...filter, query.limit, (query.page - 1) * query.limit],
  )
  return { list: rows.map(toMarketplaceLoan), pagination: paginate(total, query) }
}

function toMarketplaceLoan(row: Row): MarketplaceLoan {
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

/** The loan products, by name. */
export async function listLoanTypes(context: Context): Promise<{ list: LoanType[] }> {
  const list = await many<LoanType>(
    context.db,
    'marketplace.types',
    'select id as "loanTypeId", name, status from loan_type order by name',
  )
  return { list }
}
