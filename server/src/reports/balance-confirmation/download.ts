import type { Context } from '../../context.ts'
import { auditDownload, type Origin } from '../../platform/audit/audit.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { confirmationFile } from './store.ts'

/**
 * The PDF of a confirmation, byte for byte as issued. Each download is recorded in the audit trail.
 * @throws Refusal NOT_FOUND
 */
export async function downloadConfirmation(
  context: Context,
  lenderId: number,
  number: string,
  origin: Origin,
): Promise<BinaryAnswer> {
  const { bytes } = await confirmationFile(context, lenderId, number)
  await auditDownload(
    context,
    lenderId,
    { operation: 'downloadBalanceConfirmation', subject: `confirmation:${number}` },
    origin,
  )
  return { bytes, mediaType: 'application/pdf', fileName: `Konfirmasi Saldo ${number}.pdf` }
}
