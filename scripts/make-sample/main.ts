// Makes sample/loans.csv and sample/sample.json from the LendingClub file:
//   npx node scripts/make-sample/main.ts lendingclub_2007_2011.csv.gz
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { formatLoanHeader, formatLoanLine } from '../../server/src/loans/csv/write.ts'
import { convert } from './convert.ts'
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
const loans = convert(await readSource(file.pipe(unpacked)), OPTIONS)
const folder = new URL('../../sample/', import.meta.url)
await writeFile(
  new URL('loans.csv', folder),
  formatLoanHeader() + loans.map((loan) => formatLoanLine(loan)).join(''),
)
const summary = { referenceDate: OPTIONS.referenceDate, loans: loans.length }
await writeFile(new URL('sample.json', folder), `${JSON.stringify(summary, null, 2)}\n`)
console.log(`sample/loans.csv: ${loans.length} loans`)
