import { addDays } from '@pematang/contract/format/business-date'
import { archived } from '../../server/demo/archive.ts'
import { planLife } from '../../server/demo/life.ts'
import type { LoanLife } from '../../server/demo/play.ts'
import type { LoanRow } from '../../server/src/loans/index.ts'
import { NO_ACCOUNT, NO_CONSENT, NO_FACTS } from '../../server/src/loans/testing.ts'
import { toRate, toRupiah } from './convert.ts'
import { outcomeOf } from './outcome.ts'
import type { SourceLoan } from './source.ts'

/** Each lender's part of a loan is a multiple of this amount, in rupiah. */
const partUnit = 100_000

/**
 * The history of a loan of the LendingClub file from its own issue date on, funded by two to four of these lenders.
 * Names and agreements are invented; the row of the loan determines its lenders.
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
  return {
    loan,
    parts,
    disbursedOn: outcome.disbursedOn,
    steps: planLife({ loan, amounts: parts.map(({ amount }) => amount) }, outcome, 'LC'),
  }
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
    ...NO_CONSENT,
    ...NO_FACTS,
    ...NO_ACCOUNT,
  }
}
