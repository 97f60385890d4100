import { Breach } from './operation.ts'
import { perform } from './perform.ts'
import { Run } from './run.ts'
import type { Step } from './steps.ts'
import type { Template } from './template.ts'

/** The steps of one island, and the rule that is switched off in the product, if any. */
type Replayed = { index: number; steps: readonly Step[]; sabotage: string | null }

/**
 * Replays the steps of one island on a new database.
 * @returns the breach that they reproduce, or null
 */
export async function play(
  template: Template,
  { index, steps, name, sabotage }: Replayed & { name: string },
): Promise<Breach | null> {
  const run = await Run.open(template, name, { sabotage })
  const island = run.islands[index]
  try {
    for (const step of steps) {
      if ('jumpMs' in step) {
        await run.stop()
        await run.jump(step.jumpMs)
      } else if (island) await perform(island, step.operation)
    }
    await run.stop()
    await run.audit()
    return null
  } catch (error) {
    if (error instanceof Breach) return error
    return new Breach(String(error), error)
  } finally {
    await run.close()
  }
}

/** Another breach than the one that is made smaller does not count; how many figures differ does not matter. */
const kindOf = ({ message }: Breach): string => message.replaceAll(/\d+/g, '')

export type Shrunk = { steps: readonly Step[]; breach: Breach; plays: number }

/**
 * Searches for the shortest list of steps that reproduces a breach, by leaving out halves, quarters and so on as long
 * as time allows.
 * @returns null if the steps alone do not reproduce it, e.g. because a killed process was needed
 */
export async function shrink(
  template: Template,
  { until, ...replayed }: Replayed & { until: number },
): Promise<Shrunk | null> {
  let plays = 0
  const shows = (some: readonly Step[]) => {
    plays += 1
    return play(template, { ...replayed, steps: some, name: `shrink-${plays}` })
  }
  let kept = replayed.steps
  let breach = await shows(kept)
  if (!breach) return null
  for (let piece = Math.ceil(kept.length / 2); piece >= 1; piece = piece === 1 ? 0 : Math.ceil(piece / 2)) {
    for (let from = 0; from < kept.length && Date.now() < until; ) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + piece)]
      const still = fewer.length === 0 ? null : await shows(fewer)
      if (still && kindOf(still) === kindOf(breach)) [kept, breach] = [fewer, still]
      else from += piece
    }
  }
  return { steps: kept, breach, plays }
}
