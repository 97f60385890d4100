import { writeFileSync } from 'node:fs'
import type { PastPayment } from '../../../../sandbox/src/bank/past-payments.ts'

/**
 * What was paid in at the banks since the last jump of the clock. Their statements list it as soon as the sandbox starts
 * again, so that the product's reconciliation of the past days finds a line for each payment.
 */
export class PaidIn {
  #payments: PastPayment[] = []

  add(payment: PastPayment): void {
    this.#payments.push(payment)
  }

  /** Writes the payments to the file that the sandbox reads as it starts, and forgets them: the sandbox keeps them. */
  handOver(file: string): void {
    writeFileSync(file, JSON.stringify(this.#payments))
    this.#payments = []
  }
}
