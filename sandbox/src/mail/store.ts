import { readTextIfAny, writeDurably } from '../platform/durable-file.ts'
import { KeyedLock } from '../platform/keyed-lock.ts'

/** A received e-mail; one that was sent twice is stored twice. */
export type MailRecord = {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  messageId: string
  /** The header lines as received, unfolded. */
  headers: { name: string; value: string }[]
  arrivedAt: string
}

/** The inbox is for viewing only; the oldest e-mails are removed above this number. */
const MOST_KEPT = 300

/** The newest e-mails, in one file that survives a restart. */
export class MailStore {
  readonly #file: string
  readonly #records: MailRecord[]
  readonly #lock = new KeyedLock()

  private constructor(file: string, records: MailRecord[]) {
    this.#file = file
    this.#records = records
  }

  static async open(file: string): Promise<MailStore> {
    const text = await readTextIfAny(file)
    return new MailStore(file, text === null ? [] : (JSON.parse(text) as MailRecord[]))
  }

  add(record: MailRecord): Promise<void> {
    return this.#lock.run('file', async () => {
      this.#records.push(record)
      if (this.#records.length > MOST_KEPT) this.#records.shift()
      await writeDurably(this.#file, JSON.stringify(this.#records))
    })
  }

  /** The e-mails to one address or to all, the newest first. */
  inbox(to: string | null): MailRecord[] {
    const wanted = to?.toLowerCase()
    return this.#records
      .filter((record) => wanted === undefined || record.to.toLowerCase() === wanted)
      .toReversed()
  }

  find(id: string): MailRecord | undefined {
    return this.#records.find((record) => record.id === id)
  }
}
