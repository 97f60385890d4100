import type { OpenCertificate } from '../signature/certificate.ts'
import { agreementText } from './agreement-text.ts'
import { drawBody } from './body.ts'
import { cleanAll } from './clean-text.ts'
import { type ContractText, textHash } from './content.ts'
import { drawFeet } from './head-and-feet.ts'
import { fillSignature } from './platform-signature.ts'
import { drawSchedule } from './schedule-pages.ts'
import { Sheet } from './sheet.ts'
import { drawSignaturePage } from './signature-page.ts'
import type { AgreementKind, AgreementSnapshot } from './snapshot.ts'

export interface RenderedAgreement {
  bytes: Buffer
  pages: number
  /** The number of the page with the box for the lender's signature, from 1. */
  signaturePage: number
  /** SHA-256 of the text, as printed at the foot of every page. */
  textHash: string
  /** The DER certificate with which the platform signed; null if it did not sign. */
  platformCertificate: Buffer | null
}

/**
 * The time of the platform's signature: that of the agreement, so that rendering is repeatable, or the start of the
 * certificate's validity if that is later.
 */
const timeOfSigning = ({ preparedAt }: DocumentFacts, { validFrom }: OpenCertificate): Date =>
  new Date(Math.max(Date.parse(preparedAt), validFrom.getTime()))

/**
 * Renders the PDF of one of the two agreements: text, signature page, schedule, and the platform's signature. The same
 * snapshot and certificate give the same bytes if the key is RSA; the file's creation date is that of the snapshot.
 * @throws RangeError when a date or an amount of the snapshot is out of range
 * @throws CertificateFault when the certificate is not valid at the time of signing
 */
export function renderAgreement(
  kind: AgreementKind,
  snapshot: AgreementSnapshot,
  certificate?: OpenCertificate,
): RenderedAgreement {
  const signs = snapshot.platformSigned === true && !snapshot.copy
  return renderContract(agreementText(kind, snapshot), snapshot, signs ? (certificate ?? 'missing') : null)
}

/** The metadata of a contract's file. */
type DocumentFacts = { preparedAt: string; operator: { name: string; licenceLine: string | null } }

/**
 * Renders the PDF of a contract.
 * @param certificate of the platform; null if the platform does not sign it
 */
export function renderContract(
  content: ContractText,
  facts: DocumentFacts,
  certificate: OpenCertificate | 'missing' | null,
): RenderedAgreement {
  if (certificate === 'missing') throw new Error('this document needs the certificate of the platform')
  const seal = certificate && { certificate, at: timeOfSigning(facts, certificate) }
  const operator = cleanAll(facts.operator)
  const hash = textHash(content)
  const sheet = new Sheet({
    title: `${content.title} ${content.number}`,
    author: operator.name,
    createdAt: new Date(facts.preparedAt),
  })
  drawBody(sheet, content, operator)
  const signaturePage = drawSignaturePage(sheet, content, seal)
  if (content.schedule) drawSchedule(sheet, content.schedule)
  drawFeet(sheet, { name: `Nomor ${content.number}`, below: `Sidik jari teks: ${hash}` })
  const { pages } = sheet
  const unsigned = sheet.finish()
  return {
    bytes: seal ? fillSignature(unsigned, seal) : unsigned,
    pages,
    signaturePage,
    textHash: hash,
    platformCertificate: seal?.certificate.chain[0] ?? null,
  }
}
