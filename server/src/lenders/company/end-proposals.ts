import type { Context } from '../../context.ts'
import { companyBody } from '../../platform/approvals/company.ts'
import { endProposal, lockProposal, refuse } from '../../platform/approvals/decision.ts'
import { decodeInput } from '../../platform/approvals/input.ts'
import { personOf } from '../../platform/audit/audit.ts'
import { tellOfProposal } from '../../platform/commands/company-gate.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many, maybe } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { logFailure } from '../../platform/log/log-failure.ts'
import type { LenderTools } from '../../platform/registration.ts'
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

type Ending = { number: number; companyId: number }

type How = { event: 'EXPIRED' } | { event: 'GONE'; reason: string }

/** Ends a proposal that still waits, at its time or because what it is about has gone, and has its maker told. */
async function endWaiting(
  tx: Transaction,
  { random }: Context,
  { number, companyId }: Ending,
  how: How,
): Promise<boolean> {
  await companyBody(companyId).lock(tx)
  const ended = await maybe<{ maker: number }>(
    tx,
    'lenders.company.end_waiting',
    `update company_proposal set ended = $2, ended_at = app_clock()
      where number = $1 and ended is null and ($2 <> 'EXPIRED' or until <= app_clock()) returning maker`,
    [number, how.event === 'GONE' ? 'WITHDRAWN' : how.event],
  )
  if (ended) await tellOfProposal(tx, random, number, { ...how, to: [ended.maker] })
  return ended !== undefined
}

const expire = mutation<Context, Ending, null>({
  operation: 'expireCompanyProposal',
  permit: ['system'],
  async run(tx, input, { context }) {
    await endWaiting(tx, context, input, { event: 'EXPIRED' })
    return { answer: null, subject: `company-proposal:${input.number}` }
  },
})

/** Ends the proposals whose time is over, a hundred at a time, and has their makers told. */
export async function expireProposals(context: Context): Promise<void> {
  const overdue = await many<Ending>(
    context.db,
    'lenders.company.overdue',
    `select number, company_id as "companyId" from company_proposal
      where ended is null and until <= app_now() order by until limit 100`,
    [],
  )
  for (const input of overdue) await perform(context, expire, { actor: { kind: 'system' }, input })
}

const endGone = mutation<Context, Ending & { code: string; because: string }, null>({
  operation: 'endGoneProposal',
  permit: ['system'],
  async run(tx, { code, because, ...input }, { context }) {
    const ended = await endWaiting(tx, context, input, { event: 'GONE', reason: because })
    return {
      answer: null,
      subject: `company-proposal:${input.number}`,
      detail: ended ? { code, because } : { again: true },
    }
  },
})

type Waiting = Ending & { operation: string; input: string }

/**
 * Withdraws the proposals that nobody can decide any more, because what they are about has gone: their makers are told why,
 * and nobody is asked in vain until they expire. One whose look fails is logged, and keeps none from its end.
 */
export async function endGoneProposals(
  context: Context,
  { looksOf }: LenderTools<Context>,
  signal?: AbortSignal,
): Promise<void> {
  let page: Waiting[] = []
  do {
    page = await many<Waiting>(
      context.db,
      'lenders.company.waiting',
      `select number, company_id as "companyId", operation, input from company_proposal
        where ended is null and until > app_now() and number > $1 order by number limit 100`,
      [page.at(-1)?.number ?? 0],
    )
    for (const { operation, input, ...ending } of page) {
      if (signal?.aborted) return
      try {
        const gone = await (await looksOf(operation))?.gone?.(context, ending.companyId, decodeInput(input))
        if (!gone) continue
        const { code, message: because } = gone
        await perform(context, endGone, { actor: { kind: 'system' }, input: { ...ending, code, because } })
      } catch (err) {
        logFailure(context.log, 'a waiting proposal could not be looked at', { err, ...ending, operation })
      }
    }
  } while (page.length > 0)
}
