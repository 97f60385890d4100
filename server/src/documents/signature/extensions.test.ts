import { Certificate } from 'pkijs'
import { describe, expect, test } from 'vitest'
import { extensionOf, maySign } from './extensions.ts'
import { certificateOf, ecPair, usage } from './testing/certificates.ts'

const pair = ecPair()
const keyUsage = '2.5.29.15'
const certificate = (more: { usage?: number; isUsageCritical?: boolean }) =>
  Certificate.fromBER(certificateOf({ name: 'Siti', pair, ...more }))

describe('the extensions of a certificate', () => {
  test.each([
    [true, true],
    [false, false],
    [undefined, false],
  ])('an extension encoded with “critical: %s” is read as critical: %s', (written, critical) => {
    const more = written === undefined ? {} : { isUsageCritical: written }
    const found = extensionOf(certificate({ usage: usage.sign, ...more }), keyUsage)
    expect(found?.critical).toBe(critical)
    expect(Buffer.from(found?.extnValue.getValue() ?? new ArrayBuffer())).toEqual(
      Buffer.from([0x03, 0x02, 0x00, usage.sign]),
    )
  })

  test('extensionOf returns undefined if the certificate lacks the extension', () => {
    expect(extensionOf(certificate({}), keyUsage)).toBeUndefined()
  })

  test('a certificate may sign if its key usage is digital signature or content commitment, or if it has no key usage', () => {
    const bits = [0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01]
    expect(bits.filter((bit) => maySign(certificate({ usage: bit })))).toEqual([usage.sign, usage.commit])
    expect(maySign(certificate({}))).toBe(true)
  })
})
