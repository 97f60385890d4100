import { readFileSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import { CertificateFault } from './certificate.ts'
import { SignatureFault, type VerifiedSignature } from './signed-data.ts'

/** The authorities that are trusted for one kind of signature. */
export type Anchors = readonly X509Certificate[]

const oneCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * Reads trusted authorities from a PEM file at each call, so that a changed file takes effect without a restart.
 * @param setting names the file in error messages
 * @throws CertificateFault
 */
export function readAnchors(setting: string, file: string): Anchors {
  try {
    const anchors = Array.from(
      readFileSync(file, 'utf8').matchAll(oneCertificate),
      ([pem]) => new X509Certificate(pem),
    )
    if (anchors.length > 0) return anchors
  } catch (error) {
    throw new CertificateFault(`${setting}: ${file} cannot be read.`, { cause: error })
  }
  throw new CertificateFault(`${setting}: ${file} holds no certificate.`)
}

/** The maximum number of certificates in a chain. */
const longest = 6

/**
 * Checks that the certificate of a signer leads to a trusted authority, with each certificate of the chain valid at
 * that time. Revocation is not checked.
 * @throws SignatureFault
 */
export function checkChain({ signer, certificates }: VerifiedSignature, anchors: Anchors, at: Date): void {
  checkTime(signer, at)
  if (!leadsTo(anchors, { below: signer, certificates, at, left: longest }))
    throw new SignatureFault(`nobody trusted stands behind ${signer.subject.replaceAll('\n', ', ')}`)
}

type Step = { below: X509Certificate; certificates: readonly X509Certificate[]; at: Date; left: number }

function leadsTo(anchors: Anchors, { below, certificates, at, left }: Step): boolean {
  if (left === 0) return false
  if (anchors.some(({ raw }) => raw.equals(below.raw))) return true
  const above = [...anchors, ...certificates].filter(
    (one) => isValid(one, at) && one.ca && below.checkIssued(one) && isSignedBy(below, one),
  )
  return above.some(
    (one) => anchors.includes(one) || leadsTo(anchors, { below: one, certificates, at, left: left - 1 }),
  )
}

/** @returns false also if OpenSSL cannot read the key */
function isSignedBy(below: X509Certificate, above: X509Certificate): boolean {
  try {
    return below.verify(above.publicKey)
  } catch {
    return false
  }
}

const isValid = ({ validFrom, validTo }: X509Certificate, at: Date): boolean =>
  at >= new Date(validFrom) && at <= new Date(validTo)

function checkTime(certificate: X509Certificate, at: Date): void {
  if (!isValid(certificate, at))
    throw new SignatureFault(
      `the certificate of the signer is valid from ${certificate.validFrom} to ${certificate.validTo}, not at ${at.toISOString()}`,
    )
}
