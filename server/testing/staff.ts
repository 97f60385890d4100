import { decide, type Decided } from '../src/platform/commands/decide.ts'
import type { Mutation } from '../src/platform/commands/command.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { proposalOf, propose } from '../src/platform/commands/propose.ts'
import type { Right } from '../src/platform/approvals/rights.ts'
import { addStaff, type NewRule, setApprovalRules } from '../src/staff/testing.ts'
import type { Context } from '../src/context.ts'

const operator = { kind: 'operator', name: 'test' } as const

type Books = { context: Context }

type Verb<Input, Answer> = Mutation<Context, Input, Answer, 'operator'>

/** Adds a person of the staff while no rule asks for a second pair at that. */
export async function aPerson({ context }: Books, name: string, ...rights: Right[]): Promise<number> {
  const input = { name, email: `${name}@contoh.example`, rights }
  return (await perform(context, addStaff, { actor: operator, input })).id
}

/** Sets one rule while no rule asks for a second pair at that. */
export async function aRule(
  { context }: Books,
  operation: string,
  rule: Partial<NewRule> = {},
): Promise<void> {
  const whole = { operation, deciders: 1, largeFrom: null, largeDeciders: null, hours: 24, ...rule }
  const input = { rules: [whole], reason: 'test' }
  await perform(context, setApprovalRules, { actor: operator, input })
}

/**
 * Proposes a command as a person of the staff.
 * @returns the number of the proposal
 */
export async function proposed<Input, Answer>(
  { context }: Books,
  verb: Verb<Input, Answer>,
  maker: number,
  input: Input,
): Promise<number> {
  const made = { ...proposalOf(verb, input), maker, seat: null }
  return (await perform(context, propose, { actor: operator, input: made })).number
}

/** Decides a proposal as a person of the staff, with the input that the console sends again. */
export const decidedBy = <Input, Answer>(
  { context }: Books,
  verb: Verb<Input, Answer>,
  staffId: number,
  { proposal, input, key }: { proposal: number; input: Input; key?: string },
): Promise<Decided<Answer>> =>
  decide(context, verb, { staffId, proposal, input, ...(key === undefined ? {} : { key }) })
