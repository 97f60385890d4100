import { SignatureMismatch } from './signed-files.ts'
import { EsignRefused, EsignUnavailable, isKeyRefused } from '../../outside/esign/port.ts'
import { type Database, one, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/**
 * Why following a funding failed. UNAVAILABLE: the provider is unreachable. KEY_REFUSED: it refuses our key, which is
 * wrong or has expired. REFUSED: it refuses the call. SIGNATURE_MISMATCH: the signed file is not the shown document.
 * ERROR: a fault of this program.
 */
export type StallReason = 'UNAVAILABLE' | 'KEY_REFUSED' | 'REFUSED' | 'SIGNATURE_MISMATCH' | 'ERROR'

export function reasonOf(error: unknown): StallReason {
  if (error instanceof SignatureMismatch) return 'SIGNATURE_MISMATCH'
  if (isKeyRefused(error)) return 'KEY_REFUSED'
  if (error instanceof EsignUnavailable) return 'UNAVAILABLE'
  return error instanceof EsignRefused ? 'REFUSED' : 'ERROR'
}

/**
 * Records that following a funding failed.
 * @returns the number of failures in a row
 */
export const recordStall = (
  db: Database,
  { fundingId, reason, detail }: { fundingId: string; reason: StallReason; detail: string },
): Promise<number> =>
  inTransaction(db, { repeatable: true }, async (tx) => {
    const { tries } = await one<{ tries: number }>(
      tx,
      'funding.signing.record_stall',
      `insert into signing_stall (funding_id, reason, detail) values ($1, $2, left($3, 500))
       on conflict (funding_id) do update set reason = excluded.reason, detail = excluded.detail,
              tries = signing_stall.tries + 1
       returning tries`,
      [fundingId, reason, detail],
    )
    return tries
  })

export async function clearStall(db: Database, fundingId: string): Promise<void> {
  const { stalled } = await one<{ stalled: boolean }>(
    db,
    'funding.signing.is_stalled',
    'select exists (select from signing_stall where funding_id = $1) as stalled',
    [fundingId],
  )
  if (!stalled) return
  await inTransaction(db, { repeatable: true }, (tx) =>
    run(tx, 'funding.signing.clear_stall', 'delete from signing_stall where funding_id = $1', [fundingId]),
  )
}
