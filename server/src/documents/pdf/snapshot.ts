import type { Installment } from '../../servicing/schedule/index.ts'

/** PPFP: Perjanjian Pemberian Fasilitas Pendanaan, operator and lender. PP: Perjanjian Pendanaan, lender and borrower. */
export type AgreementKind = 'pp' | 'ppfp'

/**
 * Everything the two agreements of one funding say, frozen when they are prepared. The same snapshot always gives
 * the same text, and on one release of the software the same bytes.
 */
export interface AgreementSnapshot {
  /** shared by both agreements of one funding; each puts its kind before it */
  agreementNumber: string
  /** ISO 8601; the date of the agreements and the creation date of the files */
  preparedAt: string
  /** A copy from an archive: it says so and has no place for a signature. */
  copy?: boolean
  /** where the agreements are made, if the operator wants it named */
  city?: string
  operator: {
    name: string
    address: string
    /** such as 'berizin dan diawasi oleh …'; null unless the operator is licensed */
    licenceLine: string | null
  }
  lender: {
    name: string
    companyName: string | null
    /** how the lender is identified, e.g. 'NIK 3174…' or 'NIB 9120…' */
    identityLabel: string
    digiSignId: string
  }
  borrower: { name: string }
  loan: {
    loanNumber: string
    loanTypeName: string
    purpose: string | null
    /** rupiah */
    totalLoan: number
    /** a year, as a fraction of one */
    interestFraction: number
    interestTypeName: string
    tenor: number
    tenorPeriodName: string
    grade: string | null
    /** ISO 8601 or a business date: until when the loan takes fundings */
    dueDate: string
  }
  /** rupiah: what this lender funds */
  amount: number
  /** the installments of this lender's share; at least one */
  schedule: Installment[]
  /** the income tax withheld from this lender's interest, as a fraction of one */
  taxRate: number
  /** what a late borrower pays on top */
  penalty: {
    /** of the overdue amount, for each day late, as a fraction of one */
    dailyFraction: number
    /** all penalties together, as a fraction of the funded amount */
    maximumFraction: number
  }
}

/** The number of one of the two agreements. */
export function documentNumber(kind: AgreementKind, agreementNumber: string): string {
  return `${kind.toUpperCase()}/${agreementNumber}`
}
