import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'
import * as z from 'zod/mini'
import { ownName } from './fields.ts'

const name = ownName(10, 'Nama salah.')

test.each([
  ['Rumah', 'Rumah'],
  ['  Rumah\t\n ', 'Rumah'],
  ['\u202aRumah\u202c', 'Rumah'],
  ['Ru\u202emah', 'Rumah'],
  ['\ufeffRu\u200bmah\u200f', 'Rumah'],
  ['Ru\u0000mah', 'Ru mah'],
  ['Ma\u200dnis', 'Ma\u200dnis'],
  ['１２３', '１２３'],
  ['\u00adRu\u2063mah\u{e0041}', 'Rumah'],
  ['Rumah\u200d \u200cku', 'Rumah ku'],
])('SEC-13 a name that a lender gives is %j without what cannot be seen: %j', (typed, kept) => {
  expect(z.parse(name, typed)).toBe(kept)
})

test.each(['', ' ', '\u202e\u2066', '\u0000', '\u200d', '\u3164 \u00ad', 'x'.repeat(11)])(
  'SEC-13 a name that a lender gives is refused with its sentence where nothing can be seen, or too much: %j',
  (typed) => {
    expect(z.safeParse(name, typed).error?.issues[0]?.message).toBe('Nama salah.')
  },
)

test('SEC-13 every name that a call takes is such a name', () => {
  const names = Object.values(endpoints).flatMap((endpoint) => {
    const shape = 'body' in endpoint && 'shape' in endpoint.body ? endpoint.body.shape : {}
    return 'name' in shape ? [[endpoint.operationId, shape.name as z.ZodMiniType] as const] : []
  })
  expect(names.map(([operation]) => operation)).toContain('createStrategy')
  for (const [operation, field] of names) expect(z.parse(field, '\u202eRumah\u0000'), operation).toBe('Rumah')
})
