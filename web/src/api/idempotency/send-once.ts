import { localStore } from '../../session/storage.ts'
import { ApiError } from '../errors.ts'
import { isOffline } from './offline.ts'
import { isDecided, isOutcomeKnown, IdempotencyKeys } from './keys.ts'
import { findOutcome, type LookUp, UnknownOutcome } from './outcome.ts'

// The keys are shared by all tabs: the same request in another tab has the same key.
const keys = () =>
  new IdempotencyKeys(localStore(), () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, Date.now)

/**
 * Creates the key of a request when its dialog opens. An older key with unknown outcome is discarded, so call this only
 * where the server itself asks the lender before a duplicate.
 */
export function beginRequest(body: object): void {
  keys().discard(body)
  keys().keyFor(body)
}

/** Call this when the outcome of the request with this key is known. */
export const discardKey = (key: string): void => keys().discardKey(key)

/** Timeout in milliseconds. A slower answer counts as lost. */
const timeoutMs = 30_000

export type Calls<T> = {
  send: (idempotencyKey: string, signal: AbortSignal) => Promise<T>
  /** Asks the server for the outcome of the request with this key. */
  lookUp: LookUp<T>
}

/**
 * Sends a request that moves money, under one key until its outcome is known. If the answer is lost, the server is
 * asked for the outcome.
 * @throws UnknownOutcome where the server could not be asked either; after any other error no money has moved. A browser
 *   that was offline before and after has sent nothing.
 */
export async function sendOnce<T>(body: object, { send, lookUp }: Calls<T>): Promise<T> {
  const key = keys().keyFor(body)
  const wasOffline = isOffline(null)
  try {
    const answer = await send(key, AbortSignal.timeout(timeoutMs))
    keys().discard(body)
    return answer
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (wasOffline && isOffline(error)) throw error
    if (!isOutcomeKnown(error.status, error.code)) return afterLostAnswer(error, key, lookUp)
    if (isDecided(error.status, error.code)) keys().discard(body)
    throw error
  }
}

async function afterLostAnswer<T>(lost: ApiError, key: string, lookUp: LookUp<T>): Promise<T> {
  const outcome = await findOutcome(key, lookUp)
  if (outcome === null) throw new UnknownOutcome(key, lost)
  discardKey(key)
  if ('answer' in outcome) return outcome.answer
  // The request had no effect. If an earlier attempt was refused, that refusal has the reason.
  if (outcome.refusal.code === 'REQUEST_NOT_RECEIVED' && lost.kind !== 'network') throw lost
  throw outcome.refusal
}
