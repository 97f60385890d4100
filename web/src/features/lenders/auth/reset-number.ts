// A file of its own, so that the login screen loads only this part of the password reset.

/** A verification code that was sent by SMS. */
export type SentCode = {
  phoneNumber: string
  transactionId: string
  /** When the code expires, by the server's clock; ISO 8601. */
  expiredAt: string
  /** When another code can be requested, by this browser's clock; milliseconds since 1970. */
  resendAt: number
}

/**
 * The phone number of a reset and the code that was sent. They must not outlive the reset, so they are not stored in
 * the browser's history.
 */
export type ResetNumber = { phoneNumber: string; sent: SentCode | null }

/** A browser storage that ends with the tab but survives a reload. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const storageName = 'reset-password'
/** As long as a session without use: who comes back later types the number again. */
const keptMs = 15 * 60_000

/** Stores the number of the reset for a lender whose page is reloaded while they read the SMS, for 15 minutes. */
export const storeNumber = (storage: TabStorage, number: ResetNumber, now = Date.now()): void =>
  storage.setItem(storageName, JSON.stringify({ ...number, until: now + keptMs }))

/** What is stored of a reset; nothing, also in the storage, once its time is over. */
export function storedNumber(storage: TabStorage, now = Date.now()): Partial<ResetNumber> {
  try {
    const stored = JSON.parse(storage.getItem(storageName) ?? '{}') as { until?: number } & ResetNumber
    if (stored.until !== undefined && now < stored.until) return stored
  } catch {
    // It is not ours, or of an earlier release.
  }
  storage.removeItem(storageName)
  return {}
}

/**
 * Ends the reset: removes the stored number.
 * @returns the phone number, or an empty text
 */
export function takeNumber(storage: TabStorage): string {
  const { phoneNumber } = storedNumber(storage)
  storage.removeItem(storageName)
  return typeof phoneNumber === 'string' ? phoneNumber : ''
}
