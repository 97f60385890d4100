import type { Action as Described, Preview } from '@pematang/contract/staff/actions'
import type { Context } from '../../context.ts'
import { sumOfDay } from '../../platform/approvals/decision.ts'
import { readSum } from '../../platform/approvals/gate.ts'
import { decidersFor, findRule } from '../../platform/approvals/rule.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { perform } from '../../platform/commands/perform.ts'
import { propose } from '../../platform/commands/propose.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type Decidable, type Foreseen, lendersTyped, listStaff, ruleVersions } from '../../staff/index.ts'
import { orRefusal } from './faults.ts'
import type { Actions } from './load-actions.ts'

/** All actions, with whether a rule asks for a second pair at each now. */
export async function describeActions({ db }: Context, { byName, titleOf }: Actions): Promise<Described[]> {
  const people = (await listStaff(db)).map(({ name }) => ({ value: name, label: name }))
  const rules = Map.groupBy(await ruleVersions(db), ({ operation }) => operation)
  return [...byName.values()].map(
    ({ name, operation, title, group, belongsTo, does, fields }): Described => ({
      ...{ name, title, group, belongsTo, does },
      // The newest version counts; no decider lifts the rule.
      needsSecondPair: (rules.get(operation)?.[0]?.deciders ?? 0) > 0,
      fields: Object.entries(fields).map(([field, { label, kind, required, help, choices, ofStaff }]) => ({
        name: field,
        ...{ label, kind, required, help, choices: ofStaff ? people : inWords(choices, titleOf) },
      })),
    }),
  )
}

type Choices = Described['fields'][number]['choices']

/** Operations by their titles, in the order of these; other choices as they are. */
function inWords(choices: Choices, titleOf: Actions['titleOf']): Choices {
  const titled = choices.map(({ value, label }) => ({ value, label: titleOf(label) }))
  const hasOperations = titled.some(({ label }, at) => label !== choices[at]?.label)
  return hasOperations ? titled.toSorted((a, b) => a.label.localeCompare(b.label, 'id')) : choices
}

type Filled = { name: string; input: Record<string, string> }
type Caller = { staffId: number; key: string | undefined; requestId: string; source: string }

/**
 * What an action would do now; nothing is written.
 * @throws Refusal of the input or of the command
 */
export async function preview(
  context: Context,
  actions: Actions,
  staffId: number,
  { name, input: given }: Filled,
): Promise<Preview> {
  const action = actions.named(name)
  const input = await orRefusal(action.read(given, { db: context.db, staffId }))
  const foreseen = await orRefusal(action.foresee(dry(context), staffActor(staffId), input))
  const typed = await lendersTyped(context.db, action.fields, given)
  return withDeciders(context.db, action, {
    ...{ input, maker: staffId },
    foreseen: { ...foreseen, lines: [...typed, ...foreseen.lines] },
  })
}

/** A dry run stores documents in rows that are rolled back, because a write to a store outside cannot be undone. */
export const dry = (context: Context): Context => ({ ...context, contents: context.contents.inDatabase() })

/** A dry run with its sum, and how many must agree by the rule and the sums of now. */
export async function withDeciders(
  db: Queryable,
  command: Decidable,
  { input, maker, foreseen }: { input: unknown; maker: number; foreseen: Pick<Foreseen, 'lines' | 'told'> },
): Promise<Preview> {
  const amount = await readSum(db, command.proposal(input).amount)
  const rule = await findRule(db, command.operation)
  const deciders = rule ? decidersFor(rule, (amount ?? 0) + (await sumOfDay(db, maker))) : 0
  return { lines: foreseen.lines, notified: foreseen.told, amount, deciders }
}

/**
 * Proposes an action after a dry run, so that what is refused anyway is not proposed; where no rule asks for a second
 * pair it runs at once.
 * @throws Refusal of the input or of the command, STAFF_RIGHT_MISSING, PROPOSALS_TOO_MANY
 */
export async function proposeAction(
  context: Context,
  actions: Actions,
  { staffId, ...origin }: Caller,
  { name, input: given }: Filled,
) {
  const action = actions.named(name)
  const actor = staffActor(staffId)
  const input = await orRefusal(action.read(given, { db: context.db, staffId }))
  if (!(await findRule(context.db, action.operation))) {
    const lines = await orRefusal(action.perform(context, { actor, input, ...origin }))
    return { state: 'DONE' as const, number: null, until: null, isNew: true, lines }
  }
  const { lines, kept } = await orRefusal(action.foresee(dry(context), actor, input))
  const { number, until, isNew } = await perform(context, propose, {
    ...{ actor, requestId: origin.requestId, source: origin.source },
    // Without the key: the same proposal that still waits is not made again, and its dry run may say something else by now.
    input: { ...action.proposal(input), maker: staffId, seat: null, foreseen: kept },
  })
  return { state: 'PROPOSED' as const, number, until: until.toISOString(), isNew, lines }
}
