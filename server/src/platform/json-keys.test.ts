import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasKeyTwice } from './json-keys.ts'

const twice = (text: string) => hasKeyTwice(text, JSON.parse(text))

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"b":{"c":1,"c":2}}',
  '[{"a":":"},{"":0,"":0}]',
  '{"a":1,"\\u0061":2}',
  '{"__proto__":1,"__proto__":2}',
])('a key that comes twice: %s', (text) => expect(twice(text)).toBe(true))

test.each([
  '{}',
  '[]',
  '"a:b"',
  '{"a":1,"b":1}',
  '[{"a":1},{"a":1}]',
  '{"a":{"a":{"a":":"}}}',
  '{"\\"":1,"\\\\":":\\":"}',
  '{"__proto__":1}',
  '{"1":1,"01":1}',
])('keys that come once: %s', (text) => expect(twice(text)).toBe(false))

test('nothing that JSON.stringify writes has a key twice, however it is indented; with one key more it has', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(twice(text)).toBe(false)
      expect(twice(`{"x":${text},"y":0,"x":0}`)).toBe(true)
    }),
  )
})

test('a text of brackets alone is no deeper than it can count', () => {
  const deep = 30_000
  expect(twice('['.repeat(deep) + ']'.repeat(deep))).toBe(false)
})
