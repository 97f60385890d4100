import type { Context } from '../../context.ts'
import { companyBody } from '../../platform/approvals/company.ts'
import { endProposal, lockProposal, refuse } from '../../platform/approvals/decision.ts'
import { personOf } from '../../platform/audit/audit.ts'
import { tellOfProposal } from '../../platform/commands/company-gate.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'

const done = { message: 'success' } as const

/**
 * Refuses a proposal, which ends it; its maker reads the reason.
 * @throws Refusal of the engine, as for agreeing
 */
export const refuseProposal = mutation<Context, { number: number; reason: string }, typeof done>({
  operation: 'refuseCompanyProposal',
  permit: ['lender'],
  async run(tx, { number, reason }, { context, actor }) {
    const body = companyBody(actor.lenderId)
    const { operation, maker } = await refuse(tx, body, number, { person: personOf(actor), reason })
    await tellOfProposal(tx, context.random, number, { event: 'REFUSED', to: [maker] })
    return { answer: done, subject: `company-proposal:${number}`, detail: { operation } }
  },
})

/** @throws Refusal PROPOSAL_NOT_FOUND also for another person's, PROPOSAL_ENDED, PROPOSAL_EXPIRED */
export const withdrawProposal = mutation<Context, { number: number }, typeof done>({
  operation: 'withdrawCompanyProposal',
  permit: ['lender'],
  async run(tx, { number }, { actor }) {
    const body = companyBody(actor.lenderId)
    const { operation, maker } = await lockProposal(tx, body, number)
    if (maker !== personOf(actor)) throw new Refusal('PROPOSAL_NOT_FOUND')
    await endProposal(tx, body, number, 'WITHDRAWN')
    return { answer: done, subject: `company-proposal:${number}`, detail: { operation } }
  },
})

type Overdue = { number: number; companyId: number }

const expire = mutation<Context, Overdue, null>({
  operation: 'expireCompanyProposal',
  permit: ['system'],
  async run(tx, { number, companyId }, { context }) {
    await companyBody(companyId).lock(tx)
    const ended = await many<{ maker: number }>(
      tx,
      'lenders.company.expire',
      `update company_proposal set ended = 'EXPIRED', ended_at = app_clock()
        where number = $1 and ended is null and until <= app_clock() returning maker`,
      [number],
    )
    await tellOfProposal(tx, context.random, number, {
      event: 'EXPIRED',
      to: ended.map(({ maker }) => maker),
    })
    return { answer: null, subject: `company-proposal:${number}` }
  },
})

/** Ends the proposals whose time is over, a hundred at a time, and has their makers told. */
export async function expireProposals(context: Context): Promise<void> {
  const overdue = await many<Overdue>(
    context.db,
    'lenders.company.overdue',
    `select number, company_id as "companyId" from company_proposal
      where ended is null and until <= app_now() order by until limit 100`,
    [],
  )
  for (const input of overdue) await perform(context, expire, { actor: { kind: 'system' }, input })
}
