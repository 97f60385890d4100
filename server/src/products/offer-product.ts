import type { Context } from '../context.ts'
import { many, type Queryable, run } from '../platform/db/database.ts'
import { mutation } from '../platform/mutation.ts'
import { ProductFault } from './fault.ts'

/** A bulk product as the operator sees it; amounts in whole rupiah. */
export type ProductRow = {
  productId: number
  number: string
  partnerName: string
  loanTypeName: string
  status: 'DRAFT' | 'OFFERED' | 'WITHDRAWN'
  loans: number
  total: number
  funded: number
}

/**
 * Offers a product: all its loans at once, and, where the operator says so, each of them on the market list as well.
 * @throws ProductFault where there is none of that number, or it was taken back.
 */
export const publishProduct = mutation<
  Context,
  { number: string; alsoAlone?: boolean },
  { published: boolean; loans: number }
>({
  operation: 'publishBulkProduct',
  permit: ['operator'],
  async run(tx, { number, alsoAlone = false }) {
    const [product] = await many<{ id: number; status: string }>(
      tx,
      'products.lock',
      'select id, status from bulk_product where number = $1 for no key update',
      [number],
    )
    if (!product) throw new ProductFault(`There is no product ${number}.`)
    if (product.status === 'WITHDRAWN') throw new ProductFault(`Product ${number} was taken back.`)
    const subject = `product:${number}`
    if (product.status === 'OFFERED') return { answer: { published: false, loans: 0 }, subject }
    await run(tx, 'products.offer', `update bulk_product set status = 'OFFERED' where id = $1`, [product.id])
    const loans = await run(
      tx,
      'products.offer_loans',
      `update loan_position set status = 'OFFERED', alone = $2 where bulk_product_id = $1 and status = 'DRAFT'`,
      [product.id, alsoAlone],
    )
    return { answer: { published: true, loans }, subject, detail: { loans, alsoAlone } }
  },
})

/**
 * Takes a product off the marketplace. Its loans that were not paid out are taken off one by one (`withdrawLoan`), each
 * with what was funded of it.
 * @returns the numbers of those that are still to be taken off, also when the product itself was before.
 * @throws ProductFault where there is none of that number.
 */
export const withdrawProduct = mutation<Context, { number: string }, { loanNumbers: string[] }>({
  operation: 'withdrawBulkProduct',
  permit: ['operator'],
  async run(tx, { number }) {
    const [product] = await many<{ id: number }>(
      tx,
      'products.withdraw',
      `update bulk_product set status = 'WITHDRAWN' where number = $1 returning id`,
      [number],
    )
    if (!product) throw new ProductFault(`There is no product ${number}.`)
    const loans = await many<{ number: string }>(
      tx,
      'products.withdraw_loans',
      `select l.loan_number as number from loan_position p join loan l on l.id = p.loan_id
        where p.bulk_product_id = $1 and p.status in ('DRAFT', 'OFFERED', 'FUNDED') order by l.loan_number`,
      [product.id],
    )
    const loanNumbers = loans.map((loan) => loan.number)
    return { answer: { loanNumbers }, subject: `product:${number}`, detail: { loans: loanNumbers.length } }
  },
})

/** All bulk products, the newest first. */
export function listProducts(db: Queryable): Promise<ProductRow[]> {
  return many<ProductRow>(
    db,
    'products.list',
    `select p.id as "productId", p.number, p.partner_name as "partnerName", t.name as "loanTypeName", p.status,
            p.loans, p.total, coalesce((select sum(l.funded) from loan_position l where l.bulk_product_id = p.id), 0)::bigint as funded
       from bulk_product p join loan_type t on t.id = p.loan_type_id order by p.created_at desc, p.id`,
  )
}
