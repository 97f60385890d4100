import { readTextIfAny, writeDurably } from '../platform/durable-file.ts'
import { KeyedLock } from '../platform/keyed-lock.ts'

/** A message that the gateway has accepted. */
export type SmsRecord = {
  id: string
  /** The international number, +62… */
  to: string
  text: string
  /** The sender's id of the message, used as an idempotency key: a repeated reference is not delivered again. */
  reference: string
  /** The times of arrival on the phone, ISO 8601: none while it is pending or if it is lost, two if it is doubled. */
  arrivals: string[]
}

/** A message as the inbox shows it. */
export type InboxMessage = { id: string; to: string; text: string; reference: string; arrivedAt: string }

/** The inbox is for viewing only; the oldest messages are removed above this number. */
const MOST_KEPT = 500

/** The gateway's data: the newest messages, in one file that survives a restart. */
export class SmsStore {
  readonly #file: string
  readonly #records: SmsRecord[]
  readonly #lock = new KeyedLock()

  private constructor(file: string, records: SmsRecord[]) {
    this.#file = file
    this.#records = records
  }

  static async open(file: string): Promise<SmsStore> {
    const text = await readTextIfAny(file)
    return new SmsStore(file, text === null ? [] : (JSON.parse(text) as SmsRecord[]))
  }

  /** Stores a new message. If the reference is already stored, its message is returned unchanged. */
  add(record: SmsRecord): Promise<{ record: SmsRecord; isNew: boolean }> {
    return this.#change(() => {
      const known = this.#records.find(({ reference }) => reference === record.reference)
      if (known !== undefined) return { record: known, isNew: false }
      this.#records.push(record)
      if (this.#records.length > MOST_KEPT) this.#records.shift()
      return { record, isNew: true }
    })
  }

  /** Records that a message has arrived on the phone. */
  async arrive(record: SmsRecord, at: Date): Promise<void> {
    await this.#change(() => record.arrivals.push(at.toISOString()))
  }

  /** The messages that have arrived, for one number or all of them, the newest first. */
  inbox(to: string | null): InboxMessage[] {
    return this.#records
      .filter((record) => to === null || record.to === to)
      .flatMap(({ arrivals, ...message }) => arrivals.map((arrivedAt) => ({ ...message, arrivedAt })))
      .reverse()
      .toSorted((a, b) => b.arrivedAt.localeCompare(a.arrivedAt))
  }

  #change<T>(change: () => T): Promise<T> {
    return this.#lock.run('file', async () => {
      const result = change()
      await writeDurably(this.#file, JSON.stringify(this.#records))
      return result
    })
  }
}
