import { expect, test } from 'vitest'
import { findScreenWords, readScreenWords } from './screen-words.ts'

const table = readScreenWords(`## Engineering words

| for | say | not |
| --- | --- | --- |
| a fixture | fixture | \`stage\` |

## Screen words

| for | say | not |
| --- | --- | --- |
| the borrower | Penerima Dana | \`penerima dana\`, \`Peminjam\` |
| a paid installment | Lunas | \`Paid\` |
`)
const found = (text: string) =>
  findScreenWords('a.tsx', text, table).map(({ word, line }) => `${word} ${line}`)

test('SCN-13 the table of screen words is read by itself', () => {
  expect(table.map(({ word }) => word)).toEqual(['penerima dana', 'Peminjam', 'Paid'])
})

test('SCN-13 a refused word is found in strings, templates and JSX, also across a line break', () => {
  expect(found("const a = 'Nama penerima dana'\nconst b = `${a} Peminjam`")).toEqual([
    'penerima dana 1',
    'Peminjam 2',
  ])
  expect(found('const a = (\n  <p title="Paid">\n    oleh penerima\n    dana ini\n  </p>\n)')).toEqual([
    'Paid 2',
    'penerima dana 2',
  ])
})

test('SCN-13 the right word, names, comments, imports and parts of words are not found', () => {
  expect(
    found("import x from './Paid'\n// penerima dana\nconst Paid = 'Penerima Dana, peminjaman, Paidi'\n"),
  ).toEqual([])
})
