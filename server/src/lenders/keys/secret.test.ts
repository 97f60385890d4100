import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemRandom } from '../../platform/random.ts'
import { isKeySecret, makeKeySecret } from './secret.ts'

test('KEY-01 a secret has its prefix, 256 random bits and a checksum that any other character breaks', () => {
  fc.assert(
    fc.property(fc.nat(48), fc.constantFrom(...'0aZ'), (place, other) => {
      const secret = makeKeySecret(systemRandom)
      expect(isKeySecret(secret)).toBe(true)
      const at = 'pmtg_'.length + place
      const changed = secret.slice(0, at) + other + secret.slice(at + 1)
      expect(isKeySecret(changed)).toBe(changed === secret)
    }),
  )
})

test.each(['', 'pmtg_', `pmtg_${'0'.repeat(48)}`, `PMTG_${'0'.repeat(49)}`, `pmtg_${'0'.repeat(43)}00000A`])(
  'KEY-01 %s is no secret of a key',
  (text) => expect(isKeySecret(text)).toBe(false),
)

test('KEY-01 the smallest and the largest random number give secrets of the same length', () => {
  for (const byte of [0, 255]) {
    const secret = makeKeySecret({ token: () => Buffer.alloc(32, byte).toString('base64url') })
    expect(secret).toHaveLength(54)
    expect(isKeySecret(secret)).toBe(true)
  }
})
