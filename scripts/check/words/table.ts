/** A refused word, and its replacement. */
export type Word = { word: string; say: string }

/** Reads the words in code font in the last column ("not") of a table of the glossary, by its heading. */
export function readTable(glossary: string, heading = '## Engineering words'): Word[] {
  const section = glossary.split(heading)[1]?.split(/^## /m)[0] ?? ''
  return section.split('\n').flatMap((line) => {
    const [, , say = '', not = ''] = line.split('|').map((cell) => cell.trim())
    return [...not.matchAll(/`([^`]+)`/g)].map(([, word = '']) => ({ word, say: say.replaceAll('`', '') }))
  })
}

/**
 * Finds the words in a file. A lower-case word matches in prose and in names of every style, also in its plural; a name
 * such as `doThing` matches exactly. The line is 0 for a word in the name of the file.
 */
export function findWords(file: string, text: string, table: readonly Word[]): (Word & { line: number })[] {
  return [file, ...text.split('\n')].flatMap((content, line) => {
    const words = new Set(wordsOf(content))
    const names = new Set(content.match(/\w+/g))
    return table
      .filter(
        ({ word }) => names.has(word) || words.has(word) || words.has(`${word}s`) || words.has(`${word}es`),
      )
      .map((found) => ({ ...found, line }))
  })
}

/** Splits a name into words: `beginTask` and `BEGIN_TASK` consist of "begin" and "task". */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .match(/[a-z]+/g) ?? []
