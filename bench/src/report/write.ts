import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { toSvg } from './plot.ts'
import type { BenchResult } from './result.ts'
import { toMarkdown } from './table.ts'

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

/**
 * Writes the table, the plot and all single figures.
 * @returns the paths without their extensions.
 */
export function writeResult(result: BenchResult): { base: string; markdown: string } {
  mkdirSync(resultsFolder, { recursive: true })
  const name = `${result.takenAt.slice(0, 10)}-${result.options.name}`
  const base = path.join(resultsFolder, name)
  const markdown = toMarkdown(result, `${name}.svg`)
  writeFileSync(`${base}.md`, markdown)
  writeFileSync(`${base}.json`, `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(`${base}.svg`, toSvg(result))
  return { base, markdown }
}
