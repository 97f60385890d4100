import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { type ObjectStore, ObjectTooLarge, StoreUnavailable } from '../outside/document-store/port.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { Refusal } from '../platform/refusal.ts'
import { StoreMetrics } from './metrics.ts'

/** A place of documents outside the database. */
export type Place = 'FOLDER' | 'S3'

/** The places by the names that DOCUMENT_STORE and the commands give them; null is the database. */
export const places = { database: null, folder: 'FOLDER', s3: 'S3' } as const satisfies Record<
  string,
  Place | null
>
export type PlaceName = keyof typeof places

/** The bytes of a document as its row has them: in the row, or in a place that is noted with their length. */
export type StoredBytes = { sha256: Buffer; bytes: Buffer | null; place: Place | null; size: number | null }

/** Bytes that are durable outside the database, or go into their row. Only `DocumentContents.keep` makes them. */
export class KeptBytes {
  readonly bytes: Buffer
  readonly sha256: Buffer
  readonly place: Place | null

  /** @internal */
  constructor(bytes: Buffer, place: Place | null) {
    this.bytes = bytes
    this.sha256 = hashOf(bytes)
    this.place = place
  }

  /** What is written into the row. */
  get ofRow(): Buffer | null {
    return this.place === null ? this.bytes : null
  }
}

export const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** The key of a document in its place. */
export const keyOf = (sha256: Buffer): string => {
  const name = sha256.toString('hex')
  return `${keptPrefix}${name.slice(0, 2)}/${name}`
}
/** The key of bytes that no row named when the store was swept; they are deleted some days later. */
export const setAsideKeyOf = (sha256: Buffer): string => `${setAsidePrefix}${sha256.toString('hex')}`
export const keptPrefix = 'documents/'
export const setAsidePrefix = 'set-aside/'

/** Bytes that are missing in their place, or are not those of the document. */
export class WrongBytes extends Error {}

/** The stores that are set, by place. */
export type Stores = ReadonlyMap<Place, ObjectStore>

/**
 * Keeps the bytes of documents in the place that is set, and reads them from wherever they are. Calls to a store take
 * time and cannot be undone, so neither happens inside a transaction: bytes are kept before the transaction that names
 * them, and read after the one that finds them.
 */
export class DocumentContents {
  readonly stores: Stores
  /** The place of new documents; null for the database. */
  readonly place: Place | null
  readonly #parts: { log: Logger; metrics: Metrics }
  readonly #metrics: StoreMetrics

  constructor(
    { stores, place }: { stores: Stores; place: Place | null },
    parts: { log: Logger; metrics: Metrics },
  ) {
    this.stores = stores
    this.place = place
    this.#parts = parts
    this.#metrics = new StoreMetrics(parts.metrics)
  }

  /** The same stores to read from, with new documents in the database. */
  inDatabase(): DocumentContents {
    return new DocumentContents({ stores: this.stores, place: null }, this.#parts)
  }

  /**
   * Makes bytes durable in the place of new documents. If the transaction that names them fails, they stay there
   * until the store is swept.
   * @throws Refusal DOCUMENT_UNAVAILABLE if the store is not reachable
   */
  async keep(bytes: Buffer): Promise<KeptBytes> {
    const kept = new KeptBytes(bytes, this.place)
    if (kept.place === null) return kept
    try {
      await this.storeOf(kept.place).put(keyOf(kept.sha256), bytes)
    } catch (error) {
      throw this.#refusal(error, kept.sha256, 'a document cannot be kept: its store is not reachable')
    }
    return kept
  }

  /**
   * The bytes of a document, never other ones.
   * @throws Refusal DOCUMENT_UNAVAILABLE if the store is not reachable, or its bytes are missing or differ
   */
  async read(stored: StoredBytes): Promise<Buffer> {
    if (stored.bytes !== null) return stored.bytes
    try {
      return await this.readOutside(stored)
    } catch (error) {
      throw this.#refusal(
        error,
        stored.sha256,
        error instanceof WrongBytes
          ? 'a document is not the one that was kept: nothing is shown of it'
          : 'a document cannot be read: its store is not reachable',
      )
    }
  }

  /**
   * Reads and verifies bytes outside the database. Bytes that were set aside although a row names them, because a sweep
   * and its transaction met, are found too, and put back.
   * @throws WrongBytes
   * @throws StoreUnavailable
   */
  async readOutside({ sha256, place, size }: Omit<StoredBytes, 'bytes'>): Promise<Buffer> {
    const name = sha256.toString('hex')
    if (place === null || size === null) throw new WrongBytes(`no place is noted of document ${name}`)
    const store = this.storeOf(place)
    try {
      const bytes = await store.get(keyOf(sha256), size)
      if (bytes !== null) return verified(bytes, { sha256, size, place })
      const setAside = await store.get(setAsideKeyOf(sha256), size)
      if (setAside === null) throw new WrongBytes(`document ${name} is missing in ${place}`)
      const whole = verified(setAside, { sha256, size, place })
      await this.#putBack(store, whole, { sha256: name, place })
      return whole
    } catch (error) {
      if (error instanceof ObjectTooLarge)
        throw new WrongBytes(`document ${name} in ${place} is longer than ${size} bytes`, { cause: error })
      throw error
    }
  }

  /** The bytes are known by now, so a store that cannot be written to does not keep them from their reader. */
  async #putBack(store: ObjectStore, bytes: Buffer, which: { sha256: string; place: Place }): Promise<void> {
    try {
      await store.put(keyOf(hashOf(bytes)), bytes)
      this.#parts.log.warn(which, 'a document that was set aside was put back')
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      this.#parts.log.warn({ err: error, ...which }, 'a document that was set aside could not be put back')
    }
  }

  /** @throws StoreUnavailable if this process does not know the store */
  storeOf(place: Place): ObjectStore {
    const store = this.stores.get(place)
    if (!store)
      throw new StoreUnavailable(
        `the settings of ${place === 'S3' ? 'DOCUMENT_S3_…' : 'DOCUMENT_FOLDER'} are missing, and documents are there`,
      )
    return store
  }

  #refusal(error: unknown, sha256: Buffer, message: string): unknown {
    const isWrong = error instanceof WrongBytes
    if (!isWrong && !(error instanceof StoreUnavailable)) return error
    this.#metrics.count(isWrong ? 'wrong' : 'unavailable')
    this.#parts.log.error({ err: error, sha256: sha256.toString('hex') }, message)
    return new Refusal('DOCUMENT_UNAVAILABLE', { retryAfterSeconds: 5 })
  }
}

/** @throws WrongBytes */
export function verified(
  bytes: Buffer,
  { sha256, size, place }: { sha256: Buffer; size: number; place: Place },
): Buffer {
  if (bytes.length === size && hashOf(bytes).equals(sha256)) return bytes
  throw new WrongBytes(
    `document ${sha256.toString('hex')} in ${place} has other bytes (${bytes.length} instead of ${size}, or another hash)`,
  )
}
