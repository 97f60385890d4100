import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { ObjectRef } from '@pematang/contract/staff/fields'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import type { Words } from '../../staff/index.ts'

export const toldLender = (): string[] => ['Pemberi Dana diberi tahu di dasbor dan lewat pesan.']

export const ofLender = ({ lenderId }: { lenderId: number }): ObjectRef => ({
  kind: 'LENDER',
  id: String(lenderId),
})
export const ofPayment = ({ paymentId }: { paymentId: string }): ObjectRef => ({
  kind: 'PAYMENT',
  id: paymentId,
})

/** What a lender gets back, or what leaves their cash. */
export const amountAndFee = ({
  lenderId,
  amount,
  fee,
}: {
  lenderId: number
  amount: number
  fee: number
}): Words => ({
  'Pemberi Dana': String(lenderId),
  Jumlah: formatRupiah(amount),
  Biaya: formatRupiah(fee),
})

const states: Record<string, string> = {
  HELD: 'belum dikirim ke bank',
  SENT: 'dikirim ke bank',
  PAID: 'dibayar',
  RETURNED: 'dikembalikan',
}

export const withdrawalState = (state: string): string => states[state] ?? state

export async function withdrawalBefore(db: Queryable, id: string): Promise<Words> {
  const found = await maybe<{ state: string }>(
    db,
    'cash.actions.withdrawal_before',
    'select state from withdrawal where id = $1',
    [id],
  )
  return { Status: found ? withdrawalState(found.state) : null }
}

/** The free cash of a lender, which a payment changes. */
export async function cashBefore(db: Queryable, lenderId: number): Promise<Words> {
  const account = await maybe<{ free: number }>(
    db,
    'cash.actions.cash_before',
    `select balance - held as free from account where kind = 'LENDER_CASH' and owner_id = $1`,
    [lenderId],
  )
  return { 'Saldo kas sebelumnya': account ? formatRupiah(account.free) : null }
}
