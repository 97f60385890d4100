import { InputRefusal } from '../../platform/http/bind.ts'
import { Refusal } from '../../platform/refusal.ts'
import { InputFault } from '../../staff/index.ts'

/** The refusal of a command that says in its own words why it does not run. */
class CommandRefusal extends Refusal {
  constructor(sentence: string) {
    super('ACTION_REFUSED')
    this.message = sentence
  }
}

/** Errors of the language and of the database, which are faults of ours. */
const faults = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AssertionError'])

/**
 * What a command throws, as the console answers it. Commands of operators refuse by errors of their own with a sentence;
 * what the database or the language throws stays a fault.
 */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  if (error instanceof InputFault) return new InputRefusal(error.message)
  if (!(error instanceof Error) || 'code' in error || faults.has(error.name)) return error
  return new CommandRefusal(error.message)
}

/** @throws Refusal for what a command refuses */
export const orRefusal = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asRefusal(error)
  })
