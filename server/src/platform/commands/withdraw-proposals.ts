import { type ActorOf, personOf } from '../audit/audit.ts'
import { many } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Random } from '../random.ts'
import { tellOfProposal } from './company-gate.ts'

/**
 * Withdraws what waits of a maker, or what one of a company's keys proposed, and has the makers told who did so.
 * @returns how many; the caller holds the lock of the company
 */
export async function withdrawProposals(
  tx: Transaction,
  random: Random,
  actor: ActorOf<'lender'>,
  whose: { maker: number } | { keyId: string },
): Promise<number> {
  const by = personOf(actor)
  const [column, value] = 'maker' in whose ? ['maker', whose.maker] : ['key_id', whose.keyId]
  const withdrawn = await many<{ number: number; maker: number }>(
    tx,
    `platform.approvals.withdraw_of_${column}`,
    `update company_proposal set ended = 'WITHDRAWN', ended_at = app_clock()
      where company_id = $1 and ${column} = $2 and ended is null returning number, maker`,
    [actor.lenderId, value],
  )
  for (const { number, maker } of withdrawn)
    if (maker !== by) await tellOfProposal(tx, random, number, { event: 'WITHDRAWN', to: [maker], by })
  return withdrawn.length
}
