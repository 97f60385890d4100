import { arrayLiteral } from '../../platform/db/array-literal.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import type { TaxArticle } from './split-payment.ts'
import { taxMonthsOf } from './tax-months.ts'
import { sum } from '../../platform/sum.ts'

type TaxedShare = {
  paymentId: string
  lenderId: number
  fundingId: string
  no: number
  interest: number
  tax: number
  taxRatePpm: number
  taxArticle: TaxArticle
  /** Whether the payment does not say how it was taxed, as those of before: then what was withheld is given back. */
  isOld: boolean
}

/** What the reversal of a payment gives back of tax, in whole rupiah. */
export type TaxBack = {
  shares: Pick<TaxedShare, 'paymentId' | 'lenderId' | 'fundingId' | 'no' | 'tax'>[]
  tax: number
  /** By lender how much that is above what was withheld: a rupiah more or less, as the month rounds. */
  more: Map<number, number>
}

/**
 * The tax that reversals give back, by payment, so that after each of them, in order, the present month of each lender is
 * right without it. Those of one transaction must be asked for at once or written one after the other.
 */
export async function taxBackOf(
  tx: Queryable,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, TaxBack>> {
  const taken = await many<TaxedShare>(
    tx,
    'loans.repayment.taxed_shares',
    `select r.payment_id as "paymentId", r.lender_id as "lenderId", r.funding_id as "fundingId", r.no, r.interest, r.tax,
            coalesce(r.tax_rate_ppm, (taxed_as(r.lender_id, p.created_at)).rate_ppm) as "taxRatePpm",
            coalesce(r.tax_article, (taxed_as(r.lender_id, p.created_at)).article) as "taxArticle",
            r.tax_rate_ppm is null or r.tax_article is null as "isOld"
       from unnest($1::uuid[]) with ordinality as row (payment_id, place)
       join loan_payment p on p.id = row.payment_id
       join lender_repayment r on r.payment_id = row.payment_id
      order by row.place, r.lender_id, r.funding_id, r.no`,
    [arrayLiteral(paymentIds)],
  )
  const months = await taxMonthsOf(
    tx,
    taken.map(({ lenderId }) => lenderId),
  )
  const given = new Map<string, TaxBack>()
  for (const [paymentId, ofPayment] of Map.groupBy(taken, (share) => share.paymentId)) {
    const more = new Map<number, number>()
    const shares = [...Map.groupBy(ofPayment, ({ lenderId }) => lenderId)].flatMap(([lenderId, own]) => {
      const [first] = own
      if (!first) return []
      const sums = { interest: sum(own.map(({ interest }) => interest)), tax: sum(own.map(({ tax }) => tax)) }
      const change = months.refund({ ...first, ...sums }) - sums.tax
      if (change !== 0) more.set(lenderId, change)
      return spread(own, change)
    })
    given.set(paymentId, { shares, tax: sum(shares.map(({ tax }) => tax)), more })
  }
  return given
}

/** Adds an amount to the tax of shares, as far as it stays within the interest of each. */
function spread(shares: readonly TaxedShare[], amount: number): TaxedShare[] {
  let left = amount
  return shares.map((share) => {
    const tax = Math.min(share.interest, Math.max(0, share.tax + left))
    left -= tax - share.tax
    return { ...share, tax }
  })
}
