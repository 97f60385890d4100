import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CertificateFault } from './certificate.ts'
import { SignatureFault } from './signed-data.ts'
import { certificateOf, type CertificateChoices, ecPair, type Pair } from './testing/certificates.ts'
import { checkChain, readAnchors } from './trust.ts'

const now = new Date()

/** Certificates each of which issued the next; the last one is the signer's. */
function chainOf(
  length: number,
  changes: Record<number, Partial<CertificateChoices>> = {},
): X509Certificate[] {
  const links: { name: string; pair: Pair }[] = []
  return Array.from({ length }, (_, place) => {
    const link = { name: `${place} of ${length}`, pair: ecPair() }
    links.push(link)
    const issuer = links[place - 1] ?? link
    const isAuthority = place < length - 1
    return new X509Certificate(certificateOf({ ...link, issuer, isAuthority, ...changes[place] }))
  })
}

/** Checks the chain of the last certificate up to the first one, which is trusted unless others are. */
function check(chain: X509Certificate[], { anchors = chain.slice(0, 1), at = now } = {}): void {
  const signer = chain.at(-1) as X509Certificate
  checkChain({ signer, certificates: chain.slice(1), content: null, namesCertificate: true }, anchors, at)
}
const untrusted = /^nobody trusted stands behind CN=/

describe('DOOR-09 the chain of a certificate', () => {
  test('a certificate is trusted that a trusted authority issued, directly or over up to five others', () => {
    for (const length of [2, 3, 6, 7]) expect(() => check(chainOf(length)), String(length)).not.toThrow()
    expect(() => check(chainOf(8))).toThrow(untrusted)
  })

  test('a certificate that is trusted itself needs no authority', () => {
    const [signer] = chainOf(1) as [X509Certificate]
    expect(() => check([signer], { anchors: [...chainOf(1), signer] })).not.toThrow()
  })

  test('a certificate is not trusted without an authority, or with another one', () => {
    const chain = chainOf(3)
    expect(() => check(chain, { anchors: [] })).toThrow(untrusted)
    expect(() => check(chain, { anchors: chainOf(1) })).toThrow(untrusted)
    expect(() => check(chain, { anchors: [...chainOf(2), ...chain.slice(0, 1)] })).not.toThrow()
  })

  test('a certificate is not trusted over one that is no authority', () => {
    expect(() => check(chainOf(3, { 1: { isAuthority: false } }))).toThrow(untrusted)
  })

  test('a certificate is not trusted whose issuer has the right name and another key', () => {
    const [root, , signer] = chainOf(3) as [X509Certificate, X509Certificate, X509Certificate]
    const impostor = new X509Certificate(
      certificateOf({
        name: '1 of 3',
        pair: ecPair(),
        isAuthority: true,
        issuer: { name: '0 of 3', pair: ecPair() },
      }),
    )
    expect(() => check([root, impostor, signer])).toThrow(untrusted)
  })

  test('a certificate is not trusted whose issuer has the right key and another name', () => {
    const authority = { name: 'A', pair: ecPair() }
    const root = new X509Certificate(certificateOf({ ...authority, name: 'B', isAuthority: true }))
    const signer = new X509Certificate(certificateOf({ name: 'S', pair: ecPair(), issuer: authority }))
    expect(() => check([root, signer])).toThrow(untrusted)
  })

  test('an authority whose key cannot be read is trusted by nobody, and does no harm', () => {
    const pair = ecPair()
    const broken = pair.publicKey.export({ type: 'spki', format: 'der' })
    broken.fill(0xff, broken.length - 40)
    const authority = { name: 'A', pair }
    const root = new X509Certificate(certificateOf({ ...authority, isAuthority: true, publicKey: broken }))
    const signer = new X509Certificate(certificateOf({ name: 'S', pair: ecPair(), issuer: authority }))
    expect(() => check([root, signer])).toThrow(untrusted)
  })

  test('every certificate of the chain must be valid, from its first to its last second', () => {
    const limits = {
      from: new Date(Math.floor(now.getTime() / 1_000) * 1_000),
      to: new Date((Math.floor(now.getTime() / 1_000) + 60) * 1_000),
    }
    const before = new Date(limits.from.getTime() - 1)
    const after = new Date(limits.to.getTime() + 1)
    const signer = chainOf(2, { 1: limits })
    for (const at of [limits.from, limits.to]) expect(() => check(signer, { at })).not.toThrow()
    for (const at of [before, after])
      expect(() => check(signer, { at })).toThrow(
        `the certificate of the signer is valid from ${signer[1]?.validFrom} to ${signer[1]?.validTo}, not at ${at.toISOString()}`,
      )
    for (const place of [0, 1])
      for (const at of [before, after])
        expect(() => check(chainOf(3, { [place]: limits }), { at }), `${place}`).toThrow(untrusted)
  })

  test('a certificate whose subject has several parts is named on one line', () => {
    const signer = new X509Certificate(certificateOf({ name: 'Siti\nBudi', pair: ecPair() }))
    expect(() => check([signer], { anchors: [] })).toThrow(
      new SignatureFault('nobody trusted stands behind CN=Siti, CN=Budi'),
    )
  })
})

describe('the file of trusted authorities', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'anchors-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('all certificates of the file are read, whatever stands between them', () => {
    const chain = chainOf(2)
    const file = join(folder, 'two.pem')
    writeFileSync(file, chain.map((one) => `Authority “${one.subject}”\n${one.toString()}\n`).join(''))
    expect(readAnchors('SETTING', file).map(({ raw }) => raw)).toEqual(chain.map(({ raw }) => raw))
    expect(readAnchors('SETTING', file)).toHaveLength(2)
  })

  test('a file with a single certificate is read', () => {
    const [only] = chainOf(1) as [X509Certificate]
    const file = join(folder, 'one.pem')
    writeFileSync(file, only.toString())
    expect(readAnchors('SETTING', file).map(({ raw }) => raw)).toEqual([only.raw])
  })

  test('a file that is missing, empty or broken is refused with the name of its setting', () => {
    const [empty, broken] = [join(folder, 'empty.pem'), join(folder, 'broken.pem')]
    writeFileSync(empty, 'nothing')
    writeFileSync(broken, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
    expect(() => readAnchors('SETTING', empty)).toThrow(
      new CertificateFault(`SETTING: ${empty} holds no certificate.`),
    )
    for (const file of [broken, join(folder, 'missing.pem')])
      expect(() => readAnchors('SETTING', file)).toThrow(
        new CertificateFault(`SETTING: ${file} cannot be read.`, { cause: expect.any(Error) }),
      )
  })
})
