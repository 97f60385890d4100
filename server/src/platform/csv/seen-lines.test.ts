import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SeenLines } from './seen-lines.ts'

test('SRV-01 the lines of a file that were seen are told apart as a map of them would', () => {
  const lines = fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.constantFrom('a', 'b', 'c')), {
    maxLength: 300,
  })
  fc.assert(
    fc.property(lines, (all) => {
      const seen = new SeenLines()
      const model = new Map<string, string>()
      for (const [key, content] of all) {
        const before = model.get(key)
        const expected = before === undefined ? 'new' : before === content ? 'same' : 'other'
        if (before === undefined) model.set(key, content)
        expect(seen.see(key, content)).toBe(expected)
      }
    }),
  )
})

test('SRV-01 the lines that were seen stay known when there are many', () => {
  const seen = new SeenLines()
  const keys = Array.from({ length: 20_000 }, (_, number) => `BCA/2026/${number}`)
  for (const key of keys) expect(seen.see(key, key)).toBe('new')
  for (const key of keys) expect(seen.see(key, key)).toBe('same')
  for (const key of keys) expect(seen.see(key, 'other')).toBe('other')
})
