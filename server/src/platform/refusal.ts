import { type RefusalCode, type RefusalParams, refusals } from '@pematang/contract/catalogue'

/**
 * A business refusal: an expected answer, not a fault. The writes of its command are rolled back, and the refusal is
 * stored as the answer for the idempotency key.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly params: RefusalParams

  constructor(code: RefusalCode, params: RefusalParams = {}) {
    super(refusals[code].sentence(params))
    this.name = 'Refusal'
    this.code = code
    this.params = params
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** Returns the value, or throws the refusal if it is null or undefined. */
export function required<T>(value: T | null | undefined, code: RefusalCode): T {
  if (value === null || value === undefined) throw new Refusal(code)
  return value
}

/** The refusal that this ends with; null if it ends well. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The outcome of one request of a batch: its answer, or what was thrown for it, mostly a refusal. */
export type Outcome<Answer> = { answer: Answer } | { error: unknown }
