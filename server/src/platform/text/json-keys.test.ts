import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasKeyTwice, hasOddNumber } from './json-keys.ts'

const twice = (text: string) => hasKeyTwice(text, JSON.parse(text))

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"b":{"c":1,"c":2}}',
  '[{"a":":"},{"":0,"":0}]',
  '{"a":1,"\\u0061":2}',
  '{"__proto__":1,"__proto__":2}',
])('the duplicate key in the JSON %s is found', (text) => expect(twice(text)).toBe(true))

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
])('no duplicate key is found in the JSON %s', (text) => expect(twice(text)).toBe(false))

test('no duplicate key is found in any output of JSON.stringify, and one that is added to it is found', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(twice(text)).toBe(false)
      expect(twice(`{"x":${text},"y":0,"x":0}`)).toBe(true)
    }),
  )
})

test('the search for duplicate keys handles very deep JSON without an overflow', () => {
  const deep = 30_000
  expect(twice('['.repeat(deep) + ']'.repeat(deep))).toBe(false)
})

test.each([
  ['{"amount":1e9}', true],
  ['{"amount":1E9}', true],
  ['{"amount":100000.0}', true],
  ['{"amount":-0}', true],
  ['{"amount":-0.0}', true],
  ['{"loanInfo":[{"amount":1e5}]}', true],
  ['[1,2e0]', true],
  ['{"amount":100000}', false],
  ['{"amount":-5}', false],
  ['{"amount":0}', false],
  ['{"reason":"1e9 dan -0 dan 1.0"}', false],
  ['{"a":"\\"1.0","b":true,"c":null,"d":false}', false],
])('DOOR-11 whether the JSON %s has an amount in an unusual notation: %s', (text, odd) => {
  expect(hasOddNumber(text)).toBe(odd)
})
