import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { readTextIfAny, writeDurably } from '../platform/durable-file.ts'
import { KeyedLock } from '../platform/keyed-lock.ts'
import type { DocumentRecord } from './model.ts'

/**
 * The provider's data: one folder per document set with its PDFs and a record. The record is written last, so that a
 * set exists, or is signed, with all its files or not at all. Records are never changed in place.
 */
export class DocumentStore {
  readonly #folder: string
  readonly #records = new Map<string, DocumentRecord>()
  readonly #byReference = new Map<string, string>()
  readonly #bySession = new Map<string, string>()
  readonly #lock = new KeyedLock()

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Reads all stored records, and removes the remains of an interrupted upload. */
  static async open(folder: string): Promise<DocumentStore> {
    const store = new DocumentStore(folder)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) {
      const text = await readTextIfAny(path.join(folder, name, 'record.json'))
      if (text === null) await rm(path.join(folder, name), { recursive: true, force: true })
      else store.#remember(JSON.parse(text) as DocumentRecord)
    }
    return store
  }

  all(): Iterable<DocumentRecord> {
    return this.#records.values()
  }

  find(docToken: string): DocumentRecord | null {
    return this.#records.get(docToken) ?? null
  }

  findByReference(reference: string): DocumentRecord | null {
    return this.find(this.#byReference.get(reference) ?? '')
  }

  findBySession(tokenHash: string): DocumentRecord | null {
    return this.find(this.#bySession.get(tokenHash) ?? '')
  }

  /** Runs `work` sequentially for each key (a docToken, or `reference:` and a reference). */
  alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.#lock.run(key, work)
  }

  /** Saves a record; once this resolves it survives a crash. */
  async save(record: DocumentRecord): Promise<void> {
    await writeDurably(path.join(this.#folder, record.docToken, 'record.json'), JSON.stringify(record))
    this.#remember(record)
  }

  async writeFile(
    docToken: string,
    kind: 'source' | 'signed',
    index: number,
    bytes: Uint8Array,
  ): Promise<void> {
    await writeDurably(this.#fileName(docToken, kind, index), bytes)
  }

  readFile(docToken: string, kind: 'source' | 'signed', index: number): Promise<Buffer> {
    return readFile(this.#fileName(docToken, kind, index))
  }

  #fileName(docToken: string, kind: string, index: number): string {
    return path.join(this.#folder, docToken, `${kind}-${index}.pdf`)
  }

  #remember(record: DocumentRecord): void {
    this.#records.set(record.docToken, record)
    this.#byReference.set(record.reference, record.docToken)
    for (const session of record.sessions) this.#bySession.set(session.tokenHash, record.docToken)
  }
}
