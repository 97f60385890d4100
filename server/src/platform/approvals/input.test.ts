import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashInput } from '../commands/idempotency.ts'
import { decodeInput, encodeInput } from './input.ts'

const leaf = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
)

test('CON-02 the input of a proposal is read as it was proposed, with its dates and bytes, and has its hash', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(leaf, fc.array(leaf))), (input) => {
      const read = decodeInput(encodeInput(input))
      expect(read).toEqual({ ...input })
      expect(hashInput(read)).toEqual(hashInput(input))
    }),
  )
})
