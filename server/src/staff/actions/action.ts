import type { Action as Described } from '@pematang/contract/staff/actions'
import type { ChangeLine } from '@pematang/contract/staff/fields'
import { phoneDigits } from '../../platform/csv/values.ts'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import { Lookup } from '../../platform/keys/personal-data.ts'
import { type Decidable, decidable, type StaffCommand, type Telling, type Words } from './decidable.ts'
import { InputFault } from './faults.ts'
import type { Field, Fields, Filled } from './field.ts'
import { inWords } from './words.ts'

/** Who filled a form, and where what it needs is read. */
type FilledBy = { db: Queryable; staffId: number }

type Form = Pick<Described, 'group' | 'belongsTo' | 'does'>

type Declared<Input, Answer, Of extends Fields> = Form &
  Telling<NoInfer<Input>, NoInfer<Answer>> & {
    command: StaffCommand<Input, Answer>
    /** The name of the action, where several have one operation. */
    name?: string
    fields: Of
    /** The command's input of a filled form. */
    input: (filled: Filled<Of>, by: FilledBy) => NoInfer<Input> | Promise<NoInfer<Input>>
  }

/**
 * An action of the console: a command with the form of its input, and its dry run in words. There is no form for each
 * command; form, preview and proposal come from this.
 */
export type Action = Form &
  Decidable & {
    name: string
    fields: Fields
    /**
     * Reads what was filled in.
     * @throws InputFault that names the field
     */
    read(given: Readonly<Record<string, string>>, by: FilledBy): Promise<unknown>
  }

/** Declares an action beside its command. */
export function action<Input, Answer, const Of extends Fields>(
  declared: Declared<Input, Answer, Of>,
): Action {
  const { command, fields, group, belongsTo, does, input, name = command.operation, ...telling } = declared
  const says = telling.says ?? ((given: Input) => saidByFields(fields, given))
  return {
    ...decidable(command, { ...telling, says }),
    ...{ name, group, belongsTo, does, fields },
    read: async (given, by) =>
      input(readAll(fields, await withLenders(by.db, fields, given)) as Filled<Of>, by),
  }
}

type Given = Readonly<Record<string, string>>

/** The lenders whom a form names by their telephone number. */
async function byPhone(db: Queryable, fields: Fields, given: Given) {
  const found: { field: string; label: string; id: number; lender: string }[] = []
  for (const [field, { kind, label }] of Object.entries(fields)) {
    const phone = kind === 'LENDER' && Object.hasOwn(given, field) ? phoneDigits(given[field] ?? '') : null
    if (!phone?.ok) continue
    const row = await maybe<{ id: number; name: string }>(
      db,
      'staff.actions.lender_by_phone',
      'select id, name from lender where phone_search = any($1)',
      [new Lookup(phone.value)],
    )
    if (row) found.push({ field, label, id: row.id, lender: row.name })
  }
  return found
}

/** Who they are, for whoever typed a number: a digit further it is somebody else. */
export const lendersTyped = async (db: Queryable, fields: Fields, given: Given): Promise<ChangeLine[]> =>
  (await byPhone(db, fields, given)).map(({ label, lender }) => ({ label, before: null, after: lender }))

/** What was filled in, with the id of a lender for their telephone number. */
async function withLenders(db: Queryable, fields: Fields, given: Given): Promise<Given> {
  const found = await byPhone(db, fields, given)
  return { ...given, ...Object.fromEntries(found.map(({ field, id }) => [field, String(id)])) }
}

function readAll(fields: Fields, given: Readonly<Record<string, string>>): Record<string, unknown> {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) throw new InputFault(unknown)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = readOne(field, Object.hasOwn(given, name) ? (given[name] ?? '').trim() : '')
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function readOne(field: Field<unknown>, cell: string): unknown {
  if (cell === '' && field.required) throw new InputFault(field.label)
  const reading = field.read(cell)
  if (reading.ok) return reading.value
  throw new InputFault(field.label, field.help)
}

/** The properties of an input that have the names of fields, by their labels. */
function saidByFields(fields: Fields, input: unknown): Words {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      given[name] === undefined || given[name] === null ? [] : [[field.label, inWords(field, given[name])]],
    ),
  )
}
