import type { Context } from '../context.ts'
import type { Repeat } from '../platform/jobs/repeat.ts'
import type { JobHandlers } from '../platform/jobs/worker.ts'
import { collect, load } from './collect.ts'
import type { AnyDistrict } from './districts.ts'
import { lenderTools } from './lender-tools.ts'

export async function jobsOf(districts: readonly AnyDistrict[], context: Context): Promise<JobHandlers> {
  const modules = await load(districts, ({ jobs }) => jobs)
  const brought = modules.map(({ district, part }) => ({ district, part: part.jobs(context) }))
  return Object.fromEntries(collect('the job', brought))
}

/** The recurring tasks of all districts. */
export async function repeatsOf(
  districts: readonly AnyDistrict[],
  context: Context,
  signal: AbortSignal,
): Promise<Repeat[]> {
  const modules = await load(districts, ({ repeats }) => repeats)
  const tools = lenderTools(districts)
  const brought = modules.map(({ district, part }) => ({
    district,
    part: Object.fromEntries(part.repeats(context, signal, tools).map((one) => [one.name, one])),
  }))
  return [...collect('the recurring task', brought).values()]
}
