import { expect, test } from 'vitest'
import { findWords, readTable } from './table.ts'

const table = readTable(`# Glossary

| noun | \`outside\` |

## Engineering words

| for | say | not |
| --- | --- | --- |
| undoing the writes of a trial | dry run, \`DryRunRollback\` | \`foo\`, play |
| a repeated request | idempotency key | \`barBaz\` |

## Other

| a | b | \`later\` |
`)
const found = (file: string, text: string) =>
  findWords(file, text, table).map(({ word, line }) => `${word} ${line}`)

test('the glossary table is read as pairs of a discouraged word and its replacement', () => {
  expect(table).toEqual([
    { word: 'foo', say: 'dry run, DryRunRollback' },
    { word: 'barBaz', say: 'idempotency key' },
  ])
})

test('findWords finds a word in names of any case style, in titles, comments and file names', () => {
  expect(found('a.ts', 'const beginFoo = 1\n')).toEqual(['foo 1'])
  expect(found('a.ts', '\nconst MAX_FOOS = 1 // Foo first\n')).toEqual(['foo 2'])
  expect(found('a.ts', "test('two foos', barBaz)")).toEqual(['foo 1', 'barBaz 1'])
  expect(found('web/bulk-foo.ts', '')).toEqual(['foo 0'])
})

test('findWords ignores parts of longer words, and names in prose', () => {
  expect(found('a.ts', 'food fooled bar baz bar.baz barBazzer')).toEqual([])
})
