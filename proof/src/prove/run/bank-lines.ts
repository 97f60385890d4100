import { writeFileSync } from 'node:fs'
import { type Day, dayOf } from '../../model/days.ts'
import type { PastLine } from '../../../../sandbox/src/bank/past-lines.ts'

/**
 * What came in and went out at the banks since the last jump of the clock. Their statements list it as soon as the
 * sandbox starts again, so that the product's reconciliation of the past days finds a line for each movement.
 */
export class BankLines {
  readonly #now: () => number
  #lines: PastLine[] = []
  /** What the banks list of days that are perhaps not compared yet. */
  #listed: { reference: string; day: Day }[] = []
  #count = 0

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now
  }

  paid(payment: { id: string; bank: 1 | 2; number: string; amount: number }): void {
    this.#lines.push({ ...payment, paidAt: this.#at() })
  }

  /**
   * Another transfer, or a further part of it; what was recorded in error is listed and cancelled under the same
   * reference.
   * @param amount whole rupiah, below zero where it went out
   */
  moved(reference: string, amount: number, bank: 1 | 2 = 1): void {
    const part = this.#lines.find((line) => 'reference' in line && line.reference === reference)
    if (part && part.bank === bank && part.amount > 0 && amount > 0) {
      part.amount += amount
      return
    }
    this.#count += 1
    this.#lines.push({ id: `${reference} ${this.#count}`, bank, reference, amount, at: this.#at() })
  }

  /**
   * Whether something moved under a reference on a day that the product has not compared with the banks' lists yet. After
   * a long jump of the clock it takes a while to come to the newest days.
   * @param compared the newest day that it has compared
   */
  isOpen(reference: string, compared: Day): boolean {
    this.#listed = this.#listed.filter(({ day }) => day > compared)
    const isUnlisted = this.#lines.some((line) => 'reference' in line && line.reference === reference)
    return isUnlisted || this.#listed.some((one) => one.reference === reference)
  }

  /** Writes the lines to the file that the sandbox reads as it starts: the sandbox keeps them. */
  handOver(file: string): void {
    writeFileSync(file, JSON.stringify(this.#lines))
    for (const line of this.#lines)
      if ('reference' in line)
        this.#listed.push({ reference: line.reference, day: dayOf(Date.parse(line.at)) })
    this.#lines = []
  }

  #at(): string {
    return new Date(this.#now()).toISOString()
  }
}
