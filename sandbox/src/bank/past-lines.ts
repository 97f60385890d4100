import { readFile } from 'node:fs/promises'
import type { Store } from './store.ts'
import type { OtherTransfer, Payment } from './model.ts'

/** A line of the account that the app knows already: a payment to a virtual account, or another transfer. */
export type PastLine = Pick<Payment, 'id' | 'bank' | 'number' | 'amount' | 'paidAt'> | OtherTransfer

/**
 * Reads the lines of a file, which is a JSON array.
 * @returns an empty list without a file
 */
export async function readPastLines(file: string | null): Promise<PastLine[]> {
  if (file === null) return []
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PastLine[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Error(`the lines of the past cannot be read from ${file}`, { cause: error })
  }
}

/** Enters lines, each once: they appear in the bank's list, and no notice is sent for them. */
export async function addPastLines(store: Store, lines: readonly PastLine[]): Promise<void> {
  // Written together: one by one, thousands of lines would delay the start.
  await Promise.all(
    lines.map(async (line) => {
      if ('reference' in line) await store.addOtherTransfer(line)
      else if (store.payment(line.id) === null)
        await store.addPayment({ ...line, fault: null, open: false, deliveries: [] })
    }),
  )
}
