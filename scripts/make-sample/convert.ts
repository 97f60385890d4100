import { addDays } from '@pematang/contract/format/business-date'
import type { LoanRow } from '../../server/src/loans/index.ts'
import { NO_ACCOUNT, NO_CONSENT, NO_FACTS } from '../../server/src/loans/testing.ts'
import { consentOf } from './consent.ts'
import { businessName, personName } from './names.ts'
import { type Product, productFor } from './products.ts'
import { createRandom, type Random } from './random.ts'
import type { SourceLoan } from './source.ts'

export interface SampleOptions {
  /** How many loans to convert, or all where the source has fewer. */
  size: number
  seed: number
  /** The business date (YYYY-MM-DD) around which the offers are placed. */
  referenceDate: string
}

const RUPIAH_PER_DOLLAR = 15_000
const ROUND_TO = 100_000
/** The maximum debt of one borrower in rupiah (POJK 40/2024). */
const BORROWER_LIMIT = 2_000_000_000
export const RISK: Readonly<Record<string, string>> = {
  A: 'Risiko sangat rendah',
  B: 'Risiko rendah',
  C: 'Risiko sedang',
  D: 'Risiko agak tinggi',
  E: 'Risiko tinggi',
  F: 'Risiko sangat tinggi',
  G: 'Risiko paling tinggi',
}
const PERIOD: Readonly<Record<LoanRow['tenorPeriod'], string>> = {
  DAY: 'hari',
  WEEK: 'minggu',
  MONTH: 'bulan',
}

/** Converts dollars to whole rupiah: times 15,000, rounded half up to 100,000. */
export function toRupiah(dollars: number): number {
  return Math.floor((dollars * RUPIAH_PER_DOLLAR) / ROUND_TO + 0.5) * ROUND_TO
}

/** Formats a rate with at most six decimals, because the source prints 0.1122 as 0.11220000000000001. */
export function toRate(printed: string): string {
  const rate = Number(printed).toFixed(6).replace(/0+$/, '')
  if (!/^0\.\d+$/.test(rate)) throw new Error(`not an annual rate: "${printed}"`)
  return rate
}

/** Builds the sample: the same loans, names, texts and dates for the same source, size, seed and reference date. */
export function convert(source: readonly SourceLoan[], options: SampleOptions): LoanRow[] {
  const random = createRandom(options.seed)
  const chosen = random.shuffled(source).slice(0, options.size)
  const borrowers = new Borrowers(random)
  const rows = chosen.map((loan, position): LoanRow => {
    const product = productFor(loan.purpose, random)
    const totalLoan = toRupiah(loan.fundedAmount)
    const borrower = borrowers.next(product.borrower, totalLoan)
    const terms = termsOf(loan, product, random)
    const purpose = random.pick(product.purposes)
    const purposeTitle = purpose.charAt(0).toUpperCase() + purpose.slice(1)
    return {
      // The number contains the row of the source, so that a loan can be looked up there.
      loanNumber: `PMT-2026-${String(loan.loanNo).padStart(6, '0')}`,
      borrowerNumber: borrower.number,
      borrowerName: borrower.name,
      loanType: product.name,
      totalLoan,
      minimumFunding: minimumFor(totalLoan, random),
      interest: toRate(loan.rate),
      ...terms,
      grade: loan.subGrade,
      gradeDescription: RISK[loan.subGrade.charAt(0)] ?? null,
      purpose: purposeTitle,
      marketingTitle: random.pick([
        `${product.name}: ${borrower.name}`,
        `${purposeTitle} - ${borrower.name}`,
      ]),
      marketingDetail: detailOf(purpose, terms, random),
      ...offerOf(position / chosen.length, options.referenceDate, random),
      ...NO_CONSENT,
      ...NO_FACTS,
      ...NO_ACCOUNT,
    }
  })
  return rows
    .map((row) => ({ ...row, ...consentOf(row, options.referenceDate) }))
    .toSorted((a, b) => (a.loanNumber < b.loanNumber ? -1 : 1))
}

type Terms = Pick<LoanRow, 'interestType' | 'tenor' | 'tenorPeriod'>

function termsOf(loan: SourceLoan, product: Product, random: Random): Terms {
  if (!random.chance(product.recutPercent)) {
    return { interestType: 'ANNUITY', tenor: loan.termMonths, tenorPeriod: 'MONTH' }
  }
  const { interestType, tenorPeriod, tenors } = random.pick(product.recuts)
  return { interestType, tenor: random.pick(tenors), tenorPeriod }
}

/** The minimum funding of a loan, Rp100,000 to Rp1,000,000: larger loans have larger minimums. */
function minimumFor(totalLoan: number, random: Random): number {
  if (totalLoan <= 50_000_000) return 100_000
  if (totalLoan <= 150_000_000) return random.pick([100_000, 250_000])
  if (totalLoan <= 300_000_000) return random.pick([250_000, 500_000])
  return random.pick([500_000, 1_000_000])
}

function detailOf(purpose: string, terms: Terms, random: Random): string {
  const { interestType, tenor, tenorPeriod } = terms
  const unit = PERIOD[tenorPeriod]
  const use = random.pick([
    `Dana dipakai untuk ${purpose}.`,
    `Peminjam akan memakai dana ini untuk ${purpose}.`,
  ])
  const payment =
    interestType === 'BULLET'
      ? `Pokok dan bunga dibayar sekaligus setelah ${tenor} ${unit}.`
      : `Angsuran dibayar tiap ${unit}, ${tenor} kali.`
  const risk = random.pick([
    'Pinjaman ini dapat gagal bayar; risikonya ditanggung pemberi dana.',
    'Pengembalian dana tidak dijamin. Pertimbangkan risiko sebelum mendanai.',
    'Pendanaan mengandung risiko: bagi dana Anda ke beberapa pinjaman.',
  ])
  return [use, payment, risk].join(random.chance(20) ? '\n' : ' ')
}

/**
 * The days of an offer. Of 100 loans, 40 are open at the reference date with 1 to 60 days left, 40 have closed, and 20
 * begin later.
 */
function offerOf(
  share: number,
  referenceDate: string,
  random: Random,
): Pick<LoanRow, 'offerFrom' | 'offerUntil'> {
  const window = (from: number, until: number) => ({
    offerFrom: addDays(referenceDate, from),
    offerUntil: addDays(referenceDate, until),
  })
  if (share < 0.4) return window(-random.whole(0, 30), random.whole(1, 60))
  if (share < 0.8) {
    const until = -random.whole(1, 365)
    return window(until - random.whole(7, 60), until)
  }
  const from = random.whole(1, 45)
  return window(from, from + random.whole(7, 60))
}

interface Borrower {
  number: string
  name: string
  kind: Product['borrower']
  owed: number
}

/** Invents borrowers. For a fifth of the loans, an existing borrower is tried: same kind, total within the limit. */
export class Borrowers {
  readonly #random: Random
  readonly #prefix: string
  readonly #all: Borrower[] = []
  readonly #names = new Set<string>()

  constructor(random: Random, prefix = 'B') {
    this.#random = random
    this.#prefix = prefix
  }

  next(kind: Product['borrower'], amount: number): Borrower {
    if (this.#all.length > 0 && this.#random.chance(20)) {
      const known = this.#random.pick(this.#all)
      if (known.kind === kind && known.owed + amount <= BORROWER_LIMIT) {
        known.owed += amount
        return known
      }
    }
    const number = `${this.#prefix}-${String(this.#all.length + 1).padStart(5, '0')}`
    const borrower = { number, name: this.#freshName(kind), kind, owed: amount }
    this.#all.push(borrower)
    return borrower
  }

  #freshName(kind: Product['borrower']): string {
    const make = kind === 'business' ? businessName : personName
    for (let attempt = 0; attempt < 1_000; attempt += 1) {
      const name = make(this.#random)
      if (this.#names.has(name)) continue
      this.#names.add(name)
      return name
    }
    throw new Error('the name lists are too short for a sample of this size')
  }
}
