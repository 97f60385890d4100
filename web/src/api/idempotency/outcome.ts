import { ApiError } from '../errors.ts'
import { isOutcomeKnown } from './keys.ts'

/** A function that asks the server for the outcome of the request with this idempotency key. */
export type LookUp<T> = (key: string, signal: AbortSignal) => Promise<T>

/** The outcome of a request: its answer, or the refusal because of which it had no effect. */
export type Outcome<T> = { answer: T } | { refusal: ApiError }

/** Thrown when a request that moves money got no answer and its outcome could not be looked up either. */
export class UnknownOutcome extends ApiError {
  /** The key with which the outcome can still be looked up. */
  readonly key: string

  constructor(key: string, lost: ApiError) {
    super(lost.kind, lost.status, lost.code, lost.message)
    this.name = 'UnknownOutcome'
    this.key = key
  }
}

const timeoutMs = 8_000
/** Milliseconds to wait before each attempt. */
const pauses = [0, 1_000, 2_000]

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Looks up an outcome, with a few attempts.
 * @returns null where no answer came
 * @throws ApiError of kind session, which the app reports itself
 */
export async function findOutcome<T>(
  key: string,
  lookUp: LookUp<T>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<Outcome<T> | null> {
  for (const pause of pauses) {
    if (pause > 0) await wait(pause)
    const outcome = await lookUpOnce(key, lookUp)
    if (outcome) return outcome
  }
  return null
}

/** @returns null where no answer came */
export async function lookUpOnce<T>(key: string, lookUp: LookUp<T>): Promise<Outcome<T> | null> {
  try {
    return { answer: await lookUp(key, AbortSignal.timeout(timeoutMs)) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'session') throw error
    return isOutcomeKnown(error.status, error.code) && error.status !== 429 ? { refusal: error } : null
  }
}
