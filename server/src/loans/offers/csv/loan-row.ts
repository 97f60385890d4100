import type { Province, Sex } from '@pematang/contract/provinces'
import type { Sector } from './sectors.ts'

export const INTEREST_TYPES = ['ANNUITY', 'FLAT', 'BULLET'] as const
export const TENOR_PERIODS = ['DAY', 'WEEK', 'MONTH'] as const

/** How principal and interest are distributed over the installments. */
export type InterestType = (typeof INTEREST_TYPES)[number]
export type TenorPeriod = (typeof TENOR_PERIODS)[number]

/** One loan of an operator's file: validated, but not stored yet. It is stored as a DRAFT. */
export interface LoanRow {
  /** The operator's number of the loan, unique among all loans. */
  loanNumber: string
  /** The operator's own id of the borrower; loans with the same id belong to one borrower. */
  borrowerNumber: string
  borrowerName: string
  loanType: string
  /** Whole rupiah. */
  totalLoan: number
  /** The minimum amount that a lender may fund, in whole rupiah. */
  minimumFunding: number
  /** Annual rate as an exact decimal fraction without trailing zeros, e.g. "0.1122"; never a float. */
  interest: string
  interestType: InterestType
  tenor: number
  tenorPeriod: TenorPeriod
  grade: string | null
  gradeDescription: string | null
  purpose: string | null
  marketingTitle: string
  /** May contain line breaks, always as \n. */
  marketingDetail: string | null
  /** First business date (YYYY-MM-DD) on which the marketplace shows the loan. */
  offerFrom: string
  /** Last business date (YYYY-MM-DD) of the offer. */
  offerUntil: string
  /** The borrower's consent to this loan: its number at the provider that keeps it, unique with that provider. */
  consentReference: string | null
  /** The provider that took the consent and can prove it. */
  consentProvider: string | null
  /** The time of the consent, ISO 8601 in UTC. */
  consentAt: string | null
  /** SHA-256 of the document that the borrower agreed to, 64 hexadecimal digits. */
  consentHash: string | null
  /** The borrower's bank account for the disbursement: the bank's three-digit code, the number, the holder. */
  bankCode: string | null
  accountNumber: string | null
  accountHolder: string | null
  /** The section of KBLI 2020 that the borrower works in, or CONSUMER. */
  sector: Sector | null
  /** Where the borrower lives or has its seat (ISO 3166-2:ID). */
  province: Province | null
  borrowerKind: BorrowerKind | null
  borrowerSex: Sex | null
  borrowerBirthYear: number | null
}

export const BORROWER_KINDS = ['PERSON', 'COMPANY'] as const
export type BorrowerKind = (typeof BORROWER_KINDS)[number]

/** What a supervisor counts loans and borrowers by. It is no term: it may be corrected after the loan was offered. */
export const FACT_FIELDS = [
  'sector',
  'province',
  'borrowerKind',
  'borrowerSex',
  'borrowerBirthYear',
] as const satisfies (keyof LoanRow)[]

export type LoanFacts = Pick<LoanRow, (typeof FACT_FIELDS)[number]>

export const NO_FACTS: LoanFacts = {
  sector: null,
  province: null,
  borrowerKind: null,
  borrowerSex: null,
  borrowerBirthYear: null,
}

/** The fields of a consent, which must be given together or not at all. */
export const CONSENT_FIELDS = [
  'consentReference',
  'consentProvider',
  'consentAt',
  'consentHash',
] as const satisfies (keyof LoanRow)[]

/** The consent fields of a loan without a consent. */
export const NO_CONSENT = {
  consentReference: null,
  consentProvider: null,
  consentAt: null,
  consentHash: null,
} as const satisfies Partial<LoanRow>

/** The fields of the borrower's account, which must be given together or not at all; they are no terms of the loan. */
export const ACCOUNT_FIELDS = [
  'bankCode',
  'accountNumber',
  'accountHolder',
] as const satisfies (keyof LoanRow)[]

/** The account fields of a loan without an account. */
export const NO_ACCOUNT = {
  bankCode: null,
  accountNumber: null,
  accountHolder: null,
} as const satisfies Partial<LoanRow>
