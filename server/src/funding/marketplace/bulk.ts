import type { BulkLoan, BulkProduct } from '@pematang/contract/funding/bulk/endpoints'
import type { Pagination } from '@pematang/contract/fields'
import type { Context } from '../../context.ts'
import { many, maybe, one, type Queryable } from '../../platform/db/database.ts'
import { paginate } from '../../platform/pagination.ts'
import { required } from '../../platform/refusal.ts'
import { isOpen, joinLoan, loanColumns, type LoanCard, toMarketplaceLoan } from './loan-card.ts'

type Page = { page: number; limit: number }

const productColumns = `b.id as "productId", b.secure_id as "uploadId", b.number as "uploadTransactionNumber",
  b.partner_name as "partnerName", t.name as "loanTypeName", t.id as "loanTypeId", b.loans as "totalLoan",
  b.total as "totalLoanAmount", sums.*,
  (select f.number from bulk_funding f where f.lender_id = $1 and f.product_id = b.id) as "bulkFundingNumber"`

const productWithSums = `bulk_product b join loan_type t on t.id = b.loan_type_id cross join lateral (
    select coalesce(sum(p.funded + p.reserved), 0)::bigint as "totalFunding",
           count(*) filter (where ${isOpen}) as "openLoan",
           coalesce(sum(p.total - p.funded - p.reserved) filter (where ${isOpen}), 0)::bigint as "openLoanAmount",
           (sum(l.interest * p.total) / sum(p.total))::float8 as "interestPercentage",
           min(l.grade) as "firstGrade", max(l.grade) as "lastGrade",
           bool_or(l.grade is null) as "someUngraded"
      from loan_position p join loan l on l.id = p.loan_id where p.bulk_product_id = b.id) as sums`

type Row = Omit<BulkProduct, 'grade' | 'progress_percentage'> & {
  productId: number
  firstGrade: string | null
  lastGrade: string | null
  someUngraded: boolean
}

/** The products with open loans, the newest first; none for a lender to whom bulk products are not offered. */
export async function listBulkProducts(
  { db }: Context,
  lenderId: number,
  page: Page,
): Promise<{ bulkList: BulkProduct[]; isBulkFunding: boolean; pagination: Pagination }> {
  const isBulkFunding = await isOffered(db, lenderId)
  if (!isBulkFunding) return { bulkList: [], isBulkFunding, pagination: paginate(0, page) }
  const { total } = await one<{ total: number }>(
    db,
    'funding.marketplace.bulk_count',
    `select count(*) as total from bulk_product b where b.status = 'OFFERED'
        and exists (select from loan_position p where p.bulk_product_id = b.id and ${isOpen})`,
  )
  const rows = await many<Row>(
    db,
    'funding.marketplace.bulk_page',
    `select ${productColumns} from ${productWithSums}
      where b.status = 'OFFERED' and sums."openLoan" > 0 order by b.created_at desc, b.id limit $2 offset $3`,
    [lenderId, page.limit, (page.page - 1) * page.limit],
  )
  return { bulkList: rows.map(toProduct), isBulkFunding, pagination: paginate(total, page) }
}

/**
 * The open loans of a product, by number.
 * @throws Refusal BULK_NOT_FOUND for a product that is not offered to this lender.
 */
export async function listBulkLoans(
  { db }: Context,
  lenderId: number,
  { bulk_secure_id, ...page }: Page & { bulk_secure_id: string },
): Promise<{ list: BulkLoan[]; product: BulkProduct; pagination: Pagination }> {
  const product = await findProduct(db, lenderId, bulk_secure_id)
  const rows = await many<LoanCard & { secureId: string }>(
    db,
    'funding.marketplace.bulk_loans',
    `with page as (
       select p.loan_id from loan_position p join loan l on l.id = p.loan_id
        where p.bulk_product_id = $1 and ${isOpen} order by l.loan_number limit $2 offset $3
     )
     select l.secure_id as "secureId", ${loanColumns} from page ${joinLoan} order by l.loan_number`,
    [product.productId, page.limit, (page.page - 1) * page.limit],
  )
  const list = rows.map((row) => ({
    ...toMarketplaceLoan(row),
    secure_id: row.secureId,
    partner_name: product.partnerName,
    loan_number: row.loanNumber,
    amount: row.outstanding,
  }))
  return { list, product: toProduct(product), pagination: paginate(product.openLoan, page) }
}

async function isOffered(db: Queryable, lenderId: number): Promise<boolean> {
  const { offered } = await one<{ offered: boolean }>(
    db,
    'funding.marketplace.bulk_offered',
    'select bulk_funding as offered from lender where id = $1',
    [lenderId],
  )
  return offered
}

/**
 * A product that is offered to this lender.
 * @throws Refusal BULK_NOT_FOUND for any other
 */
async function findProduct(db: Queryable, lenderId: number, secureId: string): Promise<Row> {
  const row = await maybe<Row>(
    db,
    'funding.marketplace.bulk_product',
    `select ${productColumns} from ${productWithSums}
      where b.secure_id = $2 and b.status = 'OFFERED' and exists (select from lender where id = $1 and bulk_funding)`,
    [lenderId, secureId],
  )
  return required(row, 'BULK_NOT_FOUND')
}

const toProduct = ({ firstGrade, lastGrade, someUngraded, ...row }: Row): BulkProduct => ({
  ...row,
  progress_percentage: Math.floor((row.totalFunding / row.totalLoanAmount) * 10_000) / 100,
  grade: gradesOf({ firstGrade, lastGrade, someUngraded }),
})

function gradesOf({
  firstGrade,
  lastGrade,
  someUngraded,
}: Pick<Row, 'firstGrade' | 'lastGrade' | 'someUngraded'>): string | null {
  if (firstGrade === null) return null
  const range = firstGrade === lastGrade ? firstGrade : `${firstGrade} - ${lastGrade}`
  return someUngraded ? `${range}, sebagian tanpa rating` : range
}
