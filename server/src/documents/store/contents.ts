import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { type ObjectStore, ObjectTooLarge, StoreUnavailable } from '../../outside/document-store/port.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { Refusal } from '../../platform/refusal.ts'
import { StoreMetrics } from './metrics.ts'

/** A place of documents outside the database. */
export type Place = 'FOLDER' | 'S3'

/** The places by their names in DOCUMENT_STORE and in commands; null is the database. */
export const places = { database: null, folder: 'FOLDER', s3: 'S3' } as const satisfies Record<
  string,
  Place | null
>
export type PlaceName = keyof typeof places

/** Where the bytes of a document are: in its row, or in a place that is recorded with their length. */
export type StoredBytes = { sha256: Buffer; bytes: Buffer | null; place: Place | null; size: number | null }

/**
 * Bytes that are durable outside the database, or will be written into their row. Only `DocumentContents.keep` makes
 * them.
 */
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

  get ofRow(): Buffer | null {
    return this.place === null ? this.bytes : null
  }
}

export const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

export const keyOf = (sha256: Buffer): string => {
  const name = sha256.toString('hex')
  return `${keptPrefix}${name.slice(0, 2)}/${name}`
}
/** The key of bytes that a sweep set aside, because no row referred to them; they are deleted a grace period later. */
export const setAsideKeyOf = (sha256: Buffer): string => `${setAsidePrefix}${sha256.toString('hex')}`
export const keptPrefix = 'documents/'
export const setAsidePrefix = 'set-aside/'

/** The stored bytes are missing, or their hash or length is not that of the document. */
export class WrongBytes extends Error {}

export type Stores = ReadonlyMap<Place, ObjectStore>

/**
 * Stores the bytes of new documents in the configured place, and reads documents from every place. Calls to a store
 * take time and cannot be undone, so none is made inside a transaction: bytes are stored before the transaction that
 * refers to them, and read after the transaction that finds their row.
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

  /** Returns a copy that reads from the same stores and stores new documents in the database. */
  inDatabase(): DocumentContents {
    return new DocumentContents({ stores: this.stores, place: null }, this.#parts)
  }

  /**
   * Makes bytes durable in the place of new documents. If the transaction that refers to them fails, they stay there
   * until a sweep removes them.
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
   * Returns the bytes of a document. Bytes outside the database are first compared with its hash and length.
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
   * Reads and verifies bytes outside the database. If a sweep ran at the same time as the transaction of the row, the
   * bytes may have been set aside; they are then read from there and put back.
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

  /** Puts bytes back. They have been read already, so the read succeeds even if the store accepts no writes. */
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
