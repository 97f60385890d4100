import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const resultsFolder = path.join(import.meta.dirname, '../../results')

/** The path of the result with this name, without its ending, of today unless another day is given. */
export const resultFile = (name: string, takenAt = new Date()): string =>
  path.join(resultsFolder, `${takenAt.toISOString().slice(0, 10)}-${name}`)

/**
 * Writes a page as `<day>-<name>.md` beside the other results.
 * @returns its path relative to the working folder
 */
export function writePage(name: string, text: string, takenAt = new Date()): string {
  const file = `${resultFile(name, takenAt)}.md`
  mkdirSync(resultsFolder, { recursive: true })
  writeFileSync(file, text)
  return path.relative(process.cwd(), file)
}

/** The records that were kept so far under a name, in their order. */
export function readRecords<Kept>(file: string, name: string): Kept[] {
  if (!existsSync(`${file}.json`)) return []
  return (JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Record<string, Kept[]>)[name] ?? []
}

/** Keeps records as JSON, each on a line of its own. An interruption leaves the file as it was. */
export function keepRecords(file: string, name: string, records: readonly object[]): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const lines = records.map((one) => `    ${JSON.stringify(one)}`).join(',\n')
  writeFileSync(`${file}.json.new`, `{\n  "${name}": [\n${lines}\n  ]\n}\n`)
  renameSync(`${file}.json.new`, `${file}.json`)
}
