import { PDFHexString, PDFString } from '@cantoo/pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { testCertificate } from '../../../testing/certificate.ts'
import { addSignatureField, appendSignature } from '../pdf/append-signature.ts'
import { renderAgreement } from '../pdf/render.ts'
import { sampleSnapshot } from '../pdf/sample.ts'
import { openCertificate } from '../signature/certificate.ts'
import { sha256, signDigest } from '../signature/cms.ts'
import { issueTestCertificate } from '../signature/issue-certificate.ts'
import { SignatureFault } from '../signature/signed-data.ts'
import { certificateOf, rsaPair } from '../signature/testing/certificates.ts'
import { attribute, hash, messageOf, oids } from '../signature/testing/message.ts'
import { der, oid } from '../signature/testing/der.ts'
import { verifySigned } from './verify-signed.ts'

const at = new Date()
const lender = openCertificate(issueTestCertificate({ name: 'Siti Rahmawati', now: at }))
const room = 4_096
let shown: Buffer
let page: number
beforeAll(() => {
  const rendered = renderAgreement('pp', sampleSnapshot(), openCertificate(testCertificate()))
  shown = rendered.bytes
  page = rendered.signaturePage
})

const verify = (returned: Buffer, anchors: Parameters<typeof verifySigned>[2]['anchors'] = null) =>
  verifySigned(shown, returned, { place: { page, width: 220, height: 90 }, anchors, at })

type Unsigned = { bytes: Buffer; start: number; end: number }
/** The shown document with a signature field whose value is still empty. */
async function unsignedWith(
  dictionary: Record<string, unknown> = { SubFilter: 'ETSI.CAdES.detached' },
  entries: Record<string, unknown> = {},
  size = room,
): Promise<Unsigned> {
  const unsigned = await appendSignature(shown, {
    page,
    room: size,
    dictionary: { Type: 'Sig', ...dictionary },
    place: (document, on, value) =>
      addSignatureField(document, on, value, () => ({
        T: PDFString.of('Privy'),
        Rect: [130, 468, 330, 538],
        ...entries,
      })),
  })
  return { bytes: unsigned.withSignature(Buffer.alloc(0)), ...unsigned.place }
}

/** Writes a byte range over that of the last signature, and optionally a message over the covered bytes. */
function withRange({ bytes, start }: Unsigned, range: readonly (number | string)[], isSigned = true): Buffer {
  const file = Buffer.from(bytes)
  const text = file.toString('latin1')
  const from = text.lastIndexOf('/ByteRange [')
  const length = text.indexOf(']', from) - from
  file.write(`/ByteRange [${range.join(' ')}`.padEnd(length), from, 'latin1')
  const [, first = 0, second = 0, rest = 0] = range.map(Number)
  if (isSigned) {
    const digest = sha256([file.subarray(0, first), file.subarray(second, second + rest)])
    file.write(signDigest(digest, lender).toString('hex'), start + 1, 'latin1')
  }
  return file
}
const rightRange = ({ bytes, start, end }: Unsigned) => [0, start, end, bytes.length - end] as const
const notWhole = new SignatureFault('the signature does not cover the whole file')
const tooMuch = new SignatureFault('the signature leaves out more than itself')

describe('DOOR-09 the bytes that a signature covers', () => {
  test('a signature that covers everything but its value is accepted', async () => {
    const unsigned = await unsignedWith()
    expect((await verify(withRange(unsigned, rightRange(unsigned)))).signer.raw).toEqual(lender.chain[0])
  })

  test('a byte range that is not the whole file in two parts is rejected', async () => {
    const unsigned = await unsignedWith()
    const [zero, start, end, rest] = rightRange(unsigned)
    for (const range of [
      [],
      [zero, start, end],
      [zero, start, end, rest, 0],
      [1, start, end, rest],
      [zero, start, end, rest - 1],
      [zero, start, end, rest + 1],
      [zero, start, end + 6, rest],
      ['/A', start, end, rest],
      [zero, start, end, '/A'],
    ])
      await expect(verify(withRange(unsigned, range)), range.join(' ')).rejects.toThrow(notWhole)
  })

  test('a signature whose byte range is no list is rejected', async () => {
    const unsigned = await unsignedWith()
    const text = unsigned.bytes.toString('latin1')
    const from = text.lastIndexOf('/ByteRange [')
    const file = Buffer.from(unsigned.bytes)
    file.write('/ByteRange 1'.padEnd(text.indexOf(']', from) + 1 - from), from, 'latin1')
    await expect(verify(file)).rejects.toThrow(notWhole)
  })

  test('a byte range that leaves out more or less than the value is rejected', async () => {
    const unsigned = await unsignedWith()
    const { bytes, start, end } = unsigned
    const object = bytes.toString('latin1').lastIndexOf(' obj', start) + ' obj'.length
    const behind = bytes.toString('latin1').indexOf('endobj', end) + 'endobj'.length
    for (const [from, to] of [
      [start - 1, end],
      [start, end + 1],
      [start + 1, end],
      [start, end - 1],
      [object, end],
      [start, behind],
      [start, start],
      [end, start],
      ['/A', end],
      [start + 0.5, end + 0.5],
    ] as const)
      await expect(
        verify(withRange(unsigned, [0, from, to, bytes.length - to])),
        `${from} to ${to}`,
      ).rejects.toThrow(tooMuch)
    const half = end - 0.5
    await expect(verify(withRange(unsigned, [0, start, half, bytes.length - half]))).rejects.toThrow(tooMuch)
  })

  test('a byte range that leaves out an equal value elsewhere in the file is rejected', async () => {
    const zeros = PDFHexString.of('0'.repeat(room * 2))
    const behind = await unsignedWith(undefined, { TU: zeros })
    const copy = `<${'0'.repeat(room * 2)}>`
    const second = behind.bytes.indexOf(copy, behind.end, 'latin1')
    expect(second).toBeGreaterThan(behind.end)
    const to = second + copy.length
    const range = [0, second, to, behind.bytes.length - to]
    await expect(verify(withRange(behind, range, false))).rejects.toThrow(tooMuch)

    // The value of the platform’s signature, which stands before the update.
    const [platform = ''] = /<[0-9A-Fa-f]{1000,}>/.exec(shown.toString('latin1')) ?? []
    const first = shown.indexOf(platform, 0, 'latin1')
    const same = await unsignedWith(undefined, {}, platform.length / 2 - 1)
    same.bytes.write(platform, same.start, 'latin1')
    const until = first + platform.length
    const before = [0, first, until, same.bytes.length - until]
    await expect(verify(withRange(same, before, false))).rejects.toThrow(tooMuch)
  })

  test('a signature whose value has an odd number of digits, or is no hexadecimal text, is rejected', async () => {
    const odd = await unsignedWith()
    odd.bytes.write('> ', odd.end - 2, 'latin1')
    const to = odd.end - 1
    await expect(verify(withRange(odd, [0, odd.start, to, odd.bytes.length - to]))).rejects.toThrow(tooMuch)
    const text = await unsignedWith()
    text.bytes.write('(', text.start, 'latin1')
    text.bytes.write(')', text.end - 1, 'latin1')
    await expect(verify(withRange(text, rightRange(text), false))).rejects.toThrow(tooMuch)
  })

  test('a PDF signature whose value is not under the key /Contents is rejected', async () => {
    const unsigned = await unsignedWith()
    const key = unsigned.bytes.lastIndexOf('/Contents', unsigned.start, 'latin1')
    unsigned.bytes.write('/Location', key, 'latin1')
    await expect(verify(withRange(unsigned, rightRange(unsigned)))).rejects.toThrow(tooMuch)
  })

  test('the place of a signature holds a message and nothing but zeros behind it', async () => {
    const unsigned = await unsignedWith()
    const missing = new SignatureFault('there is no signature in its place')
    const behind = withRange(unsigned, rightRange(unsigned))
    behind.write('01', unsigned.end - 3, 'latin1')
    await expect(verify(behind)).rejects.toThrow(missing)
    const cut = withRange(unsigned, rightRange(unsigned), false)
    cut.write('308400ffffff', unsigned.start + 1, 'latin1')
    await expect(verify(cut)).rejects.toThrow(missing)
  })
})

describe('DOOR-09 the kind of a signature', () => {
  /** Signs with a certificate that the signature does or does not name. */
  async function signedAs(kind: Record<string, unknown>, isNamed: boolean): Promise<Buffer> {
    const unsigned = await unsignedWith(kind)
    const file = withRange(unsigned, rightRange(unsigned))
    if (isNamed) return file
    const pair = rsaPair()
    const certificate = certificateOf({ name: 'Siti', pair })
    const covered = Buffer.concat([file.subarray(0, unsigned.start), file.subarray(unsigned.end)])
    const attributes = [
      attribute(oids.contentType, oid(oids.data)),
      attribute(oids.messageDigest, der(0x04, hash('sha256', covered))),
    ]
    const message = messageOf({ certificate, issuer: 'Siti', key: pair.privateKey, attributes })
    file.write(message.toString('hex').padEnd(room * 2, '0'), unsigned.start + 1, 'latin1')
    return file
  }

  test('a CAdES signature names its certificate, and one of the older kind need not', async () => {
    const cades = { SubFilter: 'ETSI.CAdES.detached' }
    const older = { SubFilter: 'adbe.pkcs7.detached' }
    expect(await verify(await signedAs(cades, true))).toMatchObject({ namesCertificate: true })
    expect(await verify(await signedAs(older, true))).toMatchObject({ namesCertificate: true })
    expect(await verify(await signedAs(older, false))).toMatchObject({ namesCertificate: false })
    await expect(verify(await signedAs(cades, false))).rejects.toThrow(
      new SignatureFault('the signature does not name its certificate'),
    )
  })

  test('a signature of another kind, or of none, is rejected', async () => {
    for (const [kind, why] of [
      [{ SubFilter: 'ETSI.RFC3161' }, 'a signature of kind /ETSI.RFC3161'],
      [{}, 'a signature of kind none'],
    ] as const)
      await expect(verify(await signedAs(kind, true))).rejects.toThrow(new SignatureFault(why))
  })
})

test('DOOR-09 a file is rejected that is no longer than the shown document, or begins differently, or comes from nobody trusted', async () => {
  const unsigned = await unsignedWith()
  const file = withRange(unsigned, rightRange(unsigned))
  const other = Buffer.from(file)
  other[0] = 0
  const fault = new SignatureFault('it does not begin with what was shown')
  for (const one of [shown, shown.subarray(0, -1), Buffer.alloc(0), other])
    await expect(verify(one)).rejects.toThrow(fault)
  await expect(verify(file, [])).rejects.toThrow('nobody trusted stands behind')
})
