import type { FactorList } from '@pematang/contract/lenders/factors/endpoints'
import type { Queryable } from '../../platform/db/database.ts'
import { countCodes, findTotp, listPasskeys, openRecovery } from '../factors/index.ts'

/** The second factors of a lender, as they and staff see them. */
export async function listFactors(db: Queryable, lenderId: number): Promise<FactorList> {
  const passkeys = await listPasskeys(db, lenderId)
  const totp = await findTotp(db, lenderId)
  const { left } = await countCodes(db, lenderId)
  const recoversAt = await openRecovery(db, lenderId)
  return {
    passkeys: passkeys.map(({ id, label, addedAt, usedAt }) => ({
      id,
      label,
      ...times({ addedAt, usedAt }),
    })),
    totp: totp ? times(totp) : null,
    recoveryCodes: left,
    recoversAt: recoversAt?.toISOString() ?? null,
  }
}

const times = ({ addedAt, usedAt }: { addedAt: Date; usedAt: Date | null }) => ({
  addedAt: addedAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
})
