import { readRecords } from '../../server/src/platform/csv/records.ts'

/** What the sample takes from one row of the LendingClub file. */
export interface SourceLoan {
  loanNo: number
  /** US dollars as lent. */
  fundedAmount: number
  /** 36 or 60. */
  termMonths: number
  /** The annual rate in the file's own digits, a binary float printed in full, e.g. "0.11220000000000001". */
  rate: string
  subGrade: string
  purpose: string
}

const COLUMNS = ['loan_no', 'funded_amnt', 'term', 'int_rate', 'sub_grade', 'purpose', 'loan_status'] as const

/**
 * The loans of the LendingClub file (CSV, already unpacked) that met its credit policy, in file order.
 *
 * @throws Error at a missing column or a row that has not the shape of the header
 */
export async function readSource(input: AsyncIterable<Uint8Array | string>): Promise<SourceLoan[]> {
  const loans: SourceLoan[] = []
  let header: string[] | undefined
  for await (const batch of readRecords(input, { chooseDelimiter: () => ',' })) {
    for (const record of batch) {
      if ('fault' in record) throw new Error(`line ${record.line}: ${record.fault}`)
      if (header === undefined) {
        header = record.cells
        const missing = COLUMNS.filter((name) => !record.cells.includes(name))
        if (missing.length > 0) throw new Error(`not the LendingClub file: no column ${missing.join(', ')}`)
        continue
      }
      if (record.cells.length !== header.length) throw new Error(`line ${record.line}: wrong number of cells`)
      const names = header
      const cell = (name: (typeof COLUMNS)[number]): string => record.cells[names.indexOf(name)] ?? ''
      if (cell('loan_status').startsWith('Does not meet the credit policy')) continue
      loans.push({
        loanNo: Number(cell('loan_no')),
        fundedAmount: Number(cell('funded_amnt')),
        termMonths: Number(cell('term')),
        rate: cell('int_rate'),
        subGrade: cell('sub_grade'),
        purpose: cell('purpose'),
      })
    }
  }
  return loans
}
