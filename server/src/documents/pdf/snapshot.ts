import type { Installment, AllocationOrder } from '../../books/index.ts'

/**
 * PPFP: Perjanjian Pemberian Fasilitas Pendanaan, between operator and lender. PP: Perjanjian Pendanaan, between lender
 * and borrower.
 */
export type AgreementKind = 'pp' | 'ppfp'

/** A borrower's consent to their loan, taken by a provider that keeps the proof. */
export interface BorrowerConsent {
  reference: string
  provider: string
  /** ISO 8601. */
  at: string
  /** SHA-256 of the document that the borrower agreed to, 64 hexadecimal digits. */
  sha256: string
}

/**
 * The whole content of the two agreements of one funding, fixed when they are prepared. The same snapshot always gives
 * the same text, and with the same release of the software the same bytes.
 */
export interface AgreementSnapshot {
  /** Shared by both agreements of one funding; each adds a prefix for its kind. */
  agreementNumber: string
  /** ISO 8601; the date of the agreements and the creation date of the files. */
  preparedAt: string
  /** The version of the wording that the lender consented to (`agreementTextVersion`); absent in older snapshots. */
  textVersion?: string
  /** SHA-256 of the general terms that were shown with the agreement; absent in older snapshots. */
  generalTermsSha256?: string
  /** Whether this is a copy of an archived agreement: it has a note about that and no box for a signature. */
  copy?: boolean
  /** Whether the platform signs the documents before they are shown; false for older snapshots and copies. */
  platformSigned?: boolean
  /** The place where the agreements are made; absent if the operator names none. */
  city?: string
  operator: {
    name: string
    address: string
    /** A line such as 'berizin dan diawasi oleh …'; null unless the operator is licensed. */
    licenceLine: string | null
  }
  lender: {
    /**
     * The person who signs: the lender, or the person in charge of the company (in older snapshots the company itself).
     */
    name: string
    companyName: string | null
    /** How the lender is identified, e.g. 'NIK 3174…' or 'NIB 9120…'. */
    identityLabel: string
    digiSignId: string
  }
  borrower: {
    name: string
    /**
     * The proof that the borrower agreed to the loan; absent where the operator's file had none, and in older
     * snapshots.
     */
    consent?: BorrowerConsent
  }
  loan: {
    loanNumber: string
    loanTypeName: string
    purpose: string | null
    /** Whole rupiah. */
    totalLoan: number
    /** The annual interest rate as a fraction of one. */
    interestFraction: number
    interestTypeName: string
    tenor: number
    tenorPeriodName: string
    grade: string | null
    /** The last day on which the loan can be funded: ISO 8601 or a business date. */
    dueDate: string
  }
  /** The rule for the end of the offer; absent in older snapshots. */
  offerEnd?: {
    /** How often the offer may be extended at most, and by how many days each time. */
    extendDays: number
    extensions: number
    /** The minimum funded share at which the loan is disbursed; null if it must be fully funded. */
    payOutShare: number | null
    /** The number of days after the end of its offer in which the loan is paid out or cancelled. */
    payOutDays: number
  }
  /** The amount of this lender's funding, in whole rupiah. */
  amount: number
  /** The installments of this lender's share; at least one. */
  schedule: Installment[]
  /** The income tax rate on this lender's interest, as a fraction of one. */
  taxRate: number
  /** The penalty that the borrower owes for late payment. */
  penalty: {
    /** The penalty for each day late, as a fraction of the overdue amount. */
    dailyFraction: number
    /** The maximum of all penalties together, as a fraction of the funded amount. */
    maximumFraction: number
  }
  /** How many seconds the funding waits for its signature; absent in older snapshots. */
  signatureSeconds?: number
  /** The order in which a payment is allocated; older snapshots, without it, have the default order. */
  allocation?: AllocationOrder
}

export function documentNumber(kind: AgreementKind, agreementNumber: string): string {
  return `${kind.toUpperCase()}/${agreementNumber}`
}
