import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SeenLines } from './seen-lines.ts'

test('SRV-01 SeenLines classifies lines of a file as new, repeated or contradicting exactly like a Map', () => {
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

test('FIX-19 SeenLines returns the first line with a given key among thousands', () => {
  const seen = new SeenLines()
  const keys = Array.from({ length: 5_000 }, (_, number) => `PMT-${number}`)
  for (const [place, key] of keys.entries()) seen.see(key, 'first', place + 2)
  for (const key of keys) seen.see(key, 'other', 1_000_000)
  for (const [place, key] of keys.entries()) expect(seen.lineOf(key)).toBe(place + 2)
  expect(seen.lineOf('PMT-NONE')).toBe(0)
})

test('SRV-01 SeenLines recognises each of 20,000 keys', () => {
  const seen = new SeenLines()
  const keys = Array.from({ length: 20_000 }, (_, number) => `BCA/2026/${number}`)
  for (const key of keys) expect(seen.see(key, key)).toBe('new')
  for (const key of keys) expect(seen.see(key, key)).toBe('same')
  for (const key of keys) expect(seen.see(key, 'other')).toBe('other')
})
