import type { X509Certificate } from 'node:crypto'
import { BitString } from 'asn1js'
import { Certificate, type Extension, ExtKeyUsage } from 'pkijs'

/** One extension of a certificate; undefined if the certificate does not have it. */
export const extensionOf = ({ extensions }: Certificate, oid: string): Extension | undefined =>
  extensions?.find(({ extnID }) => extnID === oid)

/** Whether the key may sign documents. A certificate without a key usage allows it. */
export function maySign(certificate: Certificate): boolean {
  const usage = extensionOf(certificate, '2.5.29.15')
  if (!usage) return true
  const bits: unknown = usage.parsedValue
  // digitalSignature is the first bit and nonRepudiation the second (RFC 5280, 4.2.1.3).
  return bits instanceof BitString && ((bits.valueBlock.valueHexView[0] ?? 0) & 0xc0) !== 0
}

/** The purposes of the key (RFC 5280, 4.2.1.12); undefined if the certificate does not restrict them. */
export function purposesOf({ raw }: X509Certificate): { critical: boolean; purposes: string[] } | undefined {
  const usage = extensionOf(Certificate.fromBER(raw), '2.5.29.37')
  if (!usage) return undefined
  const named: unknown = usage.parsedValue
  return { critical: usage.critical, purposes: named instanceof ExtKeyUsage ? named.keyPurposes : [] }
}
