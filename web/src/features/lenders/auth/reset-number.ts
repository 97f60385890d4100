import type { ResetNumber } from './reset-step.ts'

// A file of its own, so that the login screen loads only this part of the password reset.

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
