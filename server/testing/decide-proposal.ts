import * as cash from '../src/cash/index.ts'
import * as cashTools from '../src/cash/testing.ts'
import type { Context } from '../src/context.ts'
import * as lenders from '../src/lenders/index.ts'
import * as lenderTools from '../src/lenders/testing.ts'
import * as loans from '../src/loans/index.ts'
import * as loanTools from '../src/loans/testing.ts'
import { findByName } from '../src/platform/approvals/rights.ts'
import type { Mutation } from '../src/platform/commands/command.ts'
import { decide, type Decided, staffActor } from '../src/platform/commands/decide.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { named } from '../src/platform/fail-points.ts'
import { Refusal } from '../src/platform/refusal.ts'
import * as staff from '../src/staff/testing.ts'

type Verb = Mutation<Context, unknown, unknown, 'operator'>

const isVerb = (exported: unknown): exported is Verb =>
  typeof exported === 'object' && exported !== null && 'operation' in exported && 'run' in exported

/** The commands that the districts show, by their operations. */
const verbs = new Map(
  [cash, cashTools, lenders, lenderTools, loans, loanTools, staff]
    .flatMap((district) => Object.values<unknown>(district))
    .filter(isVerb)
    .map((verb) => [verb.operation, verb]),
)

/** Whether a rule may ask for a second pair at an operation, and it can be decided here. */
export const isDecidable = (operation: string): boolean =>
  verbs.has(operation) && staff.secondPairOperations.includes(operation)

async function find(context: Context, proposal: number): Promise<{ verb: Verb; input: object }> {
  const { operation, input } = await staff.findProposal(context.db, proposal)
  const verb = verbs.get(operation)
  if (!verb) throw new Error(`${operation} is not known here`)
  return { verb, input: input as object }
}

type Asked = { by: string; proposal: number; key: string }

/** Runs what was proposed as an operator without a decision, as any caller might try. */
export async function runAlone(context: Context, { by, proposal, key }: Asked): Promise<unknown> {
  const { verb, input } = await find(context, proposal)
  return perform(context, verb, { actor: { kind: 'operator', name: by }, input, key })
}

/** Has its maker confirm a proposal that was typed on the command line, as far as they may. */
export async function confirmed(context: Context, number: number): Promise<void> {
  const { maker, seat, state, votes } = await staff.findProposal(context.db, number)
  if (seat === null || state !== 'WAITING' || votes.some(({ name }) => name === maker)) return
  const person = await findByName(context.db, maker)
  if (!person) throw new Error(`${maker} is no person of the staff`)
  const call = { actor: staffActor(person.id), input: { number, staffId: person.id } }
  await perform(context, staff.confirmProposal, call).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/**
 * Agrees to a proposal as a person of the staff, by the input that is kept, as the console sends it.
 * @param key the idempotency key of the decision
 * @param changes what the caller sends otherwise than it was proposed
 */
export async function decideProposal(
  context: Context,
  { by, proposal, key }: Asked,
  changes: object = {},
): Promise<Decided<unknown>> {
  const { verb, input: kept } = await find(context, proposal)
  const input = { ...kept, ...changes }
  const person = await findByName(context.db, by)
  if (!person) throw new Error(`${by} is no person of the staff`)
  return named(context, 'console', async () => {
    await confirmed(context, proposal)
    const done = await decide(context, verb, { staffId: person.id, proposal, input, key })
    context.db.options.failPoints?.pass('before the answer')
    return done
  })
}
