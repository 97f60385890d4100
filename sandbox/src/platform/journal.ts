import { mkdir, open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { readTextIfAny, syncFolder } from './durable-file.ts'

/**
 * An append-only file with one entry per line. An appended entry is on disk once `flushed` resolves; entries that are
 * pending at the same time are written and synced together. A line cut off by a crash is ignored.
 */
export class Journal {
  readonly #handle: FileHandle
  readonly #waiting: string[] = []
  #last: Promise<void> = Promise.resolve()
  /** True while a write of the pending entries is scheduled. */
  #isPlanned = false

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** Opens the file, and passes its entries to `replay` one after the other. */
  static async open(file: string, replay: (entry: unknown) => void): Promise<Journal> {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    const text = (await readTextIfAny(file)) ?? ''
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    for (const line of whole.split('\n')) if (line !== '') replay(JSON.parse(line))
    const handle = await open(file, 'a', 0o600)
    if (whole.length < text.length) await handle.truncate(Buffer.byteLength(whole))
    await syncFolder(path.dirname(file))
    return new Journal(handle)
  }

  /** Appends an entry; it is durable once this resolves. */
  append(entry: object): Promise<void> {
    this.#waiting.push(`${JSON.stringify(entry)}\n`)
    return this.flushed()
  }

  /** Resolves once every entry appended so far is on disk. */
  flushed(): Promise<void> {
    if (this.#waiting.length > 0 && !this.#isPlanned) {
      this.#isPlanned = true
      this.#last = this.#last.then(() => this.#write())
    }
    return this.#last
  }

  async close(): Promise<void> {
    await this.flushed()
    await this.#handle.close()
  }

  async #write(): Promise<void> {
    this.#isPlanned = false
    await this.#handle.appendFile(this.#waiting.splice(0).join(''))
    await this.#handle.datasync()
  }
}
