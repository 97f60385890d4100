/**
 * A store of bytes outside the database, under keys such as `documents/ab/ab12…`. Its callers name objects by the
 * SHA-256 of their bytes, so a repeated `put` writes the same bytes and is harmless.
 */
export type ObjectStore = {
  /**
   * Stores bytes durably: once this resolves, they survive a crash of any machine. An existing object is overwritten,
   * and its `modifiedAt` becomes the time of this call.
   * @throws StoreUnavailable
   */
  put(key: string, bytes: Buffer): Promise<void>
  /**
   * @param largest the number of bytes above which the object is not read
   * @returns null if there is no such object
   * @throws ObjectTooLarge
   * @throws StoreUnavailable
   */
  get(key: string, largest: number): Promise<Buffer | null>
  /** @throws StoreUnavailable */
  has(key: string): Promise<boolean>
  /**
   * Deletes an object, if it exists.
   * @throws StoreUnavailable
   */
  delete(key: string): Promise<void>
  /**
   * Lists the objects whose keys begin with a prefix, which ends with a slash. An object that is written or deleted
   * during the listing may or may not be listed.
   * @throws StoreUnavailable
   */
  list(prefix: string): AsyncGenerator<StoredObject>
  /**
   * Makes an empty folder or bucket ready to be used, and checks that it can be written, read and deleted from.
   * @throws StoreUnavailable
   */
  prepare(): Promise<void>
}

export type StoredObject = { key: string; size: number; modifiedAt: Date }

/** The store does not answer, refuses the request, or is not the one that was prepared. Another attempt may succeed. */
export class StoreUnavailable extends Error {}

/** The object has more bytes than the caller allows. */
export class ObjectTooLarge extends Error {}

const keyPattern = /^(?:[a-z-]{1,20}\/){1,2}(?:[0-9a-f]{2}\/)?[0-9a-z-]{1,64}$/

/** @throws if a key could name anything outside the store; that is a bug, because keys are made of hashes */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`${JSON.stringify(key)} is not the key of an object`)
  return key
}
