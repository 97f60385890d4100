import { patience } from '../doors/insist.ts'
import { drive, Found } from '../run/drive.ts'
import { Run } from '../run/run.ts'
import type { Template } from '../run/template.ts'
import { ChangedTree } from './changed-tree.ts'
import type { Sabotage } from './sabotage.ts'

export type SabotageResult = {
  name: string
  fault: string
  /** What revealed the fault; null if nothing did. */
  found: string | null
  operations: number
  seconds: number
}

/** A run with a rule switched off must reveal the fault within this number of operations. */
const mostOperations = 50_000
const mostSeconds = 120

/** Runs the product with each of these rules switched off, one after the other, until the run reveals the fault. */
export async function findAll(
  template: Template,
  sabotages: readonly Sabotage[],
  { seed, tell }: { seed: number; tell: (result: SabotageResult) => void },
): Promise<SabotageResult[]> {
  Object.assign(patience, { answerMs: 60_000, backgroundMs: 60_000 })
  const tree = new ChangedTree()
  const results: SabotageResult[] = []
  try {
    for (const sabotage of sabotages) {
      const result = await tree.with(sabotage, () => find(template, tree.folder, sabotage, seed))
      results.push(result)
      tell(result)
    }
  } finally {
    tree.remove()
  }
  return results
}

async function find(
  template: Template,
  tree: string,
  { name, fault, needsJump }: Sabotage,
  seed: number,
): Promise<SabotageResult> {
  const started = performance.now()
  const run = await Run.open(template, tree, name)
  const seconds = () => (performance.now() - started) / 1_000
  try {
    const { operations } = await drive(run, {
      ...{ seed, operations: mostOperations, perRound: 50, kills: false, isDense: true },
      endsAt: Date.now() + mostSeconds * 1_000,
      roundsPerJump: needsJump ? 1 : 6,
    })
    return { name, fault, found: null, operations, seconds: seconds() }
  } catch (error) {
    if (!(error instanceof Found)) throw error
    // A missing answer or a process that does not start may also be caused by a slow machine, so it does not count as
    // detected.
    if (error.breach.found instanceof Error)
      return { name, fault, found: null, operations: error.operations, seconds: seconds() }
    const verb = error.breach.operation?.verb
    const found = `${error.message}${verb ? ` (${verb})` : ''}`
    return { name, fault, found, operations: error.operations, seconds: seconds() }
  } finally {
    await run.close()
  }
}
