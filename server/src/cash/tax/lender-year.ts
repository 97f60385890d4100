import type { TaxLine, TaxYear } from '@pematang/contract/cash/tax/endpoints'
import type { Context } from '../../context.ts'
import { businessToday } from '../../books/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { taxNumberOn } from '../../lenders/index.ts'
import { kindOf, taxedYears, type Withheld, withheldOf } from './withheld.ts'

/**
 * The tax withheld from a lender in a year, with its months and slips.
 * @throws Refusal INPUT_INVALID for a year that has not begun
 */
export async function lenderTax({ db }: Context, lenderId: number, year: number): Promise<TaxYear> {
  const today = await businessToday(db)
  const thisYear = Number(today.slice(0, 4))
  if (year > thisYear) throw new Refusal('INPUT_INVALID')
  const [rows, taxed, number] = await Promise.all([
    withheldOf(db, lenderId, [`${year}-01`, `${year}-12`]),
    taxedYears(db, lenderId),
    taxNumberOn(db, lenderId, today),
  ])
  const over = (period: string) => period < today.slice(0, 7)
  const months = [...Map.groupBy(rows, ({ period }) => period)].map(([period, lines]) => ({
    period,
    isOver: over(period),
    ...sumsOf(lines),
    lines: lines.map(toLine),
  }))
  const due = rows.filter(({ period, interest }) => over(period) && interest > 0)
  return {
    year,
    years: [...new Set([thisYear, ...taxed])].toSorted((a, b) => b - a),
    taxNumber: number && masked(number),
    ...sumsOf(rows),
    kinds: [...Map.groupBy(rows, ({ article }) => article)].map(([article, lines]) => ({
      kind: kindOf(article),
      ...sumsOf(lines),
    })),
    months,
    slips: {
      entered: rows.filter(({ slipNumber }) => slipNumber !== null).length,
      missing: due.filter(({ slipNumber }) => slipNumber === null).length,
    },
  }
}

export const sumsOf = (
  rows: readonly Pick<Withheld, 'interest' | 'tax'>[],
): { interest: number; tax: number } => ({
  interest: rows.reduce((sum, { interest }) => sum + interest, 0),
  tax: rows.reduce((sum, { tax }) => sum + tax, 0),
})

const toLine = ({ article, ratePpm, interest, tax, slipNumber, slipIssuedOn }: Withheld): TaxLine => ({
  kind: kindOf(article),
  rate: ratePpm / 1_000_000,
  interest,
  tax,
  slip: slipNumber !== null && slipIssuedOn !== null ? { number: slipNumber, issuedOn: slipIssuedOn } : null,
})

/** Masks all but the last four digits of a tax number. */
export const masked = (number: string): string => `${'•'.repeat(number.length - 4)}${number.slice(-4)}`
