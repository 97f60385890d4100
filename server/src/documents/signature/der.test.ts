import { describe, expect, test } from 'vitest'
import { DerFault, der, integer, oid, partsOf, readDer, readFirst, readOid, withTag, within } from './der.ts'

const hex = (text: string): Buffer => Buffer.from(text, 'hex')

describe('writing DER', () => {
  test.each([
    [0, '0400'],
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [65_535, '0482ffff'],
    [65_536, '0483010000'],
  ])('the length of a content of %i bytes is written in the shortest form', (length, head) => {
    const content = Buffer.alloc(length, 7)
    expect(der(0x04, content)).toEqual(Buffer.concat([hex(head), content]))
    expect(der(0x04, content.subarray(0, 5), content.subarray(5))).toEqual(der(0x04, content))
  })

  test('an integer up to 127 is written with one byte of content', () => {
    expect([integer(0), integer(127)]).toEqual([hex('020100'), hex('02017f')])
  })
})

describe('object identifiers', () => {
  test.each([
    ['0.9', '060109'],
    ['1.0', '060128'],
    ['1.39', '06014f'],
    ['2.0', '060150'],
    ['2.5.4.3', '0603550403'],
    ['2.999.3', '0603883703'],
    ['1.2.127', '06022a7f'],
    ['1.2.128', '06032a8100'],
    ['1.2.16383', '06032aff7f'],
    ['1.2.16384', '06042a818000'],
    ['1.2.840.113549.1.7.2', '06092a864886f70d010702'],
  ])('the object identifier %s is encoded and decoded as X.690 requires', (dotted, bytes) => {
    expect(oid(dotted)).toEqual(hex(bytes))
    expect(readOid(readDer(hex(bytes)))).toBe(dotted)
  })

  test('a value whose tag is not OBJECT IDENTIFIER is rejected', () => {
    expect(() => readOid(readDer(hex('020105')))).toThrow(new DerFault('tag 2 in place of 6'))
  })
})

describe('reading DER', () => {
  test('readFirst returns the content and the encoding of the first value, and the bytes that follow', () => {
    for (const length of [0, 1, 127, 128, 256, 70_000]) {
      const content = Buffer.alloc(length, 9)
      const raw = der(0x04, content)
      const { value, rest } = readFirst(Buffer.concat([raw, hex('0500')]))
      expect(value.tag).toBe(0x04)
      expect(value.content.equals(content) && value.raw.equals(raw)).toBe(true)
      expect(rest).toEqual(hex('0500'))
    }
  })

  test('a length of four bytes is accepted, and a length of five bytes is rejected', () => {
    const large = Buffer.alloc(6 + 2 ** 24)
    large.write('048401000000', 'hex')
    expect(readDer(large).content).toHaveLength(2 ** 24)
    expect(() => readFirst(hex('04850000000001ff'))).toThrow(new DerFault('a length that is not definite'))
  })

  test.each([
    ['', 'a value is cut off'],
    ['04', 'a value is cut off'],
    ['0401', 'a value is cut off'],
    ['040200', 'a value is cut off'],
    ['0481', 'a value is cut off'],
    ['048201', 'a value is cut off'],
    ['048180', 'a value is cut off'],
    ['1f0100', 'a tag of more than one byte'],
    ['bf0100', 'a tag of more than one byte'],
    ['0480', 'a length that is not definite'],
    ['0481010a', 'a length longer than it must be'],
    [`04817f${'00'.repeat(127)}`, 'a length longer than it must be'],
    [`04820080${'00'.repeat(128)}`, 'a length longer than it must be'],
  ])('the bytes “%s” are rejected: %s', (bytes, why) => {
    expect(() => readFirst(hex(bytes))).toThrow(new DerFault(why))
  })

  test('readDer rejects bytes that follow the value', () => {
    expect(readDer(hex('0500')).tag).toBe(5)
    expect(() => readDer(hex('050000'))).toThrow(new DerFault('bytes behind the value'))
  })

  test('the parts of a constructed value are the values in its content, in order', () => {
    const list = readDer(der(0x30, integer(1), integer(2), der(0x30, integer(3))))
    expect(partsOf(list).map(({ tag }) => tag)).toEqual([0x02, 0x02, 0x30])
    expect(within(list, 0x30)).toEqual(partsOf(list))
    expect(partsOf(readDer(der(0x30)))).toEqual([])
    expect(partsOf(readDer(der(0xa0, integer(1))))).toHaveLength(1)
    for (const primitive of ['020101', '030100', '0c00'])
      expect(() => partsOf(readDer(hex(primitive)))).toThrow(new DerFault('a value that holds no others'))
    for (const cut of ['30020401', '3003050005'])
      expect(() => partsOf(readDer(hex(cut)))).toThrow(new DerFault('a value is cut off'))
  })

  test('a value with another tag than expected is rejected with an error that names both tags', () => {
    const value = readDer(integer(1))
    expect(withTag(value, 0x02)).toBe(value)
    expect(() => withTag(value, 0x30)).toThrow(new DerFault('tag 2 in place of 48'))
    expect(() => withTag(undefined, 0x30)).toThrow(new DerFault('tag none in place of 48'))
    expect(() => within(value, 0x30)).toThrow(new DerFault('tag 2 in place of 48'))
  })
})
