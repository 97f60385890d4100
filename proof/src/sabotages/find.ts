import { patience } from '../prove/doors/insist.ts'
import { drive, Found } from '../prove/run/drive.ts'
import { Run } from '../prove/run/run.ts'
import type { Template } from '../prove/run/template.ts'
import type { Sabotage } from './sabotage.ts'

export type SabotageResult = {
  name: string
  fault: string
  /** What revealed the fault; null if nothing did. */
  found: string | null
  breach: Found | null
  operations: number
  seconds: number
}

/** A run with a rule switched off must reveal the fault within this number of operations. */
const mostOperations = 50_000
const mostSeconds = 300

type Search = {
  seed: number
  /** How many runs go on at once. */
  together: number
  /** Called with a breach, to find the fewest steps that show it. */
  explain: (breach: Found, sabotage: string) => Promise<void>
  tell: (result: SabotageResult) => void
}

/** Runs the product with each of these rules switched off, until the run reveals the fault. */
export async function findAll(
  template: Template,
  sabotages: readonly Sabotage[],
  { seed, together, tell, explain }: Search,
): Promise<SabotageResult[]> {
  Object.assign(patience, { answerMs: 60_000, backgroundMs: 60_000 })
  const left = [...sabotages]
  const results: SabotageResult[] = []
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const result = await find(template, next, seed)
      results.push(result)
      tell(result)
      if (result.breach) await explain(result.breach, next.name)
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  return results
}

async function find(
  template: Template,
  { name, fault, needsJump, servers = 1 }: Sabotage,
  seed: number,
): Promise<SabotageResult> {
  const started = performance.now()
  const run = await Run.open(template, name, { sabotage: name, servers })
  const seconds = () => (performance.now() - started) / 1_000
  try {
    const { operations } = await drive(run, {
      ...{ seed, operations: mostOperations, perRound: 50, roundsPerStop: 1, perKill: 0, isDense: true },
      endsAt: Date.now() + mostSeconds * 1_000,
      stopsPerJump: needsJump ? 1 : 6,
    })
    return { name, fault, found: null, breach: null, operations, seconds: seconds() }
  } catch (error) {
    if (!(error instanceof Found)) throw error
    // A missing answer or a process that does not start may also be caused by a slow machine, so it does not count as
    // detected.
    if (error.breach.found instanceof Error)
      return { name, fault, found: null, breach: null, operations: error.operations, seconds: seconds() }
    const verb = error.breach.operation?.verb
    const found = `${error.message}${verb ? ` (${verb})` : ''}`
    return { name, fault, found, breach: error, operations: error.operations, seconds: seconds() }
  } finally {
    await run.close()
  }
}
