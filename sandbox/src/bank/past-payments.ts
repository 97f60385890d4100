import { readFile } from 'node:fs/promises'
import type { Store } from './store.ts'
import type { Payment } from './model.ts'

/** A payment that the app already has. */
export type PastPayment = Pick<Payment, 'id' | 'bank' | 'number' | 'amount' | 'paidAt'>

/**
 * Reads the payments of a file, which is a JSON array.
 * @returns an empty list without a file
 */
export async function readPastPayments(file: string | null): Promise<PastPayment[]> {
  if (file === null) return []
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PastPayment[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Error(`the payments of the past cannot be read from ${file}`, { cause: error })
  }
}

/** Records payments, each once: they appear in the bank's list, and no notice is sent for them. */
export async function addPastPayments(store: Store, payments: readonly PastPayment[]): Promise<void> {
  for (const payment of payments)
    if (store.payment(payment.id) === null)
      await store.addPayment({ ...payment, fault: null, open: false, deliveries: [] })
}
