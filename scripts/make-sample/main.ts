// Makes sample/loans.csv, sample/history.csv, sample/extract.csv and sample/sample.json from the LendingClub file:
//   npx node scripts/make-sample/main.ts lendingclub_2007_2011.csv.gz
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { historyTable } from '../../server/demo/history-table.ts'
import { formatLoanHeader, formatLoanLine } from '../../server/src/loans/testing.ts'
import { formatHeader, formatRow } from '../../server/src/platform/csv/table.ts'
import { convert } from './convert.ts'
import { chooseExtract, formatExtract } from './extract.ts'
import { makeHistory } from './history.ts'
import { readSource } from './source.ts'

const OPTIONS = { size: 3_000, seed: 20_260_615, referenceDate: '2026-06-15' }

const path = process.argv[2]
if (path === undefined) {
  console.error('Usage: node scripts/make-sample/main.ts <lendingclub csv.gz>')
  process.exit(2)
}
const file = createReadStream(path)
const unpacked = createGunzip()
file.on('error', (error) => unpacked.destroy(error))
const source = await readSource(file.pipe(unpacked))
const loans = convert(source, OPTIONS)
const taken = new Set(loans.map(({ loanNumber }) => Number(loanNumber.slice(-6))))
const history = makeHistory(source, { ...OPTIONS, taken })
const folder = new URL('../../sample/', import.meta.url)
await writeFile(
  new URL('loans.csv', folder),
  formatLoanHeader() + loans.map((loan) => formatLoanLine(loan)).join(''),
)
await writeFile(
  new URL('history.csv', folder),
  formatHeader(historyTable) + history.map((row) => formatRow(historyTable, row)).join(''),
)
const extract = chooseExtract(source)
await writeFile(new URL('extract.csv', folder), formatExtract(extract))
const summary = { referenceDate: OPTIONS.referenceDate, loans: loans.length, history: history.length }
await writeFile(new URL('sample.json', folder), `${JSON.stringify(summary, null, 2)}\n`)
console.log(
  `loans.csv: ${loans.length} loans, history.csv: ${history.length}, extract.csv: ${extract.length}`,
)
