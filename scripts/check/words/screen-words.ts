import { readSource, walk } from '../boundaries/source.ts'
import { lineAt } from '../findings.ts'
import { readTable, type Word } from './table.ts'

/** Reads the glossary's table of screen words: what lenders must not read, and what they read instead. */
export const readScreenWords = (glossary: string): Word[] => readTable(glossary, '## Screen words')

/**
 * Finds refused words in the texts of a file: strings, templates and JSX, not names, comments and imports. A word is
 * compared as it is written, with its capitals, as a whole word or phrase; a line break counts as a space.
 */
export function findScreenWords(
  file: string,
  text: string,
  table: readonly Word[],
): (Word & { line: number })[] {
  const patterns = table.map((word) => ({ ...word, pattern: patternOf(word.word) }))
  if (!patterns.some(({ pattern }) => pattern.test(text))) return []
  const found: (Word & { line: number })[] = []
  walk(readSource(file, text).program, (node, [parent]) => {
    const content = contentOf(node)
    if (content === null || parent?.type.startsWith('Import')) return
    for (const { word, say, pattern } of patterns)
      if (pattern.test(content)) found.push({ word, say, line: lineAt(text, node.start) })
  })
  return found
}

const patternOf = (word: string): RegExp =>
  new RegExp(`(?<!\\p{L})${RegExp.escape(word).replaceAll('\\x20', '\\s+')}(?!\\p{L})`, 'u')

function contentOf(node: { type: string } & Record<string, unknown>): string | null {
  const { type, value } = node
  if (type === 'TemplateElement') return (value as { cooked: string | null }).cooked
  return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? value : null
}
