import type { LenderProfile } from '@pematang/contract/lenders/profile/endpoints'
import { sessionFacts } from '../auth/index.ts'
import type { Context } from '../../context.ts'
import type { Identity } from '../../platform/http/requests.ts'
import { depositAccountsOf } from './deposit-accounts.ts'
import { virtualAccountsOf } from './virtual-accounts.ts'
import { withdrawalsFrom } from './withdrawals-from.ts'

/**
 * The current profile with deposit accounts; the browser stores phone, e-mail and account number only in masked form.
 */
export async function getProfile(
  context: Context,
  { lenderId, member }: Pick<Identity, 'lenderId' | 'member'>,
): Promise<LenderProfile> {
  const [facts, accounts, from] = await Promise.all([
    sessionFacts(context.db, lenderId, member?.id),
    virtualAccountsOf(context.db, lenderId),
    withdrawalsFrom(context, context.db, lenderId),
  ])
  return { ...facts, ...depositAccountsOf(accounts), withdrawalsFrom: from?.toISOString() ?? null }
}
