import type { Context } from '../../context.ts'
import type { GatedCommand } from '../../platform/registration.ts'
import { collect, load } from '../collect.ts'
import { everyDistrict } from '../districts.ts'

type Commands = ReadonlyMap<string, GatedCommand<Context>>

let gated: Promise<Commands> | undefined

/** The commands of all districts that declare `secondPair`, by their operations. */
export const gatedCommands = (): Promise<Commands> => (gated ??= loadGated())

async function loadGated(): Promise<Commands> {
  const [others, forms] = await Promise.all([
    load(everyDistrict, (one) => one.gated),
    load(everyDistrict, (one) => one.actions),
  ])
  const withoutForm = collect(
    'the command',
    others.map(({ district, part }) => ({
      district,
      part: Object.fromEntries(part.gated.map((command) => [command.operation, command])),
    })),
  )
  const ofForms = new Map<string, GatedCommand<Context>>()
  for (const { command } of forms.flatMap(({ part }) => part.actions)) {
    const { operation } = command
    if (command.secondPair === undefined || withoutForm.has(operation)) continue
    // Forms may share a command; commands that share a name are told apart by one of the district.
    if ((ofForms.get(operation) ?? command) !== command)
      throw new Error(`two commands are named ${operation}`)
    ofForms.set(operation, command)
  }
  return new Map([...ofForms, ...withoutForm])
}
