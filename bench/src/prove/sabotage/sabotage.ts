import { readFileSync } from 'node:fs'
import path from 'node:path'

/** One rule switched off: a text of the product's source that is replaced in a copy of it. */
export type Sabotage = {
  name: string
  /** The resulting fault. */
  fault: string
  file: string
  find: string
  replace: string
  /** Whether it appears only after the clock was advanced. */
  needsJump?: true
}

/**
 * The source of a sabotage with its rule switched off.
 * @throws Error where its text is not found exactly once
 */
export function sabotaged(root: string, { name, file, find, replace }: Sabotage): string {
  const source = readFileSync(path.join(root, file), 'utf8')
  const places = source.split(find).length - 1
  if (places !== 1)
    throw new Error(`sabotage ${name}: its text is found ${places} times in ${file}, not once`)
  return source.replace(find, () => replace)
}
