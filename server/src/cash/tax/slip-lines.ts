import type { Queryable } from '../../platform/db/database.ts'
import type { Period } from './period.ts'
import { type SlipRow, slipTable } from './slip-file.ts'
import { kindOf, type WithheldOfLender, withheldIn } from './withheld.ts'

const pageSize = 1_000

/**
 * The lines of a slip file (docs/tax-slip-file.md) for all tax of a period that has no slip: with the whole tax numbers,
 * and without number and date, which the tax office's system gives.
 */
export async function* slipLines(db: Queryable, period: Period): AsyncGenerator<string> {
  const fields = Object.keys(slipTable.columns) as (keyof SlipRow)[]
  yield `${fields.map((field) => slipTable.columns[field].name).join()}\n`
  for (let after = '0'; ; ) {
    const rows = await withheldIn(db, period, { limit: pageSize, after })
    for (const row of rows) {
      if (row.interest <= 0 || row.slipNumber !== null) continue
      const cells = cellsOf(row)
      yield `${fields.map((field) => cells[field]).join()}\n`
    }
    const last = rows.at(-1)
    if (!last) return
    after = String(last.lenderId)
  }
}

const cellsOf = (row: WithheldOfLender): Record<keyof SlipRow, string | number> => ({
  phone: row.phone,
  period: row.period,
  kind: kindOf(row.article),
  ratePpm: row.ratePpm / 1_000_000,
  number: '',
  issuedOn: '',
  interest: row.interest,
  tax: row.tax,
  taxNumber: row.taxNumber ?? '',
})
