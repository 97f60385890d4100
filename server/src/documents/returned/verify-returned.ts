import type { Context } from '../../context.ts'
import { stamp } from '../pdf/signature-page.ts'
import { readAnchors } from '../signature/trust.ts'
import type { DocumentRow } from '../store.ts'
import { verifySigned } from './verify-signed.ts'

/**
 * Verifies that a file from a provider is the shown agreement, signed in its place with a certificate of a trusted
 * authority (`ESIGN_TRUST_FILE`).
 * @throws SignatureFault, CertificateFault where the trusted authorities cannot be read
 */
export async function verifyReturned(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  shown: DocumentRow,
  returned: Buffer,
): Promise<void> {
  const { width, height, inset } = stamp
  const file = config.ESIGN_TRUST_FILE
  await verifySigned(shown.bytes, returned, {
    // The lender's browser requests the page and position when it opens the signing page, and the lender may move the
    // mark there (specification, section 8: not fixed). It is no larger than the box that is drawn for it.
    place: { page: 'any', width: width + 2 * inset, height: height + 2 * inset },
    anchors: file === null ? null : readAnchors('ESIGN_TRUST_FILE', file),
    at: clock.now(),
  })
}
