import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Finding, report } from './findings.ts'
import { listFiles, root } from './tree.ts'
import { findScreenWords, readScreenWords } from './words/screen-words.ts'
import { findEnglish } from './words/staff-words.ts'
import { findWords, readTable } from './words/table.ts'

// `npm run words`: checks that names, file names, test titles, messages and comments use the engineering words of
// docs/glossary.md, and that what lenders read uses its
// screen words, and that what staff read is no English.

const glossary = 'docs/glossary.md'
const glossaryText = readFileSync(path.join(root, glossary), 'utf8')
const table = readTable(glossaryText)
const screenTable = readScreenWords(glossaryText)

/** Words that may still be used in a file or folder. */
const exceptions: readonly (readonly [place: string, ...words: string[]])[] = [
  // This test plants the word as a violation.
  ['scripts/check/gates.test.ts', 'rehearse'],
  // The name of a storage entry that earlier releases used in the browser.
  ['web/src/api/idempotency/keys', 'wish'],
  [
    'scripts/check/words.ts',
    'rehearse',
    'wish',
    'purse',
    'papers',
    'told',
    'somebody',
    'whoever',
    'pocket',
    'cidera',
  ],
  // The name of a job kind in the database.
  ['server/', 'papers'],
  // These words are still used in the server.
  ['server/', 'told', 'somebody', 'whoever', 'pocket'],
  // A word that people choose as a password.
  ['server/src/lenders/auth/weak-password.ts', 'peminjam'],
  // The text of the sample loans.
  ['scripts/make-sample/convert.ts', 'peminjam'],
  // The name of a column in the database.
  ['bench/src/seed/', 'told'],
  ['bench/src/reconciliation.ts', 'told'],
  // The name of an operator command.
  ['e2e/src/withdraw-money.e2e.ts', 'pocket'],
  ['bench/src/bulk.ts', 'papers'],
]
const isException = (file: string, word: string) =>
  exceptions.some(([place, ...words]) => file.startsWith(place) && words.includes(word))

const files = listFiles(root, [
  '{contract,server,sandbox,web,e2e,proof,bench,scripts,deploy}/**/*.{ts,tsx,js,mjs}',
])
const findings: Finding[] = files.flatMap((file) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  return findWords(file, text, table)
    .filter(({ word }) => !isException(file, word))
    .map(({ word, say, line }) => ({
      file,
      line,
      message: `"${word}" is not our word: say ${say} (${glossary})`,
    }))
})

/** Whether lenders read the texts of a file: not those of tests, operators and banks, and no list of passwords. */
const isOfScreens = (file: string): boolean =>
  !/\.test\.tsx?$|\/testing\/|\/operator\/|\/today\.ts$|\/snap\/|weak-password/.test(file)
const screenFiles = listFiles(root, ['{contract,web,server}/src/**/*.{ts,tsx}']).filter(isOfScreens)
findings.push(
  ...screenFiles.flatMap((file) =>
    findScreenWords(file, readFileSync(path.join(root, file), 'utf8'), screenTable).map(
      ({ word, say, line }) => ({
        file,
        line,
        message: `lenders read "${say}", not "${word}" (${glossary})`,
      }),
    ),
  ),
)

/** Whether staff read the texts of a file: commands, their kit, what reads their files, and what the console shows. */
const isOfStaff = (file: string): boolean =>
  /\/operator\/|\/actions\/|\/today\.ts$|\/main\/(?:today|doctor|console)\/|\/platform\/csv\/|\/audit\/retire\.ts/.test(
    file,
  ) && !/\.test\.ts$|\/testing\/|\/today\/repeats\.ts$/.test(file)
const staffFiles = listFiles(root, ['server/src/**/*.ts']).filter(isOfStaff)
findings.push(
  ...staffFiles.flatMap((file) =>
    findEnglish(file, readFileSync(path.join(root, file), 'utf8')).map(({ word, line }) => ({
      file,
      line,
      message: `staff read Indonesian, and not "${word}"`,
    })),
  ),
)
if (staffFiles.length < 100) findings.push({ file: 'server/src', message: 'has too few files of commands' })
if (screenTable.length === 0) findings.push({ file: glossary, message: 'has no table of screen words' })
if (table.length === 0) findings.push({ file: glossary, message: 'has no table of engineering words' })
report('words', findings, `${table.length} words, ${screenTable.length} of screens, ${files.length} files`)
