import type { Queryable } from '../../platform/db/database.ts'
import type { Period } from './period.ts'
import { kindOf, type WithheldOfLender, withheldIn } from './withheld.ts'

const pageSize = 1_000

/**
 * The lines of a slip file (docs/tax-slip-file.md) for all tax of a period that has no slip: with the whole tax numbers,
 * and without number and date, which the tax office's system gives.
 */
export async function* slipLines(db: Queryable, period: Period): AsyncGenerator<string> {
  yield 'phone,period,kind,rate,number,issued_on,gross_interest,tax,tax_number\n'
  for (let after = '0'; ; ) {
    const rows = await withheldIn(db, period, { limit: pageSize, after })
    for (const row of rows) if (row.interest > 0 && row.slipNumber === null) yield lineOf(row)
    const last = rows.at(-1)
    if (!last) return
    after = String(last.lenderId)
  }
}

const lineOf = ({ phone, period, article, ratePpm, interest, tax, taxNumber }: WithheldOfLender): string =>
  `${[phone, period, kindOf(article), ratePpm / 1_000_000, '', '', interest, tax, taxNumber ?? ''].join()}\n`
