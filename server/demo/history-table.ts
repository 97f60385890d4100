import { LOAN_COLUMNS, type LoanRow, type TakenPart, shiftLoanDates } from '../src/loans/index.ts'
import type { Column, Table } from '../src/platform/csv/table.ts'
import { businessDate, oneOf, text, wholeNumber } from '../src/platform/csv/values.ts'
import { maxPayment } from '../src/operator/files/index.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { archived } from './archive.ts'
import { planLife } from './life.ts'
import { endings, type Outcome } from './outcome.ts'
import type { LoanLife } from './play.ts'

/**
 * A line of sample/history.csv: a loan, its lenders' parts as `phone:rupiah phone:rupiah`, and all its later events.
 */
export type HistoryRow = LoanRow & Outcome & { parts: string }

const amount = (name: string): Column<number> => ({
  name,
  type: 'rupiah',
  required: true,
  limit: `0 to ${maxPayment}`,
  read: wholeNumber(0, maxPayment),
})
const count = (name: string): Column<number> => ({
  name,
  type: 'integer',
  required: true,
  limit: '0 to 360',
  read: wholeNumber(0, 360),
})

export const historyTable: Table<HistoryRow> = {
  kind: 'history',
  mayLeaveOut: false,
  columns: {
    ...LOAN_COLUMNS,
    disbursedOn: {
      name: 'disbursed_on',
      type: 'date',
      required: true,
      limit: '2000-01-01 to 2100-12-31',
      read: businessDate,
    },
    ending: { name: 'ending', type: 'word', required: true, limit: endings.join(', '), read: oneOf(endings) },
    paid: count('paid'),
    partPaid: amount('part_paid'),
    monthsLate: count('months_late'),
    lateFee: amount('late_fee'),
    recovered: amount('recovered'),
    recoveryFee: amount('recovery_fee'),
    parts: { name: 'parts', type: 'text', required: true, limit: 'at most 200 characters', read: text(200) },
  },
}

/** The events of a loan, with all dates shifted by this many days. */
export function lifeOfRow(row: HistoryRow, days: number): LoanLife {
  const { disbursedOn, ending, paid, partPaid, monthsLate, lateFee, recovered, recoveryFee, parts, ...rest } =
    row
  const loan = shiftLoanDates(rest, days)
  const begun = addDays(disbursedOn, days)
  const outcome = {
    disbursedOn: begun,
    ending,
    paid,
    partPaid,
    monthsLate,
    lateFee,
    recovered,
    recoveryFee,
  }
  const taken = partsOf(loan, parts)
  return {
    loan,
    parts: taken,
    disbursedOn: ending === 'WAITING' ? null : begun,
    steps: planLife({ loan, amounts: taken.map((part) => part.amount) }, outcome, 'DEMO'),
  }
}

/** The lenders' parts, each signed on the last day of the offer. */
function partsOf({ loanNumber, offerUntil }: LoanRow, parts: string): TakenPart[] {
  return parts.split(' ').map((part, place) => {
    const [lenderPhone = '', rupiah] = part.split(':')
    return {
      lenderPhone,
      amount: Number(rupiah),
      signedOn: offerUntil,
      agreement: archived(`ARSIP/${loanNumber}/${place + 1}`),
    }
  })
}
