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
