import { defaultSigningPage, signaturePlace } from '@pematang/contract/signing/endpoints'
import type { Context } from '../context.ts'
import { findAgreementDocument } from '../documents/index.ts'
import { findFundingByToken } from '../funding/index.ts'
import { signerOf } from '../profile/index.ts'
import { EsignRefused, EsignUnavailable } from '../outside/esign/port.ts'
import { Refusal, required } from '../platform/refusal.ts'
import { sendDocuments } from './send-documents.ts'
import { isSignedByHash } from './store.ts'

export type OpenSigning = { docToken: string; signCoordinatePage?: number | undefined; digiSignId: string }
export type OpenedSigning = { token: string; url: string; expiresAt: string }

/**
 * A token that opens the provider's signing page for one document and its lender alone.
 * @throws Refusal SIGNING_NOT_FOUND for a document or signer that is not this lender's, SIGNING_ENDED once it waits
 *   no more, SIGNING_PAGE_UNKNOWN, ESIGN_UNAVAILABLE.
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
  if (funding.state !== 'WAITING' || funding.overdue) throw new Refusal('SIGNING_ENDED')
  if (await isSignedByHash(context.db, funding)) throw new Refusal('SIGNING_WITHOUT_PAGE')
  const document = required(await findAgreementDocument(context.db, funding.id, 'PP'), 'SIGNING_NOT_FOUND')
  const page = signingPage(input.signCoordinatePage, document.pages ?? 1, document.signaturePage ?? 1)
  try {
    const providerToken = await sendDocuments(context, funding)
    const session = await context.esign.openSession({
      docToken: providerToken,
      signerId: signer.id,
      page,
      ...signaturePlace,
    })
    return { token: session.token, url: session.url, expiresAt: session.expiresAt.toISOString() }
  } catch (error) {
    if (error instanceof EsignUnavailable) throw new Refusal('ESIGN_UNAVAILABLE', { retryAfterSeconds: 5 })
    // The provider knows of the document's end before we do: signed or cancelled a moment ago.
    if (error instanceof EsignRefused && error.code === 'DOCUMENT_ENDED') throw new Refusal('SIGNING_ENDED')
    throw error
  }
}

/**
 * The page for the signature: the one that is asked for, else 17 (specification, section 9), else, where the
 * document is shorter than that, the page that it has for it.
 */
export function signingPage(asked: number | undefined, pages: number, own: number): number {
  const page = asked ?? (defaultSigningPage <= pages ? defaultSigningPage : own)
  if (page > pages) throw new Refusal('SIGNING_PAGE_UNKNOWN')
  return page
}
