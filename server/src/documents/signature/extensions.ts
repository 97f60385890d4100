import { type DerValue, partsOf, readDer, readOid, withTag, within } from './der.ts'

// Parts of a certificate that Node's X509Certificate does not provide.

/** Issuer and serial number in their encoded form, and the extensions. */
export function certificateParts(raw: Buffer): {
  issuer: DerValue
  serial: DerValue
  extensions: DerValue[]
} {
  const parts = within(within(readDer(raw), 0x30)[0], 0x30)
  // The version comes first, but a certificate of version 1 leaves it out.
  const [serial, , issuer] = parts[0]?.tag === 0xa0 ? parts.slice(1) : parts
  const list = parts.find(({ tag }) => tag === 0xa3)
  return {
    issuer: withTag(issuer, 0x30),
    serial: withTag(serial, 0x02),
    extensions: list ? within(partsOf(list)[0], 0x30) : [],
  }
}

export type Extension = { critical: boolean; value: Buffer }

/** One extension of a certificate; undefined if the certificate does not have it. */
export function extensionOf(raw: Buffer, oid: string): Extension | undefined {
  const found = certificateParts(raw).extensions.find((one) => readOid(partsOf(one)[0]) === oid)
  if (!found) return undefined
  const [, ...parts] = partsOf(found)
  const critical = parts[0]?.tag === 0x01 && parts[0].content[0] === 0xff
  return { critical, value: withTag(parts.at(-1), 0x04).content }
}

/** Whether the key may sign documents. A certificate without a key usage allows it. */
export function maySign(raw: Buffer): boolean {
  const usage = extensionOf(raw, '2.5.29.15')
  if (!usage) return true
  // BIT STRING: digitalSignature is its first bit and nonRepudiation its second (RFC 5280, 4.2.1.3).
  const [, bits = 0] = withTag(readDer(usage.value), 0x03).content
  return (bits & 0xc0) !== 0
}

/** The purposes of the key (RFC 5280, 4.2.1.12); undefined if the certificate does not restrict them. */
export function purposesOf(raw: Buffer): { critical: boolean; purposes: string[] } | undefined {
  const usage = extensionOf(raw, '2.5.29.37')
  return usage && { critical: usage.critical, purposes: partsOf(readDer(usage.value)).map(readOid) }
}
