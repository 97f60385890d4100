import type { DocumentContext } from '../context.ts'
import { many } from '../../platform/db/database.ts'
import { renewFactsheet } from './factsheet.ts'

const page = 50

/**
 * The worker's recurring task: renders factsheets of loans that can be funded and have none, or whose offer was
 * extended since. A factsheet that fails does not delay the others.
 * @returns how many were rendered
 */
export async function createMissingFactsheets(
  context: DocumentContext,
  signal?: AbortSignal,
): Promise<number> {
  let made = 0
  for (let after = 0; ; ) {
    const loans = await many<{ loanId: number; loanNumber: string }>(
      context.db,
      'documents.agreements.missing_factsheets',
      `select l.id as "loanId", l.loan_number as "loanNumber"
         from loan_position p join loan l on l.id = p.loan_id
        where p.status = 'OFFERED' and p.total > p.funded + p.reserved
          and p.offer_until >= business_day(app_now()) and p.loan_id > $1
          and not exists (select from factsheet f where f.loan_id = p.loan_id
                             and f.created_at >= coalesce((select max(e.decided_at) from offer_end e
                                                            where e.loan_id = p.loan_id), f.created_at))
        order by l.id limit $2`,
      [after, page],
    )
    for (const { loanNumber } of loans) {
      if (signal?.aborted) return made
      try {
        made += await renewFactsheet(context, loanNumber)
      } catch (error) {
        context.log.error({ err: error, loanNumber }, 'the factsheet of a loan was not made')
      }
      // Yields to pending requests of this process.
      await context.clock.sleep(1)
    }
    if (loans.length < page) return made
    after = loans.at(-1)?.loanId ?? after
  }
}
