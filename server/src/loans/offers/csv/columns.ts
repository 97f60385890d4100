import {
  type Columns,
  type LineRefusal,
  addedColumn,
  optionalColumn,
  requiredColumn,
} from '../../../platform/csv/table.ts'
import {
  annualFraction,
  businessDate,
  digits,
  moment,
  oneOf,
  type ReadCell,
  reference,
  rupiah,
  sha256Hash,
  shown,
  text,
  wholeNumber,
} from '../../../platform/csv/values.ts'
import { printed } from '../../../documents/index.ts'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { highestRate, longestTenor } from '@pematang/contract/loans/terms'
import { birthYears, type Province, provinceCodes, sexes } from '@pematang/contract/provinces'
import {
  ACCOUNT_FIELDS,
  BORROWER_KINDS,
  CONSENT_FIELDS,
  INTEREST_TYPES,
  type LoanFacts,
  type LoanRow,
  TENOR_PERIODS,
  type TenorPeriod,
} from './loan-row.ts'
import { sectorCodes } from './sectors.ts'

/**
 * The maximum of a loan, in whole rupiah. POJK 40/2024 lets one borrower owe at most Rp2 billion, and under conditions
 * Rp5 billion for a productive loan.
 */
export const MAX_TOTAL_LOAN = 5_000_000_000

/** A consent older than this many days must be given again. */
export const maxConsentAgeDays = 365

const province: ReadCell<Province> = (cell) => {
  const value = provinceCodes.find((code) => code === cell)
  return value
    ? { ok: true, value }
    : { ok: false, reason: `harus kode provinsi ISO 3166-2:ID, misalnya ID-JB, bukan ${shown(cell)}` }
}

/** The file's columns by field, in the order in which they are written and checked. */
export const LOAN_COLUMNS: Columns<LoanRow> = {
  loanNumber: requiredColumn(
    'loan_number',
    'reference',
    '1 to 40 characters of A-Z, 0-9, / and -',
    reference(40),
  ),
  borrowerNumber: requiredColumn(
    'borrower_number',
    'reference',
    '1 to 40 characters of A-Z, 0-9, / and -',
    reference(40),
  ),
  borrowerName: requiredColumn('borrower_name', 'text', 'at most 100 characters', printed(text(100))),
  loanType: requiredColumn('loan_type', 'text', 'at most 60 characters', printed(text(60))),
  totalLoan: requiredColumn('total_loan', 'rupiah', '1 to 5000000000', rupiah(MAX_TOTAL_LOAN)),
  minimumFunding: requiredColumn('minimum_funding', 'rupiah', '1 to total_loan', rupiah(MAX_TOTAL_LOAN)),
  interest: requiredColumn(
    'interest',
    'fraction',
    `0 to ${highestRate}, at most 6 decimals`,
    annualFraction(highestRate),
  ),
  interestType: requiredColumn('interest_type', 'word', INTEREST_TYPES.join(', '), oneOf(INTEREST_TYPES)),
  tenor: requiredColumn(
    'tenor',
    'integer',
    TENOR_PERIODS.map((period) => `1 to ${longestTenor[period]} ${period}`).join(', '),
    wholeNumber(1, Math.max(...Object.values(longestTenor))),
  ),
  tenorPeriod: requiredColumn('tenor_period', 'word', TENOR_PERIODS.join(', '), oneOf(TENOR_PERIODS)),
  grade: optionalColumn('grade', 'text', 'at most 4 characters', printed(text(4))),
  gradeDescription: optionalColumn('grade_description', 'text', 'at most 100 characters', printed(text(100))),
  purpose: optionalColumn('purpose', 'text', 'at most 200 characters', printed(text(200))),
  marketingTitle: requiredColumn('marketing_title', 'text', 'at most 120 characters', printed(text(120))),
  marketingDetail: optionalColumn(
    'marketing_detail',
    'text',
    'at most 2000 characters, line breaks allowed',
    printed(text(2000, { lineBreaks: true })),
  ),
  offerFrom: requiredColumn('offer_from', 'date', '2000-01-01 to 2100-12-31', businessDate),
  offerUntil: requiredColumn('offer_until', 'date', 'after offer_from, to 2100-12-31', businessDate),
  consentReference: addedColumn('consent_reference', 'text', 'at most 100 characters', printed(text(100))),
  consentProvider: addedColumn('consent_provider', 'text', 'at most 60 characters', printed(text(60))),
  consentAt: addedColumn(
    'consent_at',
    'time',
    `not later than the import, at most ${maxConsentAgeDays} days before offer_from`,
    moment,
  ),
  consentHash: addedColumn('consent_sha256', 'hash', '64 hexadecimal digits', sha256Hash),
  sector: addedColumn('sector', 'word', 'A to U (KBLI 2020), CONSUMER', oneOf(sectorCodes)),
  province: addedColumn('province', 'word', 'a code of ISO 3166-2:ID such as ID-JB', province),
  borrowerKind: addedColumn('borrower_kind', 'word', BORROWER_KINDS.join(', '), oneOf(BORROWER_KINDS)),
  borrowerSex: addedColumn('borrower_sex', 'word', `${sexes.join(', ')}; of a person`, oneOf(sexes)),
  borrowerBirthYear: addedColumn(
    'borrower_birth_year',
    'integer',
    '1900 to the year of offer_from; of a person',
    wholeNumber(birthYears.from, birthYears.until),
  ),
  bankCode: addedColumn('bank_code', 'text', '3 digits', digits(3, 3)),
  accountNumber: addedColumn('account_number', 'text', '5 to 20 digits', digits(5, 20)),
  accountHolder: addedColumn('account_holder', 'text', 'at most 100 characters', printed(text(100))),
}

export const LOAN_FIELDS = Object.keys(LOAN_COLUMNS) as (keyof LoanRow)[]

/** What a loan is: all fields but the borrower's account, which is kept apart, encrypted. */
export const TERM_FIELDS = LOAN_FIELDS.filter((field) => !ACCOUNT_FIELDS.some((name) => name === field))

/** Why a loan cannot have this tenor, or null. */
export const faultOfTenor = (tenor: number, period: TenorPeriod): string | null =>
  tenor <= longestTenor[period]
    ? null
    : `tenor ${tenor} ${period} lebih panjang dari ${longestTenor[period]} ${period}`

/** Checks the cells of one line for consistency with each other. */
export function checkLoan(loan: LoanRow): LineRefusal | null {
  const tooLong = faultOfTenor(loan.tenor, loan.tenorPeriod)
  if (tooLong !== null) return { reason: tooLong, column: 'tenor' }
  if (loan.minimumFunding > loan.totalLoan) {
    const reason = `minimum_funding ${loan.minimumFunding} melebihi total_loan ${loan.totalLoan}`
    return { reason, column: 'minimum_funding' }
  }
  if (loan.offerUntil <= loan.offerFrom) {
    const reason = `offer_until ${loan.offerUntil} harus sesudah offer_from ${loan.offerFrom}`
    return { reason, column: 'offer_until' }
  }
  return (
    checkConsent(loan) ??
    missingOf(loan, ACCOUNT_FIELDS, 'rekening Penerima Dana') ??
    checkFacts(loan, Number(loan.offerFrom.slice(0, 4)))
  )
}

/** Checks that a company has neither sex nor year of birth, and that nobody is born after a year. */
export function checkFacts(
  { borrowerKind, borrowerSex, borrowerBirthYear }: LoanFacts,
  year: number,
): LineRefusal | null {
  if (borrowerKind === 'COMPANY' && borrowerSex !== null)
    return { reason: `borrower_sex ${borrowerSex}: perusahaan tidak memilikinya`, column: 'borrower_sex' }
  if (borrowerKind === 'COMPANY' && borrowerBirthYear !== null)
    return { reason: 'borrower_birth_year: perusahaan tidak memilikinya', column: 'borrower_birth_year' }
  if (borrowerBirthYear !== null && borrowerBirthYear > year)
    return {
      reason: `borrower_birth_year ${borrowerBirthYear} sesudah ${year}`,
      column: 'borrower_birth_year',
    }
  return null
}

/**
 * Checks the consent fields, which must all be present or all absent. Whether the time is in the future is checked at
 * the import.
 */
function checkConsent(loan: LoanRow): LineRefusal | null {
  const missing = missingOf(loan, CONSENT_FIELDS, 'persetujuan Penerima Dana')
  if (missing || loan.consentReference === null) return missing
  const { consentAt, offerFrom, offerUntil } = loan
  const column = LOAN_COLUMNS.consentAt.name
  const day = businessDateOf(consentAt ?? '')
  if (day < addDays(offerFrom, -maxConsentAgeDays)) {
    const reason = `consent_at ${consentAt} lebih dari ${maxConsentAgeDays} hari sebelum offer_from ${offerFrom}`
    return { reason, column }
  }
  if (day > offerUntil) {
    return { reason: `consent_at ${consentAt} sesudah offer_until ${offerUntil}`, column }
  }
  return null
}

function missingOf(loan: LoanRow, fields: readonly (keyof LoanRow)[], what: string): LineRefusal | null {
  const missing = fields.filter((field) => loan[field] === null)
  const [first] = missing
  if (first === undefined || missing.length === fields.length) return null
  const names = fields.map((field) => LOAN_COLUMNS[field].name).join(', ')
  const column = LOAN_COLUMNS[first].name
  return { reason: `${column} kosong: ${what} disebut dengan ${names} bersama-sama`, column }
}
