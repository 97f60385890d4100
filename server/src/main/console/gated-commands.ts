import type { Context } from '../../context.ts'
import type { GatedCommand } from '../../platform/registration.ts'
import { collect, load } from '../collect.ts'
import { everyDistrict } from '../districts.ts'

let gated: Promise<ReadonlyMap<string, GatedCommand<Context>>> | undefined

/** The commands of all districts that declare `secondPair`, by their operations. */
export function gatedCommands(): Promise<ReadonlyMap<string, GatedCommand<Context>>> {
  gated ??= load(everyDistrict, (one) => one.gated).then((modules) =>
    collect(
      'the command',
      modules.map(({ district, part }) => ({
        district,
        part: Object.fromEntries(part.gated.map((command) => [command.operation, command])),
      })),
    ),
  )
  return gated
}
