import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Mix } from '../prove/run/generate.ts'

/** One rule to switch off: a text of the product's source that is replaced in a copy. */
export type Sabotage = {
  name: string
  fault: string
  file: string
  find: string
  replace: string
  /** True if the fault appears only after the clock was advanced. */
  needsJump?: true
  /** True if the fault is that something never ends, so that its lateness shows it. */
  endsLate?: true
  /** What is drawn to find it, if not everything. */
  mix?: Mix
  /** Set if the fault appears only where two servers share the load. */
  servers?: 1 | 2
}

/**
 * The source of a file with the rule switched off.
 * @throws Error where the text to replace is not found exactly once
 */
export function sabotaged(root: string, { name, file, find, replace }: Sabotage): string {
  const source = readFileSync(path.join(root, file), 'utf8')
  const places = source.split(find).length - 1
  if (places !== 1)
    throw new Error(`sabotage ${name}: its text is found ${places} times in ${file}, not once`)
  return source.replace(find, () => replace)
}
