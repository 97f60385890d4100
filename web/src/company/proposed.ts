import { ApiError } from '../api/errors.ts'

/** How a member of a company makes a call: proposed where a rule asks for it, or as the decision of a proposal. */
export type Acting = 'new' | number | undefined

/** The proposal that is decided in a dialog, with the body that decides it. */
export type Decision<Body = Record<string, unknown>> = { number: number; body: Body }

/** A call was not carried out: it waits as a proposal, or for others to agree. `message` is for the screen. */
export class Waiting extends ApiError {
  readonly proposal: number

  constructor(code: string, message: string, proposal: number) {
    super('refused', 202, code, message)
    this.name = 'Waiting'
    this.proposal = proposal
  }
}

/**
 * The answer of a call that was made with `proposal`.
 * @throws Waiting where it was not carried out yet
 */
export function carriedOut<T>(answer: T): T {
  const { code, message, proposal } = (answer ?? {}) as Partial<Record<string, unknown>>
  if (typeof code === 'string' && typeof message === 'string' && typeof proposal === 'number')
    throw new Waiting(code, message, proposal)
  return answer
}
