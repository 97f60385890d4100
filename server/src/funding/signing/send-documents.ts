import type { Context } from '../../context.ts'
import { type DocumentRow, findAgreementDocument } from '../../documents/index.ts'
import { findProviderDocuments, type FundingRow } from '../single/index.ts'
import { EsignRefused, EsignUnavailable, isKeyRefused } from '../../outside/esign/port.ts'
import { signerOf } from '../../lenders/index.ts'
import { required } from '../../platform/refusal.ts'
import {
  beginAttempt,
  dropAttempt,
  dropAttempts,
  fileTokens,
  storeFileToken,
  storeProviderToken,
} from './store.ts'

/** The names of the two documents on the provider's page. */
export const fileNames = {
  PP: 'Perjanjian Pendanaan.pdf',
  PPFP: 'Perjanjian Pemberian Fasilitas Pendanaan.pdf',
} as const

export const esignCallbackPath = '/api/v1/callbacks/esign'

/** The provider refuses these documents or their signer, and has certainly stored none of them. */
export class DocumentsRefused extends Error {
  readonly code: string

  constructor(code: string, options: ErrorOptions) {
    super(`the e-signature provider does not take the documents: ${code}`, options)
    this.code = code
  }
}

/**
 * Sends the two agreements of a funding to the provider, once: the provider identifies them by the funding's id, so a
 * retry after a lost answer returns the same token. Each attempt is recorded before it is made. With a provider that
 * would create further documents, only one attempt runs at a time.
 * @returns the provider's token of the documents; undefined if the funding can no longer be signed
 * @throws DocumentsRefused
 * @throws EsignRefused if the provider may still have the documents
 * @throws EsignUnavailable
 */
export async function sendDocuments(context: Context, funding: FundingRow): Promise<string | undefined> {
  const known = await findProviderDocuments(context.db, funding.id)
  if (known?.token) return known.token
  const attempt = { id: context.random.uuid(), fundingId: funding.id, provider: 'PRIVY' } as const
  const begun = await beginAttempt(context.db, attempt, { alone: !context.esign.repeatable })
  if (begun === 'ended') return undefined
  if (begun === 'busy') return sentByAnother(context, funding)
  try {
    return await uploadDocuments(context, funding)
  } catch (error) {
    // With such a provider a retry would not show the outcome of an unanswered attempt, so the attempt ends with its
    // call.
    const isOver = isKeyRefused(error) || (!context.esign.repeatable && error instanceof EsignUnavailable)
    if (isOver) await dropAttempt(context.db, attempt)
    else if (error instanceof EsignRefused && error.status !== 409) {
      if (!(await dropAttempts(context.db, attempt))) throw new DocumentsRefused(error.code, { cause: error })
    }
    throw error
  }
}

/** How long to wait for the token of a running attempt, and how often to check for it, in milliseconds. */
const patience = { whole: 10_000, pause: 200 }

/**
 * Waits while the job or another browser window sends the documents.
 * @throws EsignUnavailable after ten seconds
 */
async function sentByAnother({ clock, db }: Context, { id }: FundingRow): Promise<string> {
  for (let waited = 0; waited < patience.whole; waited += patience.pause) {
    const token = (await findProviderDocuments(db, id))?.token
    if (token) return token
    await clock.sleep(patience.pause)
  }
  throw new EsignUnavailable('e-signature provider: the documents are still on their way')
}

/**
 * Sends the documents to the provider and stores their token. If the provider has them already, it returns the same
 * token.
 */
export async function uploadDocuments(context: Context, funding: FundingRow): Promise<string> {
  const { config, db, esign } = context
  const [pp, ppfp, signer] = await Promise.all([
    findAgreementDocument(context, funding.id, 'PP'),
    findAgreementDocument(context, funding.id, 'PPFP'),
    signerOf(db, funding.lenderId),
  ])
  const file = (name: string, document: DocumentRow) => ({
    name,
    content: document.bytes,
    page: document.signaturePage ?? 1,
  })
  const { docToken } = await esign.upload({
    reference: funding.id,
    callbackUrl: `${config.CALLBACK_ORIGIN ?? `http://127.0.0.1:${config.PORT}`}${esignCallbackPath}`,
    signer,
    documents: [
      file(fileNames.PP, required(pp, 'INTERNAL')),
      file(fileNames.PPFP, required(ppfp, 'INTERNAL')),
    ],
    uploaded: esign.repeatable ? {} : await fileTokens(db, funding.id),
    keep: (one) => storeFileToken(db, { fundingId: funding.id, ...one }),
  })
  await storeProviderToken(db, { fundingId: funding.id, providerToken: docToken })
  return docToken
}
