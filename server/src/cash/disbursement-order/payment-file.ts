import type { Queryable } from '../../platform/db/database.ts'
import { formatHeader, formatRow, type Table } from '../../platform/csv/table.ts'
import { digits, reference, rupiah, text } from '../../platform/csv/values.ts'
import { referenceOf } from '../withdrawal/index.ts'
import { type OrderRow, ordersOfFile } from './store.ts'

/** A line of the payment file: what the bank is to pay, in whole rupiah. */
export type PaymentRow = {
  reference: string
  amount: number
  bankCode: string
  accountNumber: string
  beneficiary: string
  remark: string
}

/** The format of the payment file (docs/payment-file.md). */
export const paymentTable: Table<PaymentRow> = {
  kind: 'pembayaran',
  mayLeaveOut: false,
  columns: {
    reference: {
      name: 'reference',
      type: 'text',
      required: true,
      limit: '32 hexadecimal digits',
      read: text(32),
    },
    amount: {
      name: 'amount',
      type: 'rupiah',
      required: true,
      limit: 'above 0',
      read: rupiah(Number.MAX_SAFE_INTEGER),
    },
    bankCode: {
      name: 'beneficiary_bank_code',
      type: 'text',
      required: true,
      limit: '3 digits',
      read: digits(3, 3),
    },
    accountNumber: {
      name: 'beneficiary_account_number',
      type: 'text',
      required: true,
      limit: '5 to 20 digits',
      read: digits(5, 20),
    },
    beneficiary: {
      name: 'beneficiary_name',
      type: 'text',
      required: true,
      limit: 'at most 100 characters',
      read: text(100),
    },
    remark: {
      name: 'remark',
      type: 'reference',
      required: true,
      limit: 'the number of the loan',
      read: reference(40),
    },
  },
}

const page = 500

/** The lines of a payment file, header first: the orders of the file that the bank may still have to pay. */
export async function* paymentLines(db: Queryable, fileId: string): AsyncGenerator<string> {
  yield formatHeader(paymentTable)
  for (let after: string | null = null; ; ) {
    const orders: OrderRow[] = await ordersOfFile(db, fileId, { after, limit: page })
    for (const { id, loanNumber, amount, bankCode, accountNumber, accountName } of orders)
      yield formatRow(paymentTable, {
        ...{ reference: referenceOf(id), amount, bankCode, accountNumber },
        ...{ beneficiary: accountName, remark: loanNumber },
      })
    if (orders.length < page) return
    after = orders.at(-1)?.id ?? null
  }
}
