import { Refusal } from '../../platform/refusal.ts'

/** The refusal of a command that says in its own words why it does not run. */
class CommandRefusal extends Refusal {
  constructor(sentence: string) {
    super('ACTION_REFUSED')
    this.message = sentence
  }
}

/** Errors of the language, which are faults of ours. */
const faults = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AssertionError'])

/**
 * What a command throws, as the console answers it. Commands of operators refuse by errors of their own with a sentence;
 * what the database (which has a code) or the language throws stays as it is.
 */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  return 'code' in error || faults.has(error.name) ? error : new CommandRefusal(error.message)
}
