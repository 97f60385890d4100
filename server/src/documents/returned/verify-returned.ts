import type { DocumentContext } from '../context.ts'
import { stamp } from '../pdf/signature-page.ts'
import { readAnchors } from '../signature/trust.ts'
import type { DocumentRow } from '../agreements/store.ts'

/**
 * Verifies that a file from a provider is the shown agreement, signed in its place with a certificate of a trusted
 * authority (`ESIGN_TRUST_FILE`).
 * @throws SignatureFault
 * @throws CertificateFault if the trusted authorities cannot be read
 */
export async function verifyReturned(
  { config, clock }: Pick<DocumentContext, 'config' | 'clock'>,
  shown: DocumentRow,
  returned: Buffer,
): Promise<void> {
  // Loaded at its first use, with the reader of PDF files: a command starts without it.
  const { verifySigned } = await import('./verify-signed.ts')
  const { width, height, inset } = stamp
  const file = config.ESIGN_TRUST_FILE
  await verifySigned(shown.bytes, returned, {
    // Any page and position is accepted: the lender's browser requests them when it opens the signing page, and the
    // lender may move the mark (specification, section 8: not fixed). The mark must not be larger than its box.
    place: { page: 'any', width: width + 2 * inset, height: height + 2 * inset },
    anchors: file === null ? null : readAnchors('ESIGN_TRUST_FILE', file),
    at: clock.now(),
  })
}
