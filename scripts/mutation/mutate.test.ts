import { expect, test } from 'vitest'
import { applyMutant, mutantsOf } from './mutate.ts'

const changed = (text: string): string[] =>
  mutantsOf('one.ts', text).map((mutant) => applyMutant(text, mutant))

test('mutation testing changes comparisons, their boundaries and the condition of a branch', () => {
  expect(new Set(changed('if (a < b) c()'))).toEqual(
    new Set(['if (true) c()', 'if (false) c()', 'if (a <= b) c()', 'if (a >= b) c()', 'if (a < b) ;']),
  )
})

test('mutation testing changes arithmetic, logic, constants and calls', () => {
  expect(changed('const a = b + 1')).toEqual(['const a = b - 1', 'const a = b + 2'])
  expect(changed('const a = b && !c')).toEqual(['const a = b || !c', 'const a = b && c'])
  expect(changed('const a = Math.min(b, 2n)')).toEqual([
    'const a = Math.max(b, 2n)',
    'const a = Math.min(b, 3n)',
  ])
  expect(changed('const a = b ?? 0')).toEqual(['const a = (0)', 'const a = b ?? 1'])
})

test('mutation testing removes statements, and never changes types, imports or names of properties', () => {
  expect(changed('function f() { if (a) return 1; throw b }')).toContain('function f() { if (a) ; throw b }')
  expect(changed('function f() { if (a) return 1; throw b }')).toContain(
    'function f() { if (a) return 1; ; }',
  )
  expect(changed(`import { a } from 'b'\ntype C = 'd' | 1\nconst e: { 'f': 1 } = g`)).toEqual([])
})

test('mutation testing changes the SQL of a statement, and not its name', () => {
  const sqlOf = (sql: string): string[] =>
    mutantsOf('one.ts', `run(tx, 'ledger.hold', \`${sql}\`, [])`)
      .map((mutant) => applyMutant(`run(tx, 'ledger.hold', \`${sql}\`, [])`, mutant))
      .filter((text) => text.startsWith('run('))
      .map((text) => text.slice(text.indexOf('`') + 1, text.lastIndexOf('`')))
  expect(sqlOf(`select a from hold where id = $1 and state <> 'OPEN' for update`)).toEqual([
    `select a from hold where id <> $1 and state <> 'OPEN' for update`,
    `select a from hold where id = $1 or state <> 'OPEN' for update`,
    `select a from hold where id = $1 and state = 'OPEN' for update`,
    `select a from hold where id = $1 and state <> '' for update`,
    `select a from hold where id = $1 and state <> 'OPEN' `,
  ])
  expect(sqlOf('update account set held = held - $2, seq = seq + 1 where balance >= 0')).toEqual([
    'update account set held = held + $2, seq = seq + 1 where balance >= 0',
    'update account set held = held - $2, seq = seq - 1 where balance >= 0',
    'update account set held = held - $2, seq = seq + 2 where balance >= 0',
    'update account set held = held - $2, seq = seq + 1 where balance > 0',
    'update account set held = held - $2, seq = seq + 1 where balance < 0',
    'update account set held = held - $2, seq = seq + 1 where balance >= 1',
  ])
  expect(
    sqlOf(`select \${columns} from a left join b on not exists (select 1 from c where d is null)`),
  ).toEqual([
    'select ${columns} from a join b on not exists (select 1 from c where d is null)',
    'select ${columns} from a left join b on exists (select 1 from c where d is null)',
    'select ${columns} from a left join b on not exists (select 1 from c where d is not null)',
  ])
  expect(sqlOf(`select a from b where c between $1 and $2 + interval '2 days' order by 1`)).toEqual([
    `select a from b where c between $1 and $2 - interval '2 days' order by 1`,
    `select a from b where c between $1 and $2 + interval '3 days' order by 1`,
  ])
})

test('mutation testing can be limited to some declarations of a file', () => {
  const text = 'export const a = 1\nexport function b() { return 2 }\nconst c = 3'
  expect(mutantsOf('one.ts', text, ['b', 'c']).map(({ from }) => from)).toEqual(['2', '3'])
  expect(() => mutantsOf('one.ts', text, ['d'])).toThrow('nothing at the top is called d')
})
