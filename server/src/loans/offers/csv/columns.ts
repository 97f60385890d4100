import type { Columns, LineRefusal } from '../../../platform/csv/table.ts'
import {
  annualFraction,
  businessDate,
  digits,
  moment,
  oneOf,
  optional,
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
    read: printed(text(100)),
  },
  loanType: {
    name: 'loan_type',
    type: 'text',
    required: true,
    limit: 'at most 60 characters',
    read: printed(text(60)),
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
    limit: `0 to ${highestRate}, at most 6 decimals`,
    read: annualFraction(highestRate),
  },
  interestType: {
    name: 'interest_type',
    type: 'word',
    required: true,
    limit: INTEREST_TYPES.join(', '),
    read: oneOf(INTEREST_TYPES),
  },
  tenor: {
    name: 'tenor',
    type: 'integer',
    required: true,
    limit: TENOR_PERIODS.map((period) => `1 to ${longestTenor[period]} ${period}`).join(', '),
    read: wholeNumber(1, Math.max(...Object.values(longestTenor))),
  },
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
    read: optional(printed(text(4))),
  },
  gradeDescription: {
    name: 'grade_description',
    type: 'text',
    required: false,
    limit: 'at most 100 characters',
    read: optional(printed(text(100))),
  },
  purpose: {
    name: 'purpose',
    type: 'text',
    required: false,
    limit: 'at most 200 characters',
    read: optional(printed(text(200))),
  },
  marketingTitle: {
    name: 'marketing_title',
    type: 'text',
    required: true,
    limit: 'at most 120 characters',
    read: printed(text(120)),
  },
  marketingDetail: {
    name: 'marketing_detail',
    type: 'text',
    required: false,
    limit: 'at most 2000 characters, line breaks allowed',
    read: optional(printed(text(2000, { lineBreaks: true }))),
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
  consentReference: {
    name: 'consent_reference',
    type: 'text',
    required: false,
    mayLeaveOut: true,
    limit: 'at most 100 characters',
    read: optional(printed(text(100))),
  },
  consentProvider: {
    name: 'consent_provider',
    type: 'text',
    required: false,
    mayLeaveOut: true,
    limit: 'at most 60 characters',
    read: optional(printed(text(60))),
  },
  consentAt: {
    name: 'consent_at',
    type: 'time',
    required: false,
    mayLeaveOut: true,
    limit: `not later than the import, at most ${maxConsentAgeDays} days before offer_from`,
    read: optional(moment),
  },
  consentHash: {
    name: 'consent_sha256',
    type: 'hash',
    required: false,
    mayLeaveOut: true,
    limit: '64 hexadecimal digits',
    read: optional(sha256Hash),
  },
  sector: {
    name: 'sector',
    type: 'word',
    required: false,
    mayLeaveOut: true,
    limit: 'A to U (KBLI 2020), CONSUMER',
    read: optional(oneOf(sectorCodes)),
  },
  province: {
    name: 'province',
    type: 'word',
    required: false,
    mayLeaveOut: true,
    limit: 'a code of ISO 3166-2:ID such as ID-JB',
    read: optional(province),
  },
  borrowerKind: {
    name: 'borrower_kind',
    type: 'word',
    required: false,
    mayLeaveOut: true,
    limit: BORROWER_KINDS.join(', '),
    read: optional(oneOf(BORROWER_KINDS)),
  },
  borrowerSex: {
    name: 'borrower_sex',
    type: 'word',
    required: false,
    mayLeaveOut: true,
    limit: `${sexes.join(', ')}; of a person`,
    read: optional(oneOf(sexes)),
  },
  borrowerBirthYear: {
    name: 'borrower_birth_year',
    type: 'integer',
    required: false,
    mayLeaveOut: true,
    limit: '1900 to the year of offer_from; of a person',
    read: optional(wholeNumber(birthYears.from, birthYears.until)),
  },
  bankCode: {
    name: 'bank_code',
    type: 'text',
    required: false,
    mayLeaveOut: true,
    limit: '3 digits',
    read: optional(digits(3, 3)),
  },
  accountNumber: {
    name: 'account_number',
    type: 'text',
    required: false,
    mayLeaveOut: true,
    limit: '5 to 20 digits',
    read: optional(digits(5, 20)),
  },
  accountHolder: {
    name: 'account_holder',
    type: 'text',
    required: false,
    mayLeaveOut: true,
    limit: 'at most 100 characters',
    read: optional(printed(text(100))),
  },
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
