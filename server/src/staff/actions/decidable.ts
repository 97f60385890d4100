import type { ChangeLine, ObjectRef } from '@pematang/contract/staff/fields'
import type { Context } from '../../context.ts'
import { decodeInput, encodeInput } from '../../platform/approvals/input.ts'
import type { ActorOf, Origin } from '../../platform/audit/audit.ts'
import type { Mutation } from '../../platform/commands/command.ts'
import { decide, type Decided, type Decision } from '../../platform/commands/decide.ts'
import { performDryRun } from '../../platform/commands/dry-run.ts'
import { perform } from '../../platform/commands/perform.ts'
import { proposalOf } from '../../platform/commands/propose.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { GatedCommand } from '../../platform/registration.ts'
import { flatWords } from './words.ts'

/** Facts in words by their labels; null where there is none. */
export type Words = Readonly<Record<string, string | null>>

/** A command that a person of the staff may run. */
export type StaffCommand<Input, Answer> =
  | Mutation<Context, Input, Answer, 'operator'>
  | Mutation<Context, Input, Answer, 'operator' | 'system'>

/** How a command is told in words. What is left out is told by the names of its properties. */
export type Telling<Input, Answer> = {
  title: string
  /** What is there before: by the labels of `after`, or by a label of its own. */
  before?: (db: Queryable, input: Input) => Promise<Words>
  /** What is there afterwards, from the answer of the command. */
  after?: (answer: Answer, input: Input) => Words
  /** Who is told, in sentences. */
  told?: (input: Input, answer: Answer) => string[]
  /** What the input is about, for the page of its proposal. */
  about?: (input: Input) => ObjectRef | null
  /** The input in words. */
  says?: (input: Input) => Words
  /** Whether an input is of this command, where several have one operation. */
  takes?: (input: Input) => boolean
}

/** What a command would do: its lines, who is told, and both in the form in which a proposal keeps them. */
export type Foreseen = { lines: ChangeLine[]; told: string[]; kept: string }

type Call = Origin & { actor: ActorOf<'operator'>; input: unknown; key?: string | undefined }

/** A command that is proposed and decided, with its dry run in words. */
export type Decidable = {
  operation: string
  command: GatedCommand<Context>
  title: string
  takes(input: unknown): boolean
  /**
   * Runs the command and rolls it back.
   * @throws what the command throws
   */
  foresee(context: Context, actor: ActorOf<'operator'>, input: unknown): Promise<Foreseen>
  /** What a dry run of before found, as `foresee` or the command line kept it. */
  recall(kept: string, input: unknown): ChangeLine[]
  says(input: unknown): Words
  about(input: unknown): ObjectRef | null
  proposal(input: unknown): ReturnType<typeof proposalOf>
  decide(context: Context, decision: Decision<unknown> & Origin & { key?: string }): Promise<Decided<unknown>>
  /** Runs the command, which the gate refuses where a rule asks for a second pair. */
  perform(context: Context, call: Call): Promise<ChangeLine[]>
}

/** What is kept of a dry run; the command line has no facts of before. */
type Kept<Answer> = { before: Words | null; answer: Answer }

export function decidable<Input, Answer>(
  command: StaffCommand<Input, Answer>,
  telling: Telling<NoInfer<Input>, NoInfer<Answer>>,
): Decidable {
  const verb = command as Mutation<Context, Input, Answer, 'operator'>
  const { title, before, told } = telling
  const after = telling.after ?? ((answer: Answer) => flatWords(answer))
  const linesOf = ({ before: found, answer }: Kept<Answer>, input: Input): ChangeLine[] =>
    linesBetween(found ?? {}, after(answer, input))
  return {
    operation: command.operation,
    command,
    title,
    takes: (input) => telling.takes?.(input as Input) ?? true,
    async foresee(context, actor, given) {
      const input = given as Input
      const found = (await before?.(context.db, input)) ?? null
      const answer = await performDryRun(context, verb, { actor, input })
      const kept: Kept<Answer> = { before: found, answer }
      return { lines: linesOf(kept, input), told: told?.(input, answer) ?? [], kept: encodeInput(kept) }
    },
    recall: (kept, input) => linesOf(decodeInput(kept) as Kept<Answer>, input as Input),
    says: (input) => telling.says?.(input as Input) ?? flatWords(input),
    about: (input) => telling.about?.(input as Input) ?? null,
    proposal: (input) => proposalOf(verb, input as Input),
    decide: (context, decision) => decide(context, verb, { ...decision, input: decision.input as Input }),
    async perform(context, { input, ...call }) {
      const found = (await before?.(context.db, input as Input)) ?? null
      const answer = await perform(context, verb, { ...call, input: input as Input })
      return linesOf({ before: found, answer }, input as Input)
    },
  }
}

/** What `after` says nothing of is told as it stood before: it is not taken away. */
function linesBetween(before: Words, after: Words): ChangeLine[] {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])].map((label) =>
    label in after
      ? { label, before: before[label] ?? null, after: after[label] ?? null }
      : { label, before: null, after: before[label] ?? null },
  )
  return all.filter((line) => line.before !== null || line.after !== null)
}
