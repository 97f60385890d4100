import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const resultsFolder = path.join(import.meta.dirname, '../../results')

/** The path of the result page with this name, of today unless another day is given. */
export const pageFile = (name: string, takenAt = new Date().toISOString()): string =>
  path.join(resultsFolder, `${takenAt.slice(0, 10)}-${name}.md`)

/**
 * Writes a page as `<day>-<name>.md` beside the other results.
 * @returns its path
 */
export function writePage(name: string, text: string, takenAt = new Date().toISOString()): string {
  mkdirSync(resultsFolder, { recursive: true })
  const file = pageFile(name, takenAt)
  writeFileSync(file, text)
  return file
}
