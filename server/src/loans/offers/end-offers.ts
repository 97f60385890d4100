import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { performDryRun } from '../../platform/commands/dry-run.ts'
import { isOrdered } from '../disbursement/index.ts'
import { type EndedOffer, endOffer } from './end-offer.ts'
import { payOutBy } from './pay-out-by.ts'

const page = 100

/**
 * The worker's recurring task: ends the offers whose last day or disbursement deadline has passed, each in its own
 * transaction. A loan that fails is retried at the next run and does not delay the others.
 * @param options `signal` stops it between two loans
 * @returns how many were ended or extended
 */
export async function endOffersThatAreOver(
  context: Context,
  options: {
    actor?: ActorOf<'operator' | 'system'>
    signal?: AbortSignal
    onEnded?: (ended: EndedOffer) => void
  } = {},
): Promise<number> {
  const { actor = { kind: 'system' }, signal, onEnded } = options
  let count = 0
  for (let after = ''; ; ) {
    const numbers = await findOver(context.db, after)
    for (const { loanNumber } of numbers) {
      if (signal?.aborted) return count
      try {
        const ended = await perform(context, endOffer, { actor, input: { loanNumber } })
        if (ended.decision === null) continue
        count += 1
        onEnded?.(ended)
      } catch (error) {
        context.log.error({ err: error, loanNumber }, 'the offer of a loan was not ended')
      }
    }
    if (numbers.length < page) return count
    after = numbers.at(-1)?.loanNumber ?? after
  }
}

export async function previewEnds(
  context: Context,
  actor: ActorOf<'operator' | 'system'>,
): Promise<EndedOffer[]> {
  const ends: EndedOffer[] = []
  for (let after = ''; ; ) {
    const numbers = await findOver(context.db, after)
    for (const { loanNumber } of numbers) {
      const end = await performDryRun(context, endOffer, { actor, input: { loanNumber } })
      if (end.decision !== null) ends.push(end)
    }
    if (numbers.length < page) return ends
    after = numbers.at(-1)?.loanNumber ?? after
  }
}

const findOver = (db: Queryable, after = ''): Promise<{ loanNumber: string }[]> =>
  many<{ loanNumber: string }>(
    db,
    'loans.offers.over',
    `select l.loan_number as "loanNumber" from loan_position p join offer_rule r using (loan_id)
       join loan l on l.id = p.loan_id
      where (p.status = 'OFFERED' and p.offer_until < business_day(app_now()) and r.fixed_on < business_day(app_now())
             or p.status = 'FUNDED' and p.offer_until < business_day(app_now()) and ${payOutBy} < business_day(app_now())
                and not ${isOrdered})
        and l.loan_number > $1
      order by l.loan_number limit $2`,
    [after, page],
  )
