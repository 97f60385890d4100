import { expect, test } from 'vitest'
import { fill } from './template.ts'

test('a template replaces each placeholder, also by several lines when it stands on a line of its own', () => {
  expect(fill('a: {{one}}, {{one}}\n{{rest}}\n', { one: '1', rest: 'b\nc' }, 'x')).toBe('a: 1, 1\nb\nc\n')
})

test.each([
  ['a value that is missing', 'a: {{one}}', {}, 'x needs one'],
  ['a value that is not used', 'a', { one: '1' }, 'x does not know one'],
  ['a value that would add a line', 'a: {{one}}\n', { one: '1\nb: 2' }, 'is a single line'],
])('rendering a template fails for %s', (_, text, values, sentence) => {
  expect(() => fill(text, values as Record<string, string>, 'x')).toThrow(sentence)
})
