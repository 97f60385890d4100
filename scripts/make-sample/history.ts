import { addDays, addMonths } from '@pematang/contract/format/business-date'
import type { HistoryRow } from '../../server/demo/history-table.ts'
import type { Outcome } from '../../server/demo/outcome.ts'
import { people } from '../../server/demo/people.ts'
import type { LoanRow } from '../../server/src/loans/index.ts'
import { NO_ACCOUNT, NO_CONSENT, NO_FACTS } from '../../server/src/loans/testing.ts'
import { consentOf } from './consent.ts'
import { Borrowers, RISK, toRate, toRupiah } from './convert.ts'
import { outcomeOf } from './outcome.ts'
import { type Product, productFor } from './products.ts'
import { createRandom, type Random } from './random.ts'
import type { SourceLoan } from './source.ts'

/** The state of a loan on the reference date. */
export type State = 'ACTIVE' | 'LATE' | 'REPAID' | 'RESTRUCTURED' | 'WRITTEN_OFF' | 'FUNDED'

/** The number of loans of each state, and how many of them belong to the first demo lender. */
const wanted: Readonly<Record<State, readonly [loans: number, hers: number]>> = {
  ACTIVE: [230, 26],
  LATE: [24, 5],
  REPAID: [90, 8],
  RESTRUCTURED: [10, 2],
  WRITTEN_OFF: [16, 2],
  FUNDED: [16, 4],
}
/** Days late on the reference date, used in turn. */
const lateness = [
  4, 9, 12, 17, 21, 24, 26, 28, 33, 38, 45, 52, 57, 64, 71, 83, 96, 118, 139, 7, 15, 42, 19, 77,
]

export type HistoryOptions = {
  seed: number
  referenceDate: string
  /** Rows of the source that are already on the marketplace. */
  taken: ReadonlySet<number>
}

/** Complete loan histories, shifted in time so that each state has the wanted number on the reference date. */
export function makeHistory(source: readonly SourceLoan[], options: HistoryOptions): HistoryRow[] {
  const random = createRandom(options.seed)
  const borrowers = new Borrowers(random, 'H')
  const rest = random.shuffled(source.filter(({ loanNo }) => !options.taken.has(loanNo)))
  const rows: HistoryRow[] = []
  for (const state of Object.keys(wanted) as State[]) {
    const [count, hers] = wanted[state]
    for (let place = 0; place < count; place += 1) {
      const at = rest.findIndex((loan) => fits(state, loan, outcomeOf(loan)))
      const [loan] = at < 0 ? [] : rest.splice(at, 1)
      if (!loan) throw new Error(`the source has too few loans that are ${state}`)
      const outcome = moved(state, loan, place, options.referenceDate, random)
      // The first demo lender's loans are spread evenly over a state.
      const isHers = Math.floor(((place + 1) * hers) / count) > Math.floor((place * hers) / count)
      rows.push(rowOf(loan, outcome, isHers, borrowers, random))
    }
  }
  return rows.toSorted((a, b) =>
    a.disbursedOn === b.disbursedOn
      ? a.loanNumber < b.loanNumber
        ? -1
        : 1
      : a.disbursedOn < b.disbursedOn
        ? -1
        : 1,
  )
}

const mostMonths = 24

/** Whether the real history of a loan passes through a state within the last two years. */
function fits(state: State, loan: SourceLoan, { ending, paid }: Outcome): boolean {
  if (loan.purpose === 'debt_consolidation' && loan.loanNo % 2 === 0) return false
  if (state === 'ACTIVE') return ending === 'PAID' || (ending === 'SETTLED' && paid > 3)
  if (state === 'FUNDED') return ending === 'PAID'
  if (state === 'REPAID') return ending === 'SETTLED' && paid > 0 && paid < mostMonths
  return ending === 'CHARGED_OFF' && paid > 1 && paid < mostMonths
}

/** The same history, moved in time so that the loan is in its state on the reference date. */
function moved(state: State, loan: SourceLoan, place: number, reference: string, random: Random): Outcome {
  const { paid } = outcomeOf(loan)
  const begunBefore = (due: string): Outcome => punctual(state, outcomeOf(loan, addMonths(due, -(paid + 1))))
  const ago = (days: number) => addDays(reference, -days)
  switch (state) {
    case 'ACTIVE': {
      const months = random.whole(0, Math.min(paid, mostMonths) - 1)
      return outcomeOf(loan, addDays(addMonths(reference, -months), -random.whole(1, 27)))
    }
    case 'FUNDED':
      return {
        ...outcomeOf(loan, ago(random.whole(1, 6))),
        ending: 'WAITING',
        paid: 0,
        monthsLate: 0,
        lateFee: 0,
      }
    case 'REPAID':
      return begunBefore(ago(random.whole(3, 200)))
    case 'LATE':
      return begunBefore(ago(lateness[place % lateness.length] ?? 10))
    case 'WRITTEN_OFF':
      return begunBefore(ago(random.whole(160, 330)))
    // The real borrower stopped paying here; the agreement on new terms is invented.
    case 'RESTRUCTURED':
      return {
        ...begunBefore(ago(random.whole(80, 260))),
        ending: 'RESTRUCTURED',
        recovered: 0,
        recoveryFee: 0,
      }
  }
}

/**
 * The last payment of a borrower who stopped is on time, or a month late where it has a late fee, so that the payments
 * stop on the chosen day.
 */
function punctual(state: State, outcome: Outcome): Outcome {
  const isLate = outcome.lateFee > 0 && (outcome.partPaid === 0 || state !== 'LATE')
  return isLate ? { ...outcome, monthsLate: 1 } : { ...outcome, monthsLate: 0, lateFee: 0 }
}

function rowOf(
  source: SourceLoan,
  outcome: Outcome,
  isHers: boolean,
  borrowers: Borrowers,
  random: Random,
): HistoryRow {
  const totalLoan = toRupiah(source.fundedAmount)
  const product = longProduct(source.purpose, random)
  const borrower = borrowers.next(product.borrower, totalLoan)
  const purpose = random.pick(product.purposes)
  const offerUntil = addDays(outcome.disbursedOn, outcome.ending === 'WAITING' ? 0 : -random.whole(1, 4))
  const loan: LoanRow = {
    loanNumber: `PMT-${outcome.disbursedOn.slice(0, 4)}-${String(source.loanNo).padStart(6, '0')}`,
    borrowerNumber: borrower.number,
    borrowerName: borrower.name,
    loanType: product.name,
    totalLoan,
    minimumFunding: 100_000,
    interest: toRate(source.rate),
    interestType: 'ANNUITY',
    tenor: source.termMonths,
    tenorPeriod: 'MONTH',
    grade: source.subGrade,
    gradeDescription: RISK[source.subGrade.charAt(0)] ?? null,
    purpose: purpose.charAt(0).toUpperCase() + purpose.slice(1),
    marketingTitle: `${product.name}: ${borrower.name}`,
    marketingDetail: null,
    offerFrom: addDays(offerUntil, -random.whole(7, 30)),
    offerUntil,
    ...NO_CONSENT,
    ...NO_FACTS,
    ...NO_ACCOUNT,
  }
  return {
    ...loan,
    ...consentOf(loan, loan.offerFrom),
    ...outcome,
    parts: partsOf(totalLoan, isHers, random),
  }
}

/** A product whose loans may have 36 or 60 months, because these loans keep their real term. */
function longProduct(purpose: string, random: Random): Product {
  for (;;) {
    const product = productFor(purpose, random)
    if (product.recutPercent < 100) return product
  }
}

/**
 * The first demo lender has a small part, the company has a larger one of four loans in ten; the others share the rest.
 */
function partsOf(total: number, isHers: boolean, random: Random): string {
  const [her, company, ...others] = people.map(({ phone }) => phone)
  const parts: [string | undefined, number][] = []
  let left = total
  const part = (phone: string | undefined, amount: number) => {
    const mine = Math.min(amount, left - 200_000)
    if (mine < 100_000) return
    parts.push([phone, mine])
    left -= mine
  }
  if (isHers) part(her, random.pick([1_000_000, 2_000_000, 2_500_000, 5_000_000, 7_500_000]))
  if (random.chance(40)) part(company, Math.floor((total * random.whole(10, 30)) / 100 / 500_000) * 500_000)
  const [first, second] = random.shuffled(others)
  part(first, Math.floor((left * random.whole(30, 60)) / 100 / 100_000) * 100_000)
  parts.push([second, left])
  return parts.map(([phone, amount]) => `${phone}:${amount}`).join(' ')
}
