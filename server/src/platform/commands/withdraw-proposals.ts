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
  whose: { maker: number; keyId?: never } | { keyId: string; maker?: never },
): Promise<number> {
  const by = personOf(actor)
  const withdrawn = await many<{ number: number; maker: number }>(
    tx,
    'platform.commands.withdraw_proposals',
    `update company_proposal set ended = 'WITHDRAWN', ended_at = app_clock()
      where company_id = $1 and (maker = $2 or key_id = $3) and ended is null returning number, maker`,
    [actor.lenderId, whose.maker ?? null, whose.keyId ?? null],
  )
  for (const { number, maker } of withdrawn)
    if (maker !== by) await tellOfProposal(tx, random, number, { event: 'WITHDRAWN', to: [maker], by })
  return withdrawn.length
}
