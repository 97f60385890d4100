import { type LineRefusal, type Table, addedColumn, requiredColumn } from '../../platform/csv/table.ts'
import { businessDate, phoneDigits, rupiah, text, wholeNumber } from '../../platform/csv/values.ts'
import { printed } from '../../documents/index.ts'
import { maxPayment, phoneLimit } from '../../operator/files/index.ts'
import { loanNumberColumn } from '../files/index.ts'

/** One lender's part of a loan, as a line of the take-over file; `amount` in whole rupiah. */
export type PartRow = {
  loanNumber: string
  lenderPhone: string
  amount: number
  signedOn: string
  agreementReference: string
  agreementSha256: string
  /** The opening balance, for loans that were paid out before the take-over; all five fields or none. */
  asOf: string | null
  disbursedOn: string | null
  daysLate: number | null
  principalLeft: number | null
  interestDue: number | null
  /** What was paid on installments that fall due after `asOf`; may be empty in an opening balance. */
  principalAhead: number | null
  interestAhead: number | null
}

/** The format of the take-over file (docs/take-over-file.md). */
export const takeOverTable: Table<PartRow> = {
  kind: 'pengambilalihan',
  mayLeaveOut: false,
  columns: {
    loanNumber: loanNumberColumn,
    lenderPhone: requiredColumn('lender_phone', 'text', phoneLimit, phoneDigits),
    amount: requiredColumn('amount', 'rupiah', `1 to ${maxPayment}`, rupiah(maxPayment)),
    signedOn: requiredColumn('signed_on', 'date', 'today or before', businessDate),
    agreementReference: requiredColumn(
      'agreement_reference',
      'text',
      'at most 100 characters',
      printed(text(100)),
    ),
    agreementSha256: {
      name: 'agreement_sha256',
      type: 'text',
      required: true,
      limit: '64 hexadecimal digits',
      read: (cell) => {
        const hash = cell.trim().toLowerCase()
        return /^[0-9a-f]{64}$/.test(hash)
          ? { ok: true, value: hash }
          : { ok: false, reason: 'harus 64 angka heksadesimal' }
      },
    },
    asOf: addedColumn('as_of', 'date', 'today or before; the same on all lines of a loan', businessDate),
    disbursedOn: addedColumn(
      'disbursed_on',
      'date',
      'as_of or before, signed_on or after; the same on all lines of a loan',
      businessDate,
    ),
    daysLate: addedColumn(
      'days_late',
      'integer',
      '0 to 36500; the same on all lines of a loan',
      wholeNumber(0, 36_500),
    ),
    principalLeft: addedColumn('principal_left', 'rupiah', '0 to amount', wholeNumber(0, maxPayment)),
    interestDue: addedColumn('interest_due', 'rupiah', `0 to ${maxPayment}`, wholeNumber(0, maxPayment)),
    principalAhead: addedColumn(
      'principal_ahead',
      'rupiah',
      '0 to amount less principal_left',
      wholeNumber(0, maxPayment),
    ),
    interestAhead: addedColumn('interest_ahead', 'rupiah', `0 to ${maxPayment}`, wholeNumber(0, maxPayment)),
  },
  checkRow,
}

const opening = {
  asOf: 'as_of',
  disbursedOn: 'disbursed_on',
  daysLate: 'days_late',
  principalLeft: 'principal_left',
  interestDue: 'interest_due',
} as const

function checkRow(row: PartRow): LineRefusal | null {
  const fields = Object.entries(opening) as [keyof typeof opening, string][]
  const empty = fields.filter(([field]) => row[field] === null)
  if (empty.length === fields.length) return checkNothingAhead(row)
  const [missing] = empty
  if (missing) return blame(missing[1], 'kosong: saldo awal mengisi kelima kolomnya atau tidak satu pun')
  return checkAmounts(row) ?? checkDays(row)
}

function checkNothingAhead({ principalAhead, interestAhead }: PartRow): LineRefusal | null {
  if (principalAhead === null && interestAhead === null) return null
  return blame(
    principalAhead === null ? 'interest_ahead' : 'principal_ahead',
    'terisi tanpa saldo awal: as_of dan empat kolom sesudahnya kosong',
  )
}

function checkAmounts({ amount, principalLeft, principalAhead }: PartRow): LineRefusal | null {
  const paid = amount - (principalLeft ?? 0)
  if (paid < 0)
    return blame('principal_left', `${principalLeft} rupiah, melebihi bagiannya, ${amount} rupiah`)
  return (principalAhead ?? 0) > paid
    ? blame(
        'principal_ahead',
        `${principalAhead} rupiah, melebihi yang sudah dibayar dari bagiannya, ${paid} rupiah`,
      )
    : null
}

function checkDays({ signedOn, asOf, disbursedOn }: PartRow): LineRefusal | null {
  if ((disbursedOn ?? '') > (asOf ?? ''))
    return blame('disbursed_on', `${disbursedOn}, sesudah as_of ${asOf}`)
  return signedOn > (disbursedOn ?? '')
    ? blame('signed_on', `${signedOn}, sesudah disbursed_on ${disbursedOn}`)
    : null
}

const blame = (column: string, reason: string): LineRefusal => ({ reason: `${column} ${reason}`, column })

/**
 * The column in which the opening balance of a line differs from that of its loan's first line; null if none differs.
 */
export const otherOpening = (row: PartRow, first: PartRow): string | null => {
  const fields = ['asOf', 'disbursedOn', 'daysLate'] as const
  const other = fields.find((field) => row[field] !== first[field])
  return other ? opening[other] : null
}
