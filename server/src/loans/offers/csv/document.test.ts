import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LOAN_COLUMNS, LOAN_FIELDS } from './columns.ts'
import { EXAMPLE_CONSENT, EXAMPLE_LOAN, readAll } from './example-loan.ts'
import { MAX_BATCH, MAX_RECORD_BYTES } from '../../../platform/csv/records.ts'

const page = await readFile(new URL('../../../../../docs/loan-file.md', import.meta.url), 'utf8')

test('SRV-01 the table of docs/loan-file.md lists the columns of the code, with their limits', () => {
  const rows = page
    .split('\n')
    .filter((line) => /^\| [a-z]+(_[a-z0-9]+)* \|/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
  const columns = LOAN_FIELDS.map((field) => LOAN_COLUMNS[field])
  expect(rows.slice(1)).toEqual(
    columns.map(({ name, type, required, limit }) => [name, type, required ? 'yes' : 'no', limit]),
  )
  expect(rows[0]).toEqual(['column', 'type', 'required', 'limit'])
})

test('SRV-01 docs/loan-file.md says for each optional column what an empty cell means', () => {
  for (const field of LOAN_FIELDS) {
    const { read, required } = LOAN_COLUMNS[field]
    expect(read('')).toEqual(required ? { ok: false, reason: 'kosong' } : { ok: true, value: null })
  }
})

test('SRV-01 the sizes in docs/loan-file.md are correct, and its example imports', async () => {
  expect(page).toContain(`at most ${MAX_RECORD_BYTES} bytes`)
  expect(page).toContain(`at most ${MAX_BATCH} records`)
  const example = /```csv\n([^`]+)```/.exec(page)?.[1] ?? ''
  expect(await readAll(example)).toEqual([
    {
      line: 2,
      loan: {
        ...EXAMPLE_LOAN,
        ...EXAMPLE_CONSENT,
        marketingDetail: 'Dana dipakai untuk menambah stok.\nAngsuran dibayar tiap bulan.',
      },
    },
  ])
})
