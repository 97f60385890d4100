import type { Scope } from './checks/breach.ts'
import type { Rule } from './protocol/rules.ts'
import { runCells, type RunOptions } from './run.ts'

/** A size at which the cells meet on most loans, and a run takes some milliseconds. */
export const smallRun = { cells: 4, lenders: 40, loans: 30, fundings: 200 }

export type Trial = {
  runs: number
  /** Runs in which something was found, in all and by scope. */
  found: number
  foundBy: Record<Scope, number>
  /** What was found first. */
  first: string | null
}

/** Runs cells with each of these seeds, whole or with a rule that is not kept. */
export function tryCells(
  options: Omit<RunOptions, 'seed' | 'broken'>,
  seeds: readonly number[],
  broken?: Rule,
): Trial {
  const trial: Trial = {
    ...{ runs: seeds.length, found: 0, first: null },
    foundBy: { cell: 0, cells: 0, simulation: 0 },
  }
  for (const seed of seeds) {
    const { breaches } = runCells({ ...options, seed, ...(broken ? { broken } : {}) })
    for (const [scope, what] of breaches) {
      trial.foundBy[scope] += 1
      trial.first ??= what
    }
    if (breaches.size > 0) trial.found += 1
  }
  return trial
}
