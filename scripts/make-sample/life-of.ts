import { archived } from '../../server/src/main/demo/archive.ts'
import { planLife } from '../../server/src/main/demo/life.ts'
import type { LoanLife } from '../../server/src/main/demo/play.ts'
import type { LoanRow } from '../../server/src/loans/csv/loan-row.ts'
import { addDays } from '../../server/src/loans/csv/shift.ts'
import { toRate, toRupiah } from './convert.ts'
import { outcomeOf } from './outcome.ts'
import type { SourceLoan } from './source.ts'

/** Parts are whole multiples of this, in rupiah. */
const partUnit = 100_000

/**
 * A loan of the LendingClub file as it lived, from its own issue date on, funded by two to four of these lenders. Names
 * and agreements are made up; which lenders it has follows from its row.
 * @param phones of the lenders, at least four
 */
export function lifeOf(source: SourceLoan, phones: readonly string[]): LoanLife {
  const loan = loanOf(source)
  const outcome = outcomeOf(source)
  const count = 2 + (source.loanNo % 3)
  const units = loan.totalLoan / partUnit
  const each = Math.floor(units / count)
  const parts = Array.from({ length: count }, (_, place) => ({
    lenderPhone: phones[(source.loanNo * 7 + place) % phones.length] ?? '',
    amount: (place === 0 ? units - each * (count - 1) : each) * partUnit,
    signedOn: source.issuedOn,
    agreement: archived(`ARSIP/${loan.loanNumber}/${place + 1}`),
  }))
  return { loan, parts, disbursedOn: outcome.disbursedOn, steps: planLife(loan, outcome, 'LC') }
}

function loanOf(source: SourceLoan): LoanRow {
  const number = String(source.loanNo).padStart(6, '0')
  return {
    loanNumber: `LC-${number}`,
    borrowerNumber: `LC-B-${number}`,
    borrowerName: `Penerima Dana ${number}`,
    loanType: 'Modal Usaha',
    totalLoan: toRupiah(source.fundedAmount),
    minimumFunding: partUnit,
    interest: toRate(source.rate),
    interestType: 'ANNUITY',
    tenor: source.termMonths,
    tenorPeriod: 'MONTH',
    grade: source.subGrade,
    gradeDescription: null,
    purpose: source.purpose,
    marketingTitle: `Pinjaman ${number}`,
    marketingDetail: null,
    offerFrom: addDays(source.issuedOn, -30),
    offerUntil: source.issuedOn,
  }
}
