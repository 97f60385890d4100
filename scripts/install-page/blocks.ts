import { readFileSync } from 'node:fs'

/** A block of code of a page: its language, who runs it, and its text. */
export type Block = { language: string; user: string; text: string }

/** The blocks of a section of a page, and of the parts of it. */
export function blocksOf(file: string, heading: string): Block[] {
  const page = readFileSync(file, 'utf8')
  const start = page.indexOf(`\n## ${heading}\n`)
  if (start < 0) throw new Error(`${file} has no section ${heading}`)
  const end = page.indexOf('\n## ', start + 1)
  const section = page.slice(start, end < 0 ? undefined : end)
  return Array.from(
    section.matchAll(/^```(\w+)(?: (\w+))?\n(.*?)^```$/gms),
    ([, language = '', user = 'root', text = '']) => ({ language, user, text }),
  )
}
