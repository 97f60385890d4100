import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { slipTable } from '../../cash/testing.ts'
import { lenderTable } from '../../lenders/testing.ts'
import { disbursementTable, repaymentTable, writeOffTable } from '../../loans/testing.ts'
import { reasonOf } from '../../operator/files/index.ts'
import { columnNames, columnsOf, readTable, type Table } from '../../platform/csv/table.ts'
import { CsvFileError } from '../../platform/csv/lines.ts'
import { Refusal } from '../../platform/refusal.ts'
import { toldRefusal } from './refused-lines.ts'

const of = <Row>(table: Table<Row>) => ({ names: columnNames(table), columns: columnsOf(table) })
const tables = [of(repaymentTable), of(writeOffTable), of(disbursementTable), of(lenderTable), of(slipTable)]
const english = /\b(must|is|are|the|of|not|with|and|from|at|most|digits|characters|allowed|loan|date|line)\b/i

/** Cells that no column, or few columns, take. */
const bad = [
  '',
  ' ',
  '-1',
  '1.5',
  '0',
  '99999999999999999999',
  'kemarin',
  '2026-02-30',
  '\u0007',
  '???',
  'x'.repeat(3_000),
]

test('CON-08 each reason for which a cell of a file is refused is told in Indonesian, with its column', () => {
  for (const { names, columns } of tables)
    for (const { name, read } of columns)
      for (const cell of bad) {
        const reading = read(cell)
        if (reading.ok) continue
        const told = toldRefusal({ line: 7, reason: `${name} ${reading.reason}` }, names)
        expect(told).toMatchObject({ line: 7, column: name })
        const [said = ''] = told.reason.split(/, bukan |: "/)
        expect(said, reading.reason).not.toMatch(english)
      }
})

test('CON-08 what a command refuses a line for is told in Indonesian, and what a cell says is quoted as it is', () => {
  const codes = [
    ...([
      'LOAN_NOT_FOUND',
      'LOAN_NOT_FUNDED',
      'LOAN_NOT_DISBURSED',
      'LOAN_DISBURSED',
      'REFERENCE_REUSED',
    ] as const),
    ...(['PAYMENT_NOT_FOUND', 'DATE_IN_FUTURE', 'DATE_BEFORE_CHANGE', 'REPAYMENT_PARTS_TOO_LARGE'] as const),
  ]
  for (const code of codes)
    expect(toldRefusal({ line: 1, reason: reasonOf(new Refusal(code)) }, []).reason).not.toMatch(english)
  const columns = ['amount', 'amount_2']
  expect(toldRefusal({ line: 2, reason: 'amount kosong' }, columns)).toEqual({
    ...{ line: 2, column: 'amount', reason: 'kosong' },
  })
  const quoted = 'paid_on harus salah satu dari A, B, bukan "the loan, got of it"'
  expect(toldRefusal({ line: 3, reason: quoted }, ['paid_on'])).toMatchObject({
    ...{ column: 'paid_on', reason: 'harus salah satu dari A, B, bukan "the loan, got of it"' },
  })
})

test('CON-08 a file with other columns is told in Indonesian', async () => {
  const read = async () => {
    for await (const _ of readTable(Readable.from(['a,b\n1,2\n']), repaymentTable)) continue
  }
  const error: unknown = await read().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CsvFileError)
  const { reason } = toldRefusal({ line: null, reason: (error as Error).message }, [])
  expect(reason).toMatch(/^Kolom salah\. /)
  expect(reason).not.toMatch(english)
})
