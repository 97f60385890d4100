import { arrayLiteral } from '../../platform/db/array-literal.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { giveBackInMonth, type TaxMonth, withholdInMonth } from '../../books/index.ts'
import type { Received, TaxArticle } from './split-payment.ts'

type Taxed = { lenderId: number; taxArticle: TaxArticle; taxRatePpm: number }

/** The present month of lenders by article and rate, with what was withheld in it so far. */
export class TaxMonths {
  readonly #months: Map<string, TaxMonth>

  constructor(rows: readonly (Taxed & TaxMonth)[]) {
    this.#months = new Map(rows.map((row) => [nameOf(row), { interest: row.interest, tax: row.tax }]))
  }

  /** The month so far; nothing if the lender got no interest in it. */
  of(taxed: Taxed): TaxMonth {
    return this.#months.get(nameOf(taxed)) ?? { interest: 0, tax: 0 }
  }

  /** Withholds the tax from a share, which counts in the month from then on. */
  withhold(share: Omit<Received, 'tax'>): Received {
    const tax = withholdInMonth(this.of(share), share.interest, share.taxRatePpm)
    this.#count(share, share.interest, tax)
    return { ...share, tax }
  }

  /**
   * The tax to give back with interest of a lender from which `tax` was withheld. Without that interest counts the month
   * from then on.
   */
  refund(taken: Taxed & TaxMonth & { isOld: boolean }): number {
    const { interest, tax, taxRatePpm, isOld } = taken
    const given = isOld ? tax : giveBackInMonth(this.of(taken), interest, tax, taxRatePpm)
    this.#count(taken, -interest, -given)
    return given
  }

  #count(taxed: Taxed, interest: number, tax: number): void {
    const month = this.of(taxed)
    this.#months.set(nameOf(taxed), { interest: month.interest + interest, tax: month.tax + tax })
  }
}

const nameOf = ({ lenderId, taxArticle, taxRatePpm }: Taxed): string =>
  `${lenderId} ${taxArticle} ${taxRatePpm}`

/**
 * Reads the present month of lenders, of all in one statement. The caller has locked their cash accounts, as everything
 * that withholds tax does.
 */
export async function taxMonthsOf(tx: Queryable, lenderIds: readonly number[]): Promise<TaxMonths> {
  if (lenderIds.length === 0) return new TaxMonths([])
  return new TaxMonths(
    await many<Taxed & TaxMonth>(
      tx,
      'loans.repayment.tax_months',
      `select m.lender_id as "lenderId", m.article as "taxArticle", m.rate_ppm as "taxRatePpm", m.interest, m.tax
         from lender_tax_month m where m.lender_id = any($1) and m.period = tax_period_of(app_now())`,
      [arrayLiteral([...new Set(lenderIds)])],
    ),
  )
}
