import { giveBackInMonth } from '../../books/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { taxMonthsOf } from '../repayment/index.ts'

/** What a lender received of one installment by a payment that is taken back; null where the payment was not taxed by it. */
type TaxedShare = {
  lenderId: number
  fundingId: string
  no: number
  interest: number
  tax: number
  taxRatePpm: number | null
  taxArticle: 23 | 26 | null
}

/** The tax that is given back with a share, in whole rupiah. */
export type TaxBack = Pick<TaxedShare, 'lenderId' | 'fundingId' | 'no' | 'tax'>

/**
 * The tax that the reversal of a payment gives back, by share, so that the present month of each lender is right without
 * it; and by lender how much that is above what was withheld: a rupiah more or less, as the month rounds.
 */
export async function taxBackOf(
  tx: Queryable,
  paymentId: string,
): Promise<{ shares: TaxBack[]; more: Map<number, number> }> {
  const taken = await many<TaxedShare>(
    tx,
    'loans.reversals.taxed_shares',
    `select lender_id as "lenderId", funding_id as "fundingId", no, interest, tax, tax_rate_ppm as "taxRatePpm",
            tax_article as "taxArticle"
       from lender_repayment where payment_id = $1 order by lender_id, funding_id, no`,
    [paymentId],
  )
  const byLender = Map.groupBy(taken, ({ lenderId }) => lenderId)
  const months = await taxMonthsOf(tx, [...byLender.keys()])
  const more = new Map<number, number>()
  const shares = [...byLender].flatMap(([lenderId, own]) => {
    const taxRatePpm = own[0]?.taxRatePpm ?? null
    const taxArticle = own[0]?.taxArticle ?? null
    if (taxRatePpm === null || taxArticle === null) return own
    const [interest, tax] = [sum(own.map((one) => one.interest)), sum(own.map((one) => one.tax))]
    const month = months.of({ lenderId, taxArticle, taxRatePpm })
    const given = giveBackInMonth(month, interest, tax, taxRatePpm)
    if (given !== tax) more.set(lenderId, given - tax)
    return spread(own, given - tax)
  })
  return { shares, more }
}

/** Adds an amount to the tax of shares, as far as it stays within the interest of each. */
function spread(shares: readonly TaxedShare[], amount: number): TaxBack[] {
  let left = amount
  return shares.map((share) => {
    const tax = Math.min(share.interest, Math.max(0, share.tax + left))
    left -= tax - share.tax
    return { ...share, tax }
  })
}

const sum = (parts: readonly number[]): number => parts.reduce((before, part) => before + part, 0)
