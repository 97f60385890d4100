import { INTEREST_TYPES, type LoanRow, TENOR_PERIODS } from './loan-row.ts'
import {
  annualFraction,
  businessDate,
  oneOf,
  optional,
  type ReadCell,
  type Reading,
  reference,
  rupiah,
  text,
  wholeNumber,
} from './values.ts'

/** POJK 40/2024 lets one borrower owe at most Rp2 billion, and Rp5 billion for a productive loan on conditions. */
export const MAX_TOTAL_LOAN = 5_000_000_000

/** One column of the loan file; `type`, `required` and `limit` are what docs/loan-file.md says of it. */
export interface LoanColumn<T> {
  name: string
  type: 'reference' | 'text' | 'rupiah' | 'fraction' | 'word' | 'integer' | 'date'
  required: boolean
  limit: string
  read: ReadCell<T>
}

/** Every column by the field it fills, in the order in which the file is written and checked. */
export const LOAN_COLUMNS: { readonly [F in keyof LoanRow]: LoanColumn<LoanRow[F]> } = {
  loanNumber: {
    name: 'loan_number',
    type: 'reference',
    required: true,
    limit: '1 to 40 characters of A-Z, 0-9, / and -',
    read: reference(40),
  },
  borrowerNumber: {
    name: 'borrower_number',
    type: 'reference',
    required: true,
    limit: '1 to 40 characters of A-Z, 0-9, / and -',
    read: reference(40),
  },
  borrowerName: {
    name: 'borrower_name',
    type: 'text',
    required: true,
    limit: 'at most 100 characters',
    read: text(100),
  },
  loanType: {
    name: 'loan_type',
    type: 'text',
    required: true,
    limit: 'at most 60 characters',
    read: text(60),
  },
  totalLoan: {
    name: 'total_loan',
    type: 'rupiah',
    required: true,
    limit: '1 to 5000000000',
    read: rupiah(MAX_TOTAL_LOAN),
  },
  minimumFunding: {
    name: 'minimum_funding',
    type: 'rupiah',
    required: true,
    limit: '1 to total_loan',
    read: rupiah(MAX_TOTAL_LOAN),
  },
  interest: {
    name: 'interest',
    type: 'fraction',
    required: true,
    limit: 'above 0, at most 1, at most 6 decimals',
    read: annualFraction,
  },
  interestType: {
    name: 'interest_type',
    type: 'word',
    required: true,
    limit: INTEREST_TYPES.join(', '),
    read: oneOf(INTEREST_TYPES),
  },
  tenor: { name: 'tenor', type: 'integer', required: true, limit: '1 to 360', read: wholeNumber(1, 360) },
  tenorPeriod: {
    name: 'tenor_period',
    type: 'word',
    required: true,
    limit: TENOR_PERIODS.join(', '),
    read: oneOf(TENOR_PERIODS),
  },
  grade: {
    name: 'grade',
    type: 'text',
    required: false,
    limit: 'at most 4 characters',
    read: optional(text(4)),
  },
  gradeDescription: {
    name: 'grade_description',
    type: 'text',
    required: false,
    limit: 'at most 100 characters',
    read: optional(text(100)),
  },
  purpose: {
    name: 'purpose',
    type: 'text',
    required: false,
    limit: 'at most 200 characters',
    read: optional(text(200)),
  },
  marketingTitle: {
    name: 'marketing_title',
    type: 'text',
    required: true,
    limit: 'at most 120 characters',
    read: text(120),
  },
  marketingDetail: {
    name: 'marketing_detail',
    type: 'text',
    required: false,
    limit: 'at most 2000 characters, line breaks allowed',
    read: optional(text(2000, { lineBreaks: true })),
  },
  offerFrom: {
    name: 'offer_from',
    type: 'date',
    required: true,
    limit: '2000-01-01 to 2100-12-31',
    read: businessDate,
  },
  offerUntil: {
    name: 'offer_until',
    type: 'date',
    required: true,
    limit: 'after offer_from, to 2100-12-31',
    read: businessDate,
  },
}

/** The fields of a loan in column order. */
export const LOAN_FIELDS = Object.keys(LOAN_COLUMNS) as (keyof LoanRow)[]

/** Why a line was refused, in English for the operator, and the column where one is to blame. */
export interface Refusal {
  reason: string
  column?: string
}

/** Checks the cells of one record, which stand in the order of LOAN_FIELDS; names the first column that is wrong. */
export function checkLoan(cells: readonly string[]): { loan: LoanRow } | { refused: Refusal } {
  const values: Record<string, unknown> = {}
  for (const [position, field] of LOAN_FIELDS.entries()) {
    const column = LOAN_COLUMNS[field]
    const reading: Reading<unknown> = column.read(cells[position] ?? '')
    if (!reading.ok) return { refused: { reason: `${column.name} ${reading.reason}`, column: column.name } }
    values[field] = reading.value
  }
  // Each field was just read by the column whose type is that field's, so the record is a loan.
  const loan = values as unknown as LoanRow
  if (loan.minimumFunding > loan.totalLoan) {
    const reason = `minimum_funding ${loan.minimumFunding} is above total_loan ${loan.totalLoan}`
    return { refused: { reason, column: 'minimum_funding' } }
  }
  if (loan.offerUntil <= loan.offerFrom) {
    const reason = `offer_until ${loan.offerUntil} must be after offer_from ${loan.offerFrom}`
    return { refused: { reason, column: 'offer_until' } }
  }
  return { loan }
}
