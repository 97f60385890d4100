import type { PartnerKey } from '@pematang/contract/lenders/keys/endpoints'
import type { Queryable } from '../../platform/db/database.ts'
import { keysOf } from '../keys/index.ts'

/** The keys of a lender that were not revoked, the newest first. */
export async function listKeys(db: Queryable, lenderId: number): Promise<{ list: PartnerKey[] }> {
  const keys = await keysOf(db, lenderId)
  return {
    list: keys.map(({ madeAt, rotatedAt, formerUntil, usedAt, ...key }) => ({
      ...key,
      madeAt: madeAt.toISOString(),
      rotatedAt: rotatedAt?.toISOString() ?? null,
      formerUntil: formerUntil?.toISOString() ?? null,
      usedAt: usedAt?.toISOString() ?? null,
    })),
  }
}
