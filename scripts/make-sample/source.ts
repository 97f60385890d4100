import { readRecords } from '../../server/src/platform/csv/records.ts'

/** One row of the LendingClub file; amounts are US dollars. */
export interface SourceLoan {
  loanNo: number
  /** False for a loan outside LendingClub's credit policy. */
  inPolicy: boolean
  /** The amount actually lent. */
  fundedAmount: number
  /** The term in months: 36 or 60. */
  termMonths: number
  /** The annual rate with the file's own digits, a binary float printed in full, e.g. "0.11220000000000001". */
  rate: string
  installment: number
  subGrade: string
  purpose: string
  /** The month of issue, as the first of the month, YYYY-MM-DD. */
  issuedOn: string
  chargedOff: boolean
  receivedPrincipal: number
  receivedInterest: number
  receivedLateFee: number
  recovered: number
  recoveryFee: number
  /** The month of the last payment, as the first of the month; null without a payment before the charge-off. */
  lastPaidOn: string | null
}

const COLUMNS = [
  'loan_no',
  'funded_amnt',
  'term',
  'int_rate',
  'installment',
  'sub_grade',
  'purpose',
  'issue_d',
  'loan_status',
  'total_rec_prncp',
  'total_rec_int',
  'total_rec_late_fee',
  'recoveries',
  'collection_recovery_fee',
  'last_pymnt_d',
] as const

/**
 * The loans of the LendingClub file (uncompressed CSV) in file order, as a stream.
 * @throws Error for a missing column or a row that does not match the header
 */
export async function* streamSource(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<SourceLoan[]> {
  let header: string[] | undefined
  for await (const batch of readRecords(input, { chooseDelimiter: () => ',' })) {
    const loans: SourceLoan[] = []
    for (const record of batch) {
      if ('fault' in record) throw new Error(`line ${record.line}: ${record.fault}`)
      if (header === undefined) {
        header = record.cells
        const missing = COLUMNS.filter((name) => !record.cells.includes(name))
        if (missing.length > 0) throw new Error(`not the LendingClub file: no column ${missing.join(', ')}`)
        continue
      }
      if (record.cells.length !== header.length) throw new Error(`line ${record.line}: wrong number of cells`)
      loans.push(readLoan(header, record.cells))
    }
    yield loans
  }
}

function readLoan(header: readonly string[], cells: readonly string[]): SourceLoan {
  const cell = (name: (typeof COLUMNS)[number]): string => cells[header.indexOf(name)] ?? ''
  const status = cell('loan_status')
  return {
    loanNo: Number(cell('loan_no')),
    inPolicy: !status.startsWith('Does not meet the credit policy'),
    fundedAmount: Number(cell('funded_amnt')),
    termMonths: Number(cell('term')),
    rate: cell('int_rate'),
    installment: Number(cell('installment')),
    subGrade: cell('sub_grade'),
    purpose: cell('purpose'),
    issuedOn: cell('issue_d'),
    chargedOff: status.endsWith('Charged Off'),
    receivedPrincipal: Number(cell('total_rec_prncp')),
    receivedInterest: Number(cell('total_rec_int')),
    receivedLateFee: Number(cell('total_rec_late_fee')),
    recovered: Number(cell('recoveries')),
    recoveryFee: Number(cell('collection_recovery_fee')),
    lastPaidOn: cell('last_pymnt_d') || null,
  }
}

/** All loans that met LendingClub's credit policy, as one list. */
export async function readSource(input: AsyncIterable<Uint8Array | string>): Promise<SourceLoan[]> {
  const loans: SourceLoan[] = []
  for await (const batch of streamSource(input)) loans.push(...batch.filter(({ inPolicy }) => inPolicy))
  return loans
}
