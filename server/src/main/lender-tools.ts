import type { Context } from '../context.ts'
import type { LenderTools } from '../platform/registration.ts'
import { collect, load } from './collect.ts'
import { type AnyDistrict, everyDistrict } from './districts.ts'

/** What the calls and repeats of lenders have of all districts, loaded when it is first asked for. */
export function lenderTools(list: readonly AnyDistrict[] = everyDistrict): LenderTools<Context> {
  const read = async () =>
    (await load(list, ({ looks }) => looks)).map(({ district, part }) => ({ district, part: part.looks }))
  return { looksOf: async (operation) => collect('the look of the call', await read()).get(operation) }
}
