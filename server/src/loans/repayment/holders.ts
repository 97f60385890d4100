import type { BusinessDate } from '@pematang/contract/format/business-date'
import { arrayLiteral } from '../../platform/db/array-literal.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import type { TaxArticle } from './split-payment.ts'

/** A lender who got a funding by transfer, and how they are taxed at present. */
type Holder = {
  fundingId: string
  /** The first value date whose payments are theirs. */
  from: BusinessDate
  lenderId: number
  taxRatePpm: number
  taxArticle: TaxArticle
}

/** The transfers of the holdings of loans, by funding, the newest first; empty for most. */
export type Holders = ReadonlyMap<string, readonly Holder[]>

/** The transfers of holdings of loans that stand, in one statement. */
export async function holdersOf(tx: Queryable, loanIds: readonly number[]): Promise<Holders> {
  if (loanIds.length === 0) return new Map()
  const rows = await many<Holder>(
    tx,
    'loans.repayment.holders',
    `select t.funding_id as "fundingId", t.value_date as from, t.to_lender as "lenderId",
            l.tax_rate_ppm as "taxRatePpm", tax_article_of(l.tax_status) as "taxArticle"
       from holding_transfer t join lender l on l.id = t.to_lender
      where t.loan_id = any($1) order by t.value_date desc`,
    [arrayLiteral(loanIds)],
  )
  return Map.groupBy(rows, ({ fundingId }) => fundingId)
}

type Share = { fundingId: string; lenderId: number; taxRatePpm: number; taxArticle: TaxArticle }

/** A share of a payment as that of who held its funding on the value date: interest that accrued before goes with it. */
export function toHolder<S extends Share>(share: S, holders: Holders, paidOn: BusinessDate): S {
  const holder = holders.get(share.fundingId)?.find(({ from }) => from <= paidOn)
  if (!holder) return share
  const { lenderId, taxRatePpm, taxArticle } = holder
  return { ...share, lenderId, taxRatePpm, taxArticle }
}
