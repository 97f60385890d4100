import type { EndpointAnswer } from '@pematang/contract/endpoint'
import type { getCash } from '@pematang/contract/partner/endpoints'
import { cashBalancesOf } from '../../books/index.ts'
import type { Context } from '../../context.ts'

/** The cash accounts of a lender now, as their dashboard shows them. */
export async function showCash(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  lenderId: number,
): Promise<EndpointAnswer<typeof getCash>> {
  const at = clock.now().toISOString()
  const { cash, additional } = await cashBalancesOf(db, lenderId)
  const accounts = [accountOf('MAIN', cash), ...(additional ? [accountOf('ADDITIONAL', additional)] : [])]
  return { at, accounts }
}

type Balance = Awaited<ReturnType<typeof cashBalancesOf>>['cash']

const accountOf = (account: 'MAIN' | 'ADDITIONAL', { available, reserved, withdrawing }: Balance) => ({
  account,
  balance: available + reserved + withdrawing,
  available,
  reserved,
  withdrawing,
})
