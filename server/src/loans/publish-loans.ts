import type { Context } from '../context.ts'
import { many, type Queryable, run } from '../platform/db/database.ts'
import { mutation } from '../platform/mutation.ts'

/** A loan that was named and is not on the marketplace. */
export type NotOffered = {
  loanNumber: string
  /** Null where there is no such loan. */
  status: string | null
  /** It is offered with its bulk product, never alone. */
  ofProduct: boolean
}

/** `published` of them were drafts until now; what was offered before is in neither. */
export type PublishedLoans = { published: number; notOffered: NotOffered[] }

/** Offers draft loans on the marketplace: those with these numbers, or all drafts. */
export const publishLoans = mutation<Context, { loanNumbers: string[] | 'all' }, PublishedLoans>({
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
    const notOffered = loanNumbers === 'all' ? [] : await findNotOffered(tx, loanNumbers)
    return { answer: { published, notOffered }, subject: 'loans', detail: { published } }
  },
})

const findNotOffered = (tx: Queryable, loanNumbers: readonly string[]): Promise<NotOffered[]> =>
  many<NotOffered>(
    tx,
    'loans.not_offered',
    `select n.number as "loanNumber", p.status, p.bulk_product_id is not null as "ofProduct"
       from unnest($1::text[]) as n (number)
       left join (loan l join loan_position p on p.loan_id = l.id) on l.loan_number = n.number
      where p.status is distinct from 'OFFERED'`,
    [loanNumbers],
  )
