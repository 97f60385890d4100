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

export const storageName = 'reset-password'

/** Stores the number of the reset for a lender whose page is reloaded while they read the SMS. */
export const storeNumber = (storage: TabStorage, number: ResetNumber): void =>
  storage.setItem(storageName, JSON.stringify(number))

/**
 * Ends the reset: removes the stored number.
 * @returns the phone number, or an empty text
 */
export function takeNumber(storage: TabStorage): string {
  const stored = storage.getItem(storageName)
  storage.removeItem(storageName)
  try {
    const { phoneNumber } = JSON.parse(stored ?? '{}') as Partial<ResetNumber>
    return typeof phoneNumber === 'string' ? phoneNumber : ''
  } catch {
    return ''
  }
}
