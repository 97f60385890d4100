/** One small change of an SQL text, by its position in it. */
export type SqlChange = { start: number; end: number; to: string }

type Rule = { find: RegExp; to: (found: string) => readonly string[] }

const swap =
  (pairs: Readonly<Record<string, readonly string[]>>) =>
  (found: string): readonly string[] =>
    pairs[found] ?? []
const remove = (): readonly string[] => ['']
const addOne = (digits: string): readonly string[] => [String(Number(digits) + 1)]

/** Each leaves a statement that PostgreSQL can parse: a mutant that is no SQL would be killed by any test. */
const rules: readonly Rule[] = [
  {
    find: /(?<= )(?:<=|>=|<>|<|>|=)(?=[ \n])/g,
    to: swap({
      '<': ['<=', '>='],
      '<=': ['<', '>'],
      '>': ['>=', '<='],
      '>=': ['>', '<'],
      '=': ['<>'],
      '<>': ['='],
    }),
  },
  { find: /(?<= )[+*-](?= )/g, to: swap({ '+': ['-'], '-': ['+'], '*': ['+'] }) },
  { find: /(?<=\b(?:else|then) )-/g, to: remove },
  { find: /\b(?:and|or)\b/g, to: swap({ and: ['or'], or: ['and'] }) },
  {
    find: /\b(?:min|max|least|greatest)(?=\()/g,
    to: swap({ min: ['max'], max: ['min'], least: ['greatest'], greatest: ['least'] }),
  },
  { find: /\bis (?:not )?null\b/g, to: swap({ 'is null': ['is not null'], 'is not null': ['is null'] }) },
  { find: /\bis (?:not )?distinct from\b/g, to: (found) => [flipNot(found, 'is ')] },
  { find: /\bnot (?=exists\b|authorising\b|\()/g, to: remove },
  { find: /\bleft (?=join\b)/g, to: remove },
  { find: /\bfor (?:no key )?update\b/g, to: remove },
  { find: /'[A-Z_]+'/g, to: () => [`''`] },
  { find: /(?<=')\d+(?= (?:second|hour|day)s?')/g, to: addOne },
  { find: /(?<![\w$.'"])\d+(?![\w.'])/g, to: addOne },
]

const flipNot = (found: string, after: string): string =>
  found.includes(' not ') ? found.replace(' not ', ' ') : found.replace(after, `${after}not `)

/**
 * All changes of an SQL text: comparisons, arithmetic, logic, locks, outer joins and constants. Placeholders of a
 * template are left alone; so are assignments, the second word of `between … and`, and columns that are named by number.
 */
export function changesOfSql(sql: string): SqlChange[] {
  const text = sql.replaceAll(/\$\{[^}]*\}/g, (found) => ' '.repeat(found.length))
  const found = rules.flatMap(({ find, to }) =>
    [...text.matchAll(find)]
      .filter(({ 0: word, index }) => !isOther(word, text.slice(0, index)))
      .flatMap(({ 0: word, index }) =>
        to(word).map((other) => ({ start: index, end: index + word.length, to: other })),
      ),
  )
  return found.toSorted((a, b) => a.start - b.start)
}

const clause = /\b(?:set|where|on|having|select|from|returning|filter|values|using)\b/g

/** Whether a word is not what it looks like: an assignment, a part of `between`, all columns, or one by its number. */
function isOther(word: string, before: string): boolean {
  if (word === '=') return before.match(clause)?.at(-1) === 'set'
  if (word === 'and') return /\bbetween\b(?:(?!\band\b)[\s\S])*$/.test(before)
  if (word === '*') return /\bselect $/.test(before)
  return /^\d+$/.test(word) && /\b(?:select|order by|group by) $/.test(before)
}
