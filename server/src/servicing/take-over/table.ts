import type { Table } from '../../platform/csv/table.ts'
import { businessDate, rupiah, text } from '../../platform/csv/values.ts'
import { loanNumberColumn, mostPaid } from '../files/tables.ts'

/** One lender's part of a loan, as a line of the take-over file tells it; `amount` in whole rupiah. */
export type PartRow = {
  loanNumber: string
  lenderPhone: string
  amount: number
  signedOn: string
  agreementReference: string
  agreementSha256: string
}

/** The take-over file (docs/take-over-file.md). */
export const takeOverTable: Table<PartRow> = {
  kind: 'take-over',
  mayLeaveOut: false,
  columns: {
    loanNumber: loanNumberColumn,
    lenderPhone: {
      name: 'lender_phone',
      type: 'text',
      required: true,
      limit: '8 to 20 digits, without +62',
      read: (cell) => {
        const phone = cell.trim()
        return /^[0-9]{8,20}$/.test(phone)
          ? { ok: true, value: phone }
          : { ok: false, reason: 'must be 8 to 20 digits, without +62' }
      },
    },
    amount: {
      name: 'amount',
      type: 'rupiah',
      required: true,
      limit: `1 to ${mostPaid}`,
      read: rupiah(mostPaid),
    },
    signedOn: {
      name: 'signed_on',
      type: 'date',
      required: true,
      limit: 'today or before',
      read: businessDate,
    },
    agreementReference: {
      name: 'agreement_reference',
      type: 'text',
      required: true,
      limit: 'at most 100 characters',
      read: text(100),
    },
    agreementSha256: {
      name: 'agreement_sha256',
      type: 'text',
      required: true,
      limit: '64 hexadecimal digits',
      read: (cell) => {
        const hash = cell.trim().toLowerCase()
        return /^[0-9a-f]{64}$/.test(hash)
          ? { ok: true, value: hash }
          : { ok: false, reason: 'must be 64 hexadecimal digits' }
      },
    },
  },
}
