import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  columnsOf,
  formatHeader,
  formatRow,
  readTable,
  type Table,
  type TableLine,
} from '../../platform/csv/table.ts'
import {
  type RepaymentRow,
  disbursementTable,
  repaymentTable,
  reversalTable,
  writeOffTable,
} from '../testing.ts'
import { maxPayment } from '../../operator/files/index.ts'
import { readPhone } from '../../operator/values.ts'
import { lenderTable } from '../../lenders/testing.ts'
import { takeOverTable } from '../take-over/table.ts'

async function readAll<Row>(table: Table<Row>, file: string, bytes = 50): Promise<TableLine<Row>[]> {
  const whole = Buffer.from(file)
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < whole.length; at += bytes) yield whole.subarray(at, at + bytes)
  }
  const lines: TableLine<Row>[] = []
  for await (const batch of readTable(pieces(), table)) lines.push(...batch)
  return lines
}

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
/** Texts that a table returns unchanged: normalised (NFC), trimmed, with a letter or digit. */
const words = fc
  .string({
    unit: fc.constantFrom('a', 'Z', '7', ' ', ';', ',', '"', "'", '/', 'é', '=', '漢', '😀'),
    maxLength: 60,
  })
  .map((said) => said.normalize('NFC').trim())
  .filter((said) => /[\p{L}\p{N}]/u.test(said))
const repayment: fc.Arbitrary<RepaymentRow> = fc
  .record({
    loanNumber: fc.stringMatching(/^[A-Z0-9/-]{1,40}$/),
    paidOn: day,
    amount: fc.oneof(fc.constantFrom(1, maxPayment), fc.integer({ min: 1, max: maxPayment })),
    reference: words,
    parts: fc.tuple(fc.option(fc.nat(1000)), fc.option(fc.nat(1000))),
  })
  .map(({ parts: [penalty, fee], amount, ...row }) => ({
    ...row,
    amount,
    penalty: penalty === null ? null : Math.min(penalty, Math.floor(amount / 2)),
    fee: fee === null ? null : Math.min(fee, Math.floor(amount / 2)),
  }))

describe('SRV-01 the repayment file', () => {
  test('the repayment file reader parses every valid payment, in any chunks and with any delimiter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(repayment, { maxLength: 20 }),
        fc.constantFrom(',' as const, ';' as const),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: 1, max: 400 }),
        async (rows, delimiter, end, mark, bytes) => {
          const file = [
            formatHeader(repaymentTable, delimiter),
            ...rows.map((row) => formatRow(repaymentTable, row, delimiter)),
          ]
            .map((line) => line.replace(/\n$/, end))
            .join('')
          const lines = await readAll(repaymentTable, (mark ? '\uFEFF' : '') + file, bytes)
          expect(lines).toEqual(rows.map((row, place) => ({ line: place + 2, row })))
        },
      ),
    )
  })

  test('the repayment file reader accepts or reports each line, and loses no valid line between invalid ones', async () => {
    const noise = fc
      .string({ unit: 'grapheme', maxLength: 80 })
      .map((said) => said.replace(/[\r\n"]/g, '?'))
      // An empty row of a spreadsheet is passed over like an empty line.
      .filter((said) => said === '' || /[^,\s]/u.test(said))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(repayment, noise), { maxLength: 30 }), async (all) => {
        const file =
          formatHeader(repaymentTable) +
          all.map((one) => (typeof one === 'string' ? `${one}\n` : formatRow(repaymentTable, one))).join('')
        const lines = await readAll(repaymentTable, file)
        const read = new Map(lines.map((item) => [item.line, item]))
        for (const [place, one] of all.entries()) {
          const item = read.get(place + 2)
          if (typeof one !== 'string') expect(item).toEqual({ line: place + 2, row: one })
          else if (one !== '') expect(item).toMatchObject({ refused: { reason: expect.any(String) } })
        }
        expect(read.size).toBe(all.filter((one) => one !== '').length)
      }),
    )
  })

  test('a repayment file may omit optional columns, and no others', async () => {
    const line = 'A-1,2026-02-28,1000,R-1'
    const row = { loanNumber: 'A-1', paidOn: '2026-02-28', amount: 1_000, reference: 'R-1', penalty: null }
    expect(await readAll(repaymentTable, `loan_number,paid_on,amount,reference,fee\n${line},5\n`)).toEqual([
      { line: 2, row: { ...row, fee: 5 } },
    ])
    await expect(readAll(repaymentTable, `loan_number,paid_on,amount,fee\n${line}\n`)).rejects.toThrow(
      /kolom yang tidak ada: reference/,
    )
    expect(await readAll(disbursementTable, 'loan_number\nA-1\n')).toEqual([
      { line: 2, row: { loanNumber: 'A-1', disbursedOn: null } },
    ])
  })
})

test('VAL-12 empty cells and rows that a spreadsheet adds at the end of a file are passed over, other cells are not', async () => {
  const file =
    'loan_number;disbursed_on;;\nA-1;2026-02-28;;\n;;;\nA-2;;;\nA-3;2026-02-28\nA-4;;;x\nA-5\n;;;\n'
  expect(await readAll(disbursementTable, file)).toEqual([
    { line: 2, row: { loanNumber: 'A-1', disbursedOn: '2026-02-28' } },
    { line: 4, row: { loanNumber: 'A-2', disbursedOn: null } },
    { line: 5, row: { loanNumber: 'A-3', disbursedOn: '2026-02-28' } },
    { line: 6, refused: { reason: 'berisi 4 sel, baris pertama menyebut 2 kolom' } },
    { line: 7, refused: { reason: 'berisi 1 sel, baris pertama menyebut 2 kolom' } },
  ])
  await expect(readAll(disbursementTable, 'loan_number;;disbursed_on\nA-1;;\n')).rejects.toThrow(
    /kolom yang tidak dikenal/,
  )
})

test.each(['081234567890', '6281234567890', '+62 812-3456-7890', '81234567890'])(
  'VAL-12 the phone number %s is read from a file as by a command',
  async (phone) => {
    const header = 'loan_number,lender_phone,amount,signed_on,agreement_reference,agreement_sha256'
    const file = `${header}\nA-1,${phone},1000,2026-01-02,PP/1,${'ab'.repeat(32)}\n`
    expect(await readAll(takeOverTable, file)).toMatchObject([{ row: { lenderPhone: '81234567890' } }])
    expect(readPhone(phone)).toBe('81234567890')
  },
)

describe.each([
  ['docs/repayment-file.md', repaymentTable as Table<unknown>],
  ['docs/reversal-file.md', reversalTable as Table<unknown>],
  ['docs/write-off-file.md', writeOffTable as Table<unknown>],
  ['docs/disbursement-file.md', disbursementTable as Table<unknown>],
  ['docs/lender-file.md', lenderTable as Table<unknown>],
])('SRV-01 %s', (page, table) => {
  const text = () => readFile(new URL(`../../../../${page}`, import.meta.url), 'utf8')

  test('the documentation of an import file lists the columns that the code reads, with their limits', async () => {
    const rows = (await text())
      .split('\n')
      .filter((line) => /^\| [a-z]+(_[a-z]+)* \|/.test(line))
      .map((line) => line.slice(2, -2).split(' | '))
    expect(rows).toEqual([
      ['column', 'type', 'required', 'limit'],
      ...columnsOf(table).map(({ name, type, required, limit }) => [
        name,
        type,
        required ? 'yes' : 'no',
        limit,
      ]),
    ])
  })

  test('the example in the documentation of an import file is accepted as a whole', async () => {
    const example = /```csv\n([^`]+)```/.exec(await text())?.[1] ?? ''
    const lines = await readAll(table, example)
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toHaveProperty('row')
  })
})
