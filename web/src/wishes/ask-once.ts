import { ApiError } from '../api/errors.ts'
import { endsWish, isDefinite, WishKeys } from './keys.ts'

const keys = () =>
  new WishKeys(sessionStorage, () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, Date.now)

/** Makes the key of this wish when its dialog opens, so that every press on the button carries the same one. */
export function beginWish(wish: object): void {
  keys().keyFor(wish)
}

/**
 * Asks for money to be moved, once however often it is asked for while the outcome is unknown.
 * @param wish the body of the call; another body is another wish
 * @param ask makes the call with this idempotency key
 * @throws ApiError `hasUnknownOutcome` tells whether the money may have moved
 */
export async function askOnce<T>(wish: object, ask: (idempotencyKey: string) => Promise<T>): Promise<T> {
  try {
    const answer = await ask(keys().keyFor(wish))
    keys().settle(wish)
    return answer
  } catch (error) {
    if (error instanceof ApiError && endsWish(error.status, error.code)) keys().settle(wish)
    throw error
  }
}

/** True where the money may have moved although the call failed. */
export const hasUnknownOutcome = (error: unknown): boolean =>
  !(error instanceof ApiError) || !isDefinite(error.status, error.code)
