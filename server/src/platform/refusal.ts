import { type RefusalCode, type RefusalParams, refusals } from '@pematang/contract/refusals'

/**
 * A business refusal: an expected answer, not a fault. A verb throws it before or after it wrote something; what
 * it wrote is rolled back, and the refusal itself is kept as the answer to the request's key.
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

/** Throws the refusal where the value is null or undefined, else gives it back. */
export function required<T>(value: T | null | undefined, code: RefusalCode): T {
  if (value === null || value === undefined) throw new Refusal(code)
  return value
}
