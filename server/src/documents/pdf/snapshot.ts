import type { Installment, AllocationOrder } from '../../schedule/index.ts'

/** PPFP: Perjanjian Pemberian Fasilitas Pendanaan, operator and lender. PP: Perjanjian Pendanaan, lender and borrower. */
export type AgreementKind = 'pp' | 'ppfp'

/** A borrower's consent to their loan, taken by a provider that keeps the proof. */
export interface BorrowerConsent {
  reference: string
  provider: string
  /** ISO 8601 */
  at: string
  /** SHA-256 of the document that they agreed to, 64 hexadecimal digits */
  sha256: string
}

/**
 * The whole content of the two agreements of one funding, fixed when they are prepared. The same snapshot always gives
 * the same text, and on one release of the software the same bytes.
 */
export interface AgreementSnapshot {
  /** shared by both agreements of one funding; each puts its kind before it */
  agreementNumber: string
  /** ISO 8601; the date of the agreements and the creation date of the files */
  preparedAt: string
  /** The version of the wording in the consent (`agreementTextVersion`); absent in older snapshots. */
  textVersion?: string
  /** SHA-256 of the general terms that were shown with it; absent in older snapshots. */
  generalTermsSha256?: string
  /** A copy of an archived agreement: it has a note about that and no box for a signature. */
  copy?: boolean
  /** The platform signs the documents before they are shown; older snapshots, and copies, have no such signature. */
  platformSigned?: boolean
  /** where the agreements are made, if the operator wants it named */
  city?: string
  operator: {
    name: string
    address: string
    /** such as 'berizin dan diawasi oleh …'; null unless the operator is licensed */
    licenceLine: string | null
  }
  lender: {
    /**
     * the person who signs: the lender, or the person in charge of the company (in older snapshots the company itself)
     */
    name: string
    companyName: string | null
    /** how the lender is identified, e.g. 'NIK 3174…' or 'NIB 9120…' */
    identityLabel: string
    digiSignId: string
  }
  borrower: {
    name: string
    /** The proof that they agreed to the loan; absent where the operator's file had none, and in older snapshots. */
    consent?: BorrowerConsent
  }
  loan: {
    loanNumber: string
    loanTypeName: string
    purpose: string | null
    /** rupiah */
    totalLoan: number
    /** the annual rate as a fraction of one */
    interestFraction: number
    interestTypeName: string
    tenor: number
    tenorPeriodName: string
    grade: string | null
    /** ISO 8601 or a business date: the last day on which the loan can be funded */
    dueDate: string
  }
  /** the rule for the end of the offer; absent in older snapshots */
  offerEnd?: {
    /** the maximum number of extensions of the offer, and the days of each */
    extendDays: number
    extensions: number
    /** the minimum funded share at which the loan is disbursed; null if it must be full */
    payOutShare: number | null
    /** it is paid out or cancelled within so many days after the end of its offer */
    payOutDays: number
  }
  /** rupiah: the amount of this lender's funding */
  amount: number
  /** the installments of this lender's share; at least one */
  schedule: Installment[]
  /** the income tax withheld from this lender's interest, as a fraction of one */
  taxRate: number
  /** what a borrower owes in addition when they pay late */
  penalty: {
    /** of the overdue amount, for each day late, as a fraction of one */
    dailyFraction: number
    /** all penalties together, as a fraction of the funded amount */
    maximumFraction: number
  }
  /** How long the funding waits for its signature; absent in older snapshots. */
  signatureSeconds?: number
  /** The order in which a payment is allocated; older snapshots have the default order. */
  allocation?: AllocationOrder
}

/** The number of one of the two agreements. */
export function documentNumber(kind: AgreementKind, agreementNumber: string): string {
  return `${kind.toUpperCase()}/${agreementNumber}`
}
