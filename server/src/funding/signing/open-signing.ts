import { defaultSigningPage, signaturePlace } from '@pematang/contract/funding/signing/endpoints'
import type { Context } from '../../context.ts'
import { findAgreementDocument } from '../../documents/index.ts'
import { findFundingByToken } from '../single/index.ts'
import { signerOf } from '../../lenders/index.ts'
import { EsignRefused, EsignUnavailable } from '../../outside/esign/port.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { DocumentsRefused, sendDocuments } from './send-documents.ts'
import { providerOf } from './store.ts'

export type OpenSigning = { docToken: string; signCoordinatePage?: number | undefined; digiSignId: string }
export type OpenedSigning = {
  token: string
  url: string
  expiresAt: string
  furtherDocuments: number
  /** The page number of the signature in the document that is shown. */
  signCoordinatePage: number
}

/**
 * Opens the provider's signing page for this lender and one document.
 * @returns a token for that page only
 * @throws Refusal SIGNING_NOT_FOUND for a document or signer that is not this lender's, SIGNING_ENDED once the document
 *   no longer waits for a signature, ESIGN_UNAVAILABLE.
 */
export async function openSigning(
  context: Context,
  lenderId: number,
  input: OpenSigning,
): Promise<OpenedSigning> {
  const funding = required(
    await findFundingByToken(context.db, lenderId, input.docToken),
    'SIGNING_NOT_FOUND',
  )
  const signer = await signerOf(context.db, lenderId)
  if (input.digiSignId !== signer.id) throw new Refusal('SIGNING_NOT_FOUND')
  if (funding.state !== 'WAITING' || funding.overdue || funding.cancelled) throw new Refusal('SIGNING_ENDED')
  if ((await providerOf(context.db, funding)) === 'XIGNATURE') throw new Refusal('SIGNING_WITHOUT_PAGE')
  const [main, facility] = await Promise.all([
    findAgreementDocument(context, funding.id, 'PP'),
    findAgreementDocument(context, funding.id, 'PPFP'),
  ])
  const document = required(main, 'SIGNING_NOT_FOUND')
  const page = signingPage(input.signCoordinatePage, document.pages ?? 1, document.signaturePage ?? 1)
  try {
    const providerToken = await sendDocuments(context, funding)
    if (providerToken === undefined) throw new Refusal('SIGNING_ENDED')
    const session = await context.esign.openSession({
      docToken: providerToken,
      signerId: signer.id,
      page,
      furtherPages: [facility?.signaturePage ?? 1],
      ...signaturePlace,
    })
    const { token, url, expiresAt, further, page: placed } = session
    const until = (expiresAt ?? funding.signBefore).toISOString()
    return { token, url, expiresAt: until, furtherDocuments: further, signCoordinatePage: placed }
  } catch (error) {
    throw refusalOf(context, funding.id, error)
  }
}

function refusalOf({ log }: Context, fundingId: string, error: unknown): unknown {
  // The document has just ended at the provider: it was signed or cancelled, or no longer exists.
  if (error instanceof EsignRefused && (error.code === 'DOCUMENT_ENDED' || error.status === 404))
    return new Refusal('SIGNING_ENDED')
  const ofProvider = [EsignUnavailable, EsignRefused, DocumentsRefused].some((kind) => error instanceof kind)
  if (!ofProvider) return error
  // Whatever the error, the job that follows the funding decides its outcome.
  log.warn({ err: error, fundingId }, 'the signing page could not be opened')
  return new Refusal('ESIGN_UNAVAILABLE', { retryAfterSeconds: 5 })
}

/**
 * The page for the signature: the requested one, or else page 17 (specification, section 9). A document with fewer
 * pages uses its own signature page.
 */
export function signingPage(asked: number | undefined, pages: number, own: number): number {
  const page = asked ?? defaultSigningPage
  return page <= pages ? page : Math.min(own, pages)
}
