import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { cutPage, type Page } from '../../platform/pages.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'

/** A borrower's payment and its allocation, in whole rupiah. */
export type RepaymentOverview = {
  paymentId: string
  reference: string
  loanNumber: string
  borrowerNumber: string
  borrowerName: string
  paidOn: BusinessDate
  recordedAt: Date
  amount: number
  principal: number
  interest: number
  penalty: number
  fee: number
  excess: number
  /** What the platform added to it to close an installment. */
  rounding: number
  /** The tax withheld from the lenders' interest. */
  tax: number
  settlesEarly: boolean
  /** REVERSED: the payment was reversed. REVERSAL: it is the reversal of another payment, with negative amounts. */
  state: 'RECORDED' | 'REVERSED' | 'REVERSAL'
}

const columns = `
  select m.id as "paymentId", m.reference, l.loan_number as "loanNumber", b.number as "borrowerNumber",
         b.name as "borrowerName", m.paid_on as "paidOn", m.created_at as "recordedAt", m.amount, m.principal, m.interest,
         m.penalty, m.fee, m.excess, m.rounding, m.tax, m.settles as "settlesEarly",
         case when m.reverses is not null then 'REVERSAL'
              when exists (select from loan_payment r where r.reverses = m.id) then 'REVERSED'
              else 'RECORDED' end as state
    from loan_payment m join loan l on l.id = m.loan_id join borrower b on b.id = l.borrower_id`

export type RepaymentFilter = {
  loanNumber?: string | undefined
  borrowerNumber?: string | undefined
  /** The range of value dates, both inclusive. */
  from?: BusinessDate | undefined
  until?: BusinessDate | undefined
  excess?: boolean | undefined
}

/** Repayments, the last recorded first; only those with an id below `after`. */
export async function findRepayments(
  db: Queryable,
  filter: RepaymentFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<RepaymentOverview>> {
  const rows = await many<RepaymentOverview>(
    db,
    'loans.overview.repayments',
    `${columns}
      where ($1::uuid is null or m.id < $1) and ($2::text is null or l.loan_number = $2)
        and ($3::text is null or b.number = $3) and ($4::date is null or m.paid_on >= $4)
        and ($5::date is null or m.paid_on <= $5) and ($6::boolean is not true or m.excess > 0)
      order by m.id desc limit $7`,
    [
      after ?? null,
      filter.loanNumber ?? null,
      filter.borrowerNumber ?? null,
      filter.from ?? null,
      filter.until ?? null,
      filter.excess ?? null,
      limit + 1,
    ],
  )
  return cutPage(rows, limit, ({ paymentId }) => paymentId)
}

/** What a lender received of a repayment, in whole rupiah. */
export type LenderPart = {
  fundingId: string
  lenderId: number
  phone: string
  name: string
  principal: number
  interest: number
  penalty: number
  tax: number
}

/** The last repayment with this reference and a page of what its lenders received; undefined when there is none. */
export async function showRepayment(
  db: Queryable,
  reference: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<(RepaymentOverview & { parts: Page<LenderPart> }) | undefined> {
  const payment = await maybe<RepaymentOverview>(
    db,
    'loans.overview.repayment',
    `${columns} where m.reference = $1 and m.occurrence > 0 order by m.occurrence desc limit 1`,
    [reference],
  )
  if (!payment) return undefined
  const rows = await many<LenderPart>(
    db,
    'loans.overview.repayment_parts',
    `select r.funding_id as "fundingId", r.lender_id as "lenderId", l.phone, l.name, sum(r.principal)::bigint as principal,
            sum(r.interest)::bigint as interest, sum(r.penalty)::bigint as penalty, sum(r.tax)::bigint as tax
       from lender_repayment r join lender l on l.id = r.lender_id
      where r.payment_id = $1 and ($2::uuid is null or r.funding_id > $2)
      group by r.funding_id, r.lender_id, l.phone, l.name order by r.funding_id limit $3`,
    [payment.paymentId, after ?? null, limit + 1],
  )
  return { ...payment, parts: cutPage(rows, limit, ({ fundingId }) => fundingId) }
}
