import { beforeAll, describe, expect, test } from 'vitest'
import { der, integer, oid } from './testing/der.ts'
import { SignatureFault, verifySignedData } from './signed-data.ts'
import { certificateOf, ecPair, nameOf, nothing, type Pair, rsaPair, usage } from './testing/certificates.ts'
import {
  algorithm,
  attribute,
  attributesOf,
  content,
  hash,
  type MessageChoices,
  messageOf,
  naming,
  oids,
} from './testing/message.ts'

const rsa = rsaPair()
const ec = ecPair()
const keyIdentifier = Buffer.from('0011223344556677', 'hex')
const own = certificateOf({ name: 'Siti', pair: rsa, usage: usage.sign, keyIdentifier })
const ofEc = certificateOf({ name: 'Budi', pair: ec, usage: usage.sign })
let short: Pair
beforeAll(() => {
  short = rsaPair(1_024)
})

const signed = (choices: Partial<MessageChoices> = {}): Buffer =>
  messageOf({ certificate: own, issuer: 'Siti', key: rsa.privateKey, ...choices })
const signedByEc = (choices: Partial<MessageChoices> = {}): Buffer =>
  messageOf({ certificate: ofEc, issuer: 'Budi', key: ec.privateKey, ...choices })
const verify = (cms: Buffer, detached: readonly Uint8Array[] | undefined = [content]) =>
  verifySignedData(cms, { contentType: oids.data, ...(detached ? { detached } : {}) })
/** The same message, whose length is written with one byte more. */
const longer = (message: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x30, 0x83, 0x00]), message.subarray(2)])
const byKeyIdentifier = { identifier: der(0x80, keyIdentifier), signerVersion: 3 }

describe('DOOR-09 accepted CMS signatures', () => {
  test('a signature over its content is accepted, with its signer and all its certificates', () => {
    const found = verify(signed({ certificates: [ofEc, own] }))
    expect(found.signer.raw).toEqual(own)
    expect(found.certificates.map(({ raw }) => raw)).toEqual([ofEc, own])
    expect([found.content, found.namesCertificate]).toEqual([null, true])
  })

  test('the content may be given in pieces, or stand in the message', () => {
    expect(verify(signed(), [content.subarray(0, 4), content.subarray(4)]).content).toBeNull()
    const inside = verifySignedData(signed({ embedded: content }), { contentType: oids.data })
    expect(inside.content).toEqual(content)
  })

  test('other values between the certificates and the signers, and other kinds of certificates, are passed over', () => {
    const otherCertificate = der(0xa3, oid('1.2.3'), integer(1))
    expect(verify(signed({ certificates: [otherCertificate, own] })).certificates).toHaveLength(1)
    const made = algorithm(oids.rsaSha256, nothing)
    const list = der(0x30, made, nameOf('Budi'), der(0x17, Buffer.from('261129000000Z')))
    const revocationLists = der(0xa1, der(0x30, list, made, der(0x03, Buffer.alloc(9))))
    expect(verify(signed({ others: [revocationLists] })).signer.raw).toEqual(own)
  })

  test.each([1, 3, 4, 5])('a message of version %i is accepted', (version) => {
    expect(verify(signed({ version })).signer.raw).toEqual(own)
  })

  test.each(['sha256', 'sha384', 'sha512'] as const)(
    'a signature over %s by RSA or EC is accepted',
    (digest) => {
      const name = digest === 'sha256' ? 'Sha256' : digest === 'sha384' ? 'Sha384' : 'Sha512'
      for (const signature of [
        algorithm(oids.rsa, nothing),
        algorithm(oids.rsa),
        algorithm(oids[`rsa${name}`], nothing),
      ])
        expect(verify(signed({ digest, signature })).signer.raw).toEqual(own)
      expect(verify(signedByEc({ digest, signature: algorithm(oids[`ec${name}`]) })).signer.raw).toEqual(ofEc)
    },
  )

  test('the signature may use another digest than the content, as its algorithm says', () => {
    const signature = algorithm(oids.rsaSha512, nothing)
    expect(verify(signed({ signature, signedBy: 'sha512' })).signer.raw).toEqual(own)
    const ofCurve = algorithm(oids.ecSha384)
    expect(verify(signedByEc({ signature: ofCurve, signedBy: 'sha384' })).signer.raw).toEqual(ofEc)
  })

  test('an RSA-PSS signature is accepted with its parameters, and one with the padding of the other kind is not', () => {
    const parameters = der(0x30, integer(1))
    const signature = algorithm(oids.rsaPss, parameters)
    expect(verify(signed({ signature, isPss: true })).signer.raw).toEqual(own)
    expect(() => verify(signed({ signature }))).toThrow('it was not made with the key of its signer')
    expect(() => verify(signed({ isPss: true }))).toThrow('it was not made with the key of its signer')
  })

  test('a signer may be named by the identifier of their key', () => {
    expect(verify(signed({ ...byKeyIdentifier, certificates: [ofEc, own] })).signer.raw).toEqual(own)
  })

  test('a certificate may be for signing, for committing, or for anything', () => {
    for (const bits of [usage.sign, usage.commit, undefined]) {
      const certificate = certificateOf({ name: 'Siti', pair: rsa, ...(bits ? { usage: bits } : {}) })
      expect(verify(signed({ certificate })).signer.raw).toEqual(certificate)
    }
    const first = certificateOf({ name: 'Siti', pair: rsa, isFirstVersion: true })
    expect(verify(signed({ certificate: first })).signer.raw).toEqual(first)
  })
})

describe('DOOR-09 the certificate that a signature names', () => {
  const withNaming = (...named: Buffer[]) =>
    signed({ attributes: [...attributesOf('sha256', own).slice(0, 2), ...named] })
  const v1 = (of: Buffer) => naming(oids.signingCertificate, der(0x04, hash('sha1', of)))
  const v2 = (of: Buffer, digest: 'sha256' | 'sha384' | 'sha512') =>
    naming(oids.signingCertificateV2, algorithm(oids[digest]), der(0x04, hash(digest, of)))

  test('a signature may name its certificate in the old way or by any digest, or not at all', () => {
    expect(verify(withNaming()).namesCertificate).toBe(false)
    for (const named of [v1(own), v2(own, 'sha256'), v2(own, 'sha384'), v2(own, 'sha512')])
      expect(verify(withNaming(named)).namesCertificate).toBe(true)
    const unknown = naming(oids.signingCertificateV2, algorithm(oids.sha1), der(0x04, hash('sha256', own)))
    expect(verify(withNaming(unknown)).namesCertificate).toBe(true)
  })

  test('a signature that names another certificate is rejected, and the newer name decides', () => {
    const fault = new SignatureFault('it names another certificate than that of its signer')
    for (const named of [v1(ofEc), v2(ofEc, 'sha256'), v2(ofEc, 'sha384')])
      expect(() => verify(withNaming(named))).toThrow(fault)
    expect(() => verify(withNaming(v1(own), v2(ofEc, 'sha256')))).toThrow(fault)
    expect(verify(withNaming(v1(ofEc), v2(own, 'sha256'))).namesCertificate).toBe(true)
  })
})

describe('DOOR-09 rejected CMS signatures', () => {
  const attributes = attributesOf('sha256', own)
  const [type, digest, name] = attributes as [Buffer, Buffer, Buffer]
  const other = rsaPair()
  const strange = 'it holds what does not belong into it'
  const cases: [string, () => Buffer, string][] = [
    ['a message of another kind', () => signed({ type: oids.data }), 'it is no SignedData'],
    ['a value behind the message', () => signed({ behind: [nothing] }), strange],
    ['two messages', () => signed({ messages: 2 }), strange],
    ['version 0', () => signed({ version: 0 }), 'its version is not known'],
    ['version 2', () => signed({ version: 2 }), 'its version is not known'],
    ['version 6', () => signed({ version: 6 }), 'its version is not known'],
    [
      'content of another type',
      () => signed({ contentType: oids.sha256 }),
      'it is over something of another type',
    ],
    [
      'content inside where it has to be outside',
      () => signed({ embedded: content }),
      'its content is not where it has to be',
    ],
    ['two signers', () => signed({ signers: 2 }), 'it has 2 signers'],
    ['no signer', () => signed({ signers: 0 }), 'it has 0 signers'],
    [
      'a signer of version 3 who is named by issuer and number',
      () => signed({ signerVersion: 3 }),
      'the version of its signer is wrong',
    ],
    [
      'a signer of version 1 who is named by a key',
      () => signed({ ...byKeyIdentifier, signerVersion: 1 }),
      'the version of its signer is wrong',
    ],
    ['no certificates', () => signed({ certificates: [] }), 'it comes without the certificate of its signer'],
    [
      'only certificates of others',
      () => signed({ certificates: [ofEc] }),
      'it comes without the certificate of its signer',
    ],
    [
      'a certificate of another number',
      () => signed({ serial: 2 }),
      'it comes without the certificate of its signer',
    ],
    [
      'a certificate of another issuer',
      () => signed({ issuer: 'Budi' }),
      'it comes without the certificate of its signer',
    ],
    [
      'the identifier of another key',
      () => signed({ ...byKeyIdentifier, identifier: der(0x80, Buffer.from('00')) }),
      'it comes without the certificate of its signer',
    ],
    [
      'another digest in the head',
      () => signed({ heads: [algorithm(oids.sha512, nothing)] }),
      'its head names another digest than its signer',
    ],
    [
      'two digests in the head',
      () => signed({ heads: [algorithm(oids.sha256), algorithm(oids.sha256)] }),
      'its head names another digest than its signer',
    ],
    ['no digest in the head', () => signed({ heads: [] }), 'its head names another digest than its signer'],
    ['an old digest', () => signed({ digest: 'sha1' }), 'its digest is none of SHA-256, SHA-384 and SHA-512'],
    [
      'an attribute of another type of content',
      () => signed({ attributes: [attribute(oids.contentType, oid(oids.sha256)), digest, name] }),
      'its attribute names another type',
    ],
    [
      'another content',
      () => signed({ attributes: attributesOf('sha256', own, Buffer.from('other')) }),
      'it was made over other bytes',
    ],
    [
      'the signature of another key',
      () => signed({ key: other.privateKey }),
      'it was not made with the key of its signer',
    ],
    [
      'an attribute twice',
      () => signed({ attributes: [type, digest, digest, name] }),
      'an attribute stands there twice',
    ],
    [
      'an attribute with two values',
      () =>
        signed({ attributes: [attribute(oids.contentType, oid(oids.data), oid(oids.data)), digest, name] }),
      'an attribute stands there twice',
    ],
    [
      'an attribute without a value',
      () => signed({ attributes: [type, digest, name, attribute(oids.sha1)] }),
      'an attribute stands there twice',
    ],
    [
      'an algorithm with parameters',
      () => signed({ signature: algorithm(oids.rsa, integer(1)) }),
      `algorithm ${oids.rsa} has unexpected parameters`,
    ],
    [
      'an algorithm with two parameters',
      () => signed({ signature: algorithm(oids.rsaPss, nothing, nothing), isPss: true }),
      strange,
    ],
    [
      'an unknown algorithm',
      () => signed({ signature: algorithm(oids.sha256) }),
      'its algorithm is not known here',
    ],
    [
      'the algorithm of another kind of key',
      () => signed({ signature: algorithm(oids.ecSha256) }),
      'its algorithm is not known here',
    ],
    [
      'a certificate that is not for signing',
      () =>
        signed({
          certificate: certificateOf({ name: 'Siti', pair: rsa, usage: usage.encipher | usage.certify }),
        }),
      'the certificate of its signer is not one to sign with',
    ],
    [
      'a short key',
      () => signed({ certificate: certificateOf({ name: 'Siti', pair: short }), key: short.privateKey }),
      'the key of its signer is too short',
    ],
  ]
  test.each(cases)('a CMS message with %s is rejected', (_, cms, why) => {
    expect(() => verify(cms())).toThrow(new SignatureFault(why))
  })

  test('a message without content is rejected where no content is given', () => {
    const fault = new SignatureFault('its content is not where it has to be')
    expect(() => verifySignedData(signed(), { contentType: oids.data })).toThrow(fault)
  })

  test.each([
    ['nothing', () => Buffer.alloc(0)],
    ['a text', () => Buffer.from('a forged signature')],
    ['a certificate without content', () => signed({ certificates: [der(0x30, nothing), own] })],
    ['a length longer than it must be', () => longer(signed())],
    ['no message', () => signed({ messages: 0 })],
    ['a cut off message', () => signed().subarray(0, 100)],
    ['a message with a byte behind it', () => Buffer.concat([signed(), Buffer.from([0])])],
    ['no attribute for the content’s type', () => signed({ attributes: [digest] })],
    ['no attribute for the content’s digest', () => signed({ attributes: [type] })],
    [
      'a certificate whose key cannot be read',
      () => {
        const publicKey = der(0x30, algorithm(oids.rsa, nothing), der(0x03, Buffer.from([0, 1, 2, 3])))
        return signed({ certificate: certificateOf({ name: 'Siti', pair: rsa, publicKey }) })
      },
    ],
  ])('a CMS signature of %s cannot be read', (_, cms) => {
    expect(() => verify(cms())).toThrow(SignatureFault)
    expect(() => verify(cms())).toThrow(/^the signature cannot be read: /)
  })

  test('a fault that is none of the signature is passed on', () => {
    const broken = [null as unknown as Uint8Array]
    expect(() => verify(signed(), broken)).toThrow(TypeError)
  })
})

test('the name of an issuer is compared as it is written', () => {
  expect(nameOf('Siti').equals(nameOf('siti'))).toBe(false)
  expect(() => verify(signed({ issuer: 'siti' }))).toThrow('it comes without the certificate of its signer')
})
