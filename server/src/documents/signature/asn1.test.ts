import { ContentInfo } from 'pkijs'
import { expect, test } from 'vitest'
import { AsnFault, partsOf, readAs, readFirst } from './asn1.ts'
import { der, integer, oid } from './testing/der.ts'

const hex = (text: string): Buffer => Buffer.from(text, 'hex')

test('readFirst returns the length of the first value, whatever follows it', () => {
  for (const length of [0, 1, 127, 128, 256, 70_000]) {
    const raw = der(0x04, Buffer.alloc(length, 9))
    expect(readFirst(Buffer.concat([raw, hex('0500')])).length).toBe(raw.length)
  }
})

test.each(['', '04', '0401', '040200', '0481', '048201', '3003050005'])(
  'the bytes “%s” are rejected',
  (bytes) => {
    expect(() => readFirst(hex(bytes))).toThrow(AsnFault)
  },
)

test('a value nested a thousand times is rejected without a fault of the process', () => {
  let nested = integer(1)
  for (let depth = 0; depth < 1_000; depth++) nested = der(0x30, nested)
  expect(() => readFirst(nested)).toThrow(AsnFault)
})

test('reading DER as a ContentInfo rejects an intact structure of another type', () => {
  const message = der(0x30, oid('1.2.3'), der(0xa0, integer(1)))
  expect(readAs(message, ContentInfo).structure.contentType).toBe('1.2.3')
  expect(() => readAs(der(0x30, integer(1)), ContentInfo)).toThrow(AsnFault)
})

test('reading DER rejects a structure whose parts end before or behind its own length', () => {
  const message = der(0x30, oid('1.2.3'), der(0xa0, integer(1)))
  const [shorter, longer] = [Buffer.from(message), Buffer.from(message)]
  shorter.writeUInt8(message.length - 3, 1)
  longer.writeUInt8(message.length - 4, 5 + 1)
  for (const wrong of [Buffer.concat([message, hex('00')]), shorter, longer])
    expect(() => readAs(wrong, ContentInfo)).toThrow(AsnFault)
  expect(() => readAs(shorter, ContentInfo)).toThrow(new AsnFault('its lengths do not agree'))
})

test('a primitive value has no parts', () => {
  expect(partsOf(readFirst(der(0x30, integer(1), integer(2))).value)).toHaveLength(2)
  expect(() => partsOf(readFirst(integer(1)).value)).toThrow(new AsnFault('a value that holds no others'))
})
