import { randomBytes } from 'node:crypto'
import forge from 'node-forge'
import { signContent } from '../esign/pdf/cms.ts'
import type { SignerIdentity } from '../esign/pki.ts'

const { asn1 } = forge
const { Class, Type } = asn1
type Node = forge.asn1.Asn1

const TOKEN_INFO = '1.2.840.113549.1.9.16.1.4'
/** A policy for tests from the OID arc of examples, because RFC 3161 requires a policy. */
const POLICY = '2.999.3161.1'
const LENGTHS: Record<string, number> = {
  '2.16.840.1.101.3.4.2.1': 32,
  '2.16.840.1.101.3.4.2.2': 48,
  '2.16.840.1.101.3.4.2.3': 64,
}

/** The fields of a request (RFC 3161, 2.4.1), still DER encoded. */
export type TimestampQuestion = { imprint: Node; nonce: Node | null }

/** @returns null for an invalid request, or a hash other than SHA-2 */
export function readQuestion(bytes: Buffer): TimestampQuestion | null {
  try {
    const [version, imprint, ...options] = asn1.fromDer(bytes.toString('latin1')).value as Node[]
    const [algorithm, hash] = (imprint?.value ?? []) as Node[]
    const [name] = (algorithm?.value ?? []) as Node[]
    if (!imprint || !hash || !name || version?.value !== '\x01') return null
    if (LENGTHS[asn1.derToOid(name.value as string)] !== (hash.value as string).length) return null
    return { imprint, nonce: options.find(({ type }) => type === Type.INTEGER) ?? null }
  } catch {
    return null
  }
}

/** An answer with a token (RFC 3161, 2.4.2). */
export function grant({ imprint, nonce }: TimestampQuestion, signer: SignerIdentity, at: Date): Buffer {
  const serial = randomBytes(8)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const info = sequence(
    integer('\x01'),
    asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(POLICY).getBytes()),
    imprint,
    integer(serial.toString('latin1')),
    asn1.create(Class.UNIVERSAL, Type.GENERALIZEDTIME, false, generalized(at)),
    ...(nonce ? [nonce] : []),
  )
  const token = signContent(TOKEN_INFO, Buffer.from(asn1.toDer(info).getBytes(), 'latin1'), signer)
  return encode(sequence(sequence(integer('\x00')), asn1.fromDer(token.toString('latin1'))))
}

export function refuse(reason: string): Buffer {
  const text = asn1.create(Class.UNIVERSAL, Type.UTF8, false, forge.util.encodeUtf8(reason))
  return encode(sequence(sequence(integer('\x02'), sequence(text))))
}

const sequence = (...children: Node[]): Node => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, children)
const integer = (bytes: string): Node => asn1.create(Class.UNIVERSAL, Type.INTEGER, false, bytes)
const encode = (node: Node): Buffer => Buffer.from(asn1.toDer(node).getBytes(), 'latin1')

/** A time in ASN.1 format, e.g. "20261121103256Z". */
const generalized = (at: Date): string => `${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
