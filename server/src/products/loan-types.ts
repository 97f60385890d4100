import type { Context } from '../context.ts'
import { many, type Queryable, run } from '../platform/db/database.ts'
import { mutation } from '../platform/mutation.ts'
import { ProductFault } from './fault.ts'

/** A loan type as the operator sees it: only ACTIVE ones are offered in the marketplace's filter. */
export type LoanTypeRow = { loanTypeId: number; name: string; status: 'ACTIVE' | 'INACTIVE'; loans: number }

/** Adds a loan type, active. One of that name that is there already stays as it is. */
export const addLoanType = mutation<Context, { name: string }, { added: boolean }>({
  operation: 'addLoanType',
  permit: ['operator'],
  async run(tx, { name }, { world }) {
    const added = await run(
      tx,
      'products.add_type',
      'insert into loan_type (id, name) values ($1, $2) on conflict (name) do nothing',
      [world.random.id(), name],
    )
    return { answer: { added: added === 1 }, subject: `loan-type:${name}` }
  },
})

/**
 * Takes a loan type into the marketplace's filter or out of it. Loans of it are offered all the same.
 * @throws ProductFault where there is none of that name.
 */
export const setLoanTypeStatus = mutation<
  Context,
  { name: string; status: 'ACTIVE' | 'INACTIVE' },
  { changed: boolean }
>({
  operation: 'setLoanTypeStatus',
  permit: ['operator'],
  async run(tx, { name, status }) {
    const [type] = await many<{ status: string }>(
      tx,
      'products.lock_type',
      'select status from loan_type where name = $1 for no key update',
      [name],
    )
    if (!type) throw new ProductFault(`There is no loan type "${name}".`)
    await run(tx, 'products.set_type', 'update loan_type set status = $2 where name = $1', [name, status])
    return { answer: { changed: type.status !== status }, subject: `loan-type:${name}`, detail: { status } }
  },
})

/** All loan types by name, with the number of their loans. */
export function listTypes(db: Queryable): Promise<LoanTypeRow[]> {
  return many<LoanTypeRow>(
    db,
    'products.types',
    `select t.id as "loanTypeId", t.name, t.status, count(l.id) as loans
       from loan_type t left join loan l on l.loan_type_id = t.id group by t.id order by t.name`,
  )
}
