import type { Queryable } from '../../platform/db/database.ts'
import { formatHeader, formatRow, type Table, requiredColumn } from '../../platform/csv/table.ts'
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
    reference: requiredColumn('reference', 'text', '32 hexadecimal digits', text(32)),
    amount: requiredColumn('amount', 'rupiah', 'above 0', rupiah(Number.MAX_SAFE_INTEGER)),
    bankCode: requiredColumn('beneficiary_bank_code', 'text', '3 digits', digits(3, 3)),
    accountNumber: requiredColumn('beneficiary_account_number', 'text', '5 to 20 digits', digits(5, 20)),
    beneficiary: requiredColumn('beneficiary_name', 'text', 'at most 100 characters', text(100)),
    remark: requiredColumn('remark', 'reference', 'the number of the loan', reference(40)),
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
