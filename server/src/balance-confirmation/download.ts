import type { Context } from '../context.ts'
import type { Origin } from '../platform/audit/audit.ts'
import { recordAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { BinaryAnswer } from '../platform/http/requests.ts'
import { required } from '../platform/refusal.ts'
import { findFile } from './store.ts'

/**
 * The PDF of a confirmation as it was issued. Each download is in the audit trail, as those of agreements are.
 * @throws Refusal NOT_FOUND
 */
export async function downloadConfirmation(
  { db, random }: Context,
  lenderId: number,
  number: string,
  origin: Origin,
): Promise<BinaryAnswer> {
  const { bytes } = required(await findFile(db, lenderId, number), 'NOT_FOUND')
  const entry = {
    id: random.uuid(),
    actor: { kind: 'lender' as const, lenderId },
    operation: 'downloadBalanceConfirmation',
    subject: `confirmation:${number}`,
    outcome: 'done',
    ...origin,
  }
  await inTransaction(db, { repeatable: true }, (tx) => recordAudit(tx, entry))
  return { bytes, mediaType: 'application/pdf', fileName: `Konfirmasi Saldo ${number}.pdf` }
}
