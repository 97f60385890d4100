import type { Context } from '../context.ts'
import { run } from '../platform/db/database.ts'
import { mutation } from '../platform/mutation.ts'

/** Offers draft loans on the marketplace: those with these numbers, or all drafts. */
export const publishLoans = mutation<Context, { loanNumbers: string[] | 'all' }, { published: number }>({
  operation: 'publishLoans',
  permit: ['operator'],
  async run(tx, { loanNumbers }) {
    const published = await run(
      tx,
      'loans.publish',
      `update loan_position p set status = 'OFFERED' from loan l
        where l.id = p.loan_id and p.status = 'DRAFT' and p.bulk_product_id is null
          and ($1::text[] is null or l.loan_number = any($1))`,
      [loanNumbers === 'all' ? null : loanNumbers],
    )
    return { answer: { published }, subject: 'loans', detail: { published } }
  },
})
