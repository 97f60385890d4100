import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')
const literal = /`[^`]*`|'[^'\n]*'/g
const locks = /for (?:(?:no key )?update|(?:key )?share)/
/** A value that the statement takes from other rows than those that it locks. */
const readsOthers = /[-+,]\s*\(select\b|\bexists \(select\b/

/** The statements that lock rows and read others before the lock is theirs. */
const staleReads = (text: string): string[] =>
  [...text.matchAll(literal)]
    .map(([statement]) => statement)
    .filter((statement) => readsOthers.test(statement.split(locks).slice(0, -1).join('')))

// PostgreSQL reads the locked row anew once it has waited for it, and everything else as it was before.
test('no statement that locks rows reads others by a subquery', () => {
  const files = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })
  const found = files.flatMap((file) =>
    staleReads(readFileSync(join(source, file), 'utf8')).map((statement) => `${file}: ${statement}`),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(found).toEqual([])
  expect(staleReads("'select (a - (select sum(b) from c)) from d for update'")).toHaveLength(1)
  expect(staleReads("'select a, exists (select from c) from d for no key update of d'")).toHaveLength(1)
  expect(staleReads("'select a from d where id in (select id from e) for update'")).toHaveLength(0)
})
