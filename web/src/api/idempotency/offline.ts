import { ApiError } from '../errors.ts'

/**
 * Whether something failed because this browser has no network. Nothing was sent then, so the lender stays where they
 * are, with what they typed.
 */
export const isOffline = (error: unknown): boolean =>
  'onLine' in navigator && !navigator.onLine && !(error instanceof ApiError && error.kind !== 'network')
