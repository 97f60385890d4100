import { patience } from '../prove/doors/insist.ts'
import { drive, Found } from '../prove/run/drive.ts'
import { Late } from '../prove/run/operation.ts'
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
  /** How many times as long everything may take as on a machine with nothing else to do. */
  patience: number
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
  { seed, together, patience: times, tell, explain }: Search,
): Promise<SabotageResult[]> {
  Object.assign(patience, { answerMs: 60_000 * times, backgroundMs: 60_000 * times })
  const left = [...sabotages]
  const results: SabotageResult[] = []
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const result = await find(template, next, { seed, until: Date.now() + mostSeconds * 1_000 * times })
      results.push(result)
      tell(result)
      if (result.breach) await explain(result.breach, next.name)
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  return results
}

/** Goes on with another seed where something was late, which a slow machine explains too. */
async function find(
  template: Template,
  sabotage: Sabotage,
  { seed, until }: { seed: number; until: number },
): Promise<SabotageResult> {
  const { name, fault, needsJump, servers = 1, endsLate, mix = 'dense' } = sabotage
  const started = performance.now()
  let before = 0
  const resultOf = (operations: number, breach: Found | null): SabotageResult => {
    const verb = breach?.breach.operation?.verb
    const found = breach && `${breach.message}${verb ? ` (${verb})` : ''}`
    const seconds = (performance.now() - started) / 1_000
    return { name, fault, found, breach, operations: before + operations, seconds }
  }
  for (let attempt = 0; ; attempt += 1) {
    const run = await Run.open(template, `${name}-${attempt}`, { sabotage: name, servers })
    try {
      const { operations } = await drive(run, {
        ...{ seed: seed + attempt, operations: mostOperations - before, endsAt: until },
        ...{ perRound: 50, roundsPerStop: 1, perKill: 0, mix },
        stopsPerJump: needsJump ? 1 : 6,
      })
      return resultOf(operations, null)
    } catch (error) {
      if (!(error instanceof Found)) throw error
      // A missing answer or a process that does not start may also be caused by a slow machine.
      const isLate = error.breach.found instanceof Error || (error.breach instanceof Late && !endsLate)
      if (!isLate) return resultOf(error.operations, error)
      if (Date.now() > until) return resultOf(error.operations, null)
      before += error.operations
    } finally {
      await run.close()
    }
  }
}
