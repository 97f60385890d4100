import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { api } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'

/** One downloaded document. A path without .pdf is an image (specification, section 7). */
export type AgreementFile = { bytes: Blob; isPdf: boolean }

/**
 * The documents that a lender reads before funding `amount` rupiah: the funding agreement (PP) and the facility
 * agreement (PPFP).
 */
export type Agreement = { amount: number; pp: AgreementFile; ppfp: AgreementFile }

export type PreparedAgreement = { agreement: Agreement } | { refusal: string }

/**
 * Generates both agreements for this loan and amount, and fetches them.
 * @param signal aborts the calls when the lender closes the dialog
 * @returns the agreement, or the server's sentence where it refuses this amount or loan (400)
 * @throws ApiError when the documents could not be generated or fetched
 */
export async function prepareAgreement(
  loan: Pick<MarketplaceLoan, 'loanNumber'> & { signedTogether?: number | undefined },
  amount: number,
  lenderUserId: number,
  signal: AbortSignal,
): Promise<PreparedAgreement> {
  const { loanNumber, signedTogether } = loan
  const body = { loanNumber, lenderUserId, amount, ...(signedTogether !== undefined && { signedTogether }) }
  try {
    const { PP_filepath, PPFP_filepath } = await api('POST /funding/agreement', { body, signal })
    const [pp, ppfp] = await Promise.all([PP_filepath, PPFP_filepath].map((path) => download(path, signal)))
    if (!pp || !ppfp) throw new Error('two documents were asked for')
    return { agreement: { amount, pp, ppfp } }
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return { refusal: error.message }
    throw error
  }
}

async function download(path: string, signal: AbortSignal): Promise<AgreementFile> {
  const bytes = await api('POST /documents/download', { body: { document_url: path }, signal })
  return { bytes, isPdf: path.includes('.pdf') }
}
