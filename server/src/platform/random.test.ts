import { expect, test } from 'vitest'
import { systemRandom } from './random.ts'

test.each([
  ['linkKey', 'hex', 128],
  ['secureId', 'base64url', 128],
  ['token', 'base64url', 256],
] as const)('%s has no bit that is the same in all of 200 values', (name, encoding, bits) => {
  const values = Array.from({ length: 200 }, () =>
    [...Buffer.from(systemRandom[name](), encoding)]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join(''),
  )
  expect(values[0]).toHaveLength(bits)
  for (let place = 0; place < bits; place += 1)
    expect(new Set(values.map((value) => value[place])).size, `bit ${place}`).toBe(2)
})
