import type { Context } from '../../context.ts'
import type { TodayLine } from '../../platform/today-line.ts'
import { collect, load } from '../collect.ts'
import { type AnyDistrict, everyDistrict } from '../districts.ts'

/** The lines of the operator's morning list by name, in the order of the districts. */
export type TodayLines = ReadonlyMap<string, TodayLine<Context>>

export async function loadTodayLines(districts: readonly AnyDistrict[] = everyDistrict): Promise<TodayLines> {
  const modules = await load(districts, ({ today }) => today)
  return collect(
    'the line of today',
    modules.map(({ district, part }) => ({ district, part: part.today })),
  )
}
