import type { Context } from '../../context.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import type { Window } from '../../platform/pages.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { insertTerms, needsConsent } from '../offers/index.ts'

/** A bulk product in the operator's list; amounts in whole rupiah. */
export type ProductRow = {
  productId: number
  number: string
  partnerName: string
  loanTypeName: string
  status: 'DRAFT' | 'OFFERED' | 'CANCELLED'
  loans: number
  total: number
  funded: number
}

/**
 * Offers a product: all its loans together and, if the operator wants, each of them in the marketplace list too.
 * @throws Error if there is no product of that number, it was cancelled, or a consent is missing.
 */
export const publishProduct = mutation<
  Context,
  { number: string; alsoAlone?: boolean },
  { published: boolean; loans: number }
>({
  operation: 'publishBulkProduct',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { number, alsoAlone = false }, { context }) {
    const [product] = await many<{ id: number; status: string }>(
      tx,
      'loans.products.lock',
      'select id, status from bulk_product where number = $1 for no key update',
      [number],
    )
    if (!product) throw new Error(`Tidak ada product ${number}.`)
    if (product.status === 'CANCELLED') throw new Error(`Product ${number} sudah dibatalkan.`)
    const subject = `product:${number}`
    if (product.status === 'OFFERED') return { answer: { published: false, loans: 0 }, subject }
    if (needsConsent(context.config)) await refuseWithoutConsent(tx, product.id)
    await run(tx, 'loans.products.offer', `update bulk_product set status = 'OFFERED' where id = $1`, [
      product.id,
    ])
    const offered = await many<{ loanId: number }>(
      tx,
      'loans.products.offer_loans',
      `update loan_position set status = 'OFFERED', alone = $2 where bulk_product_id = $1 and status = 'DRAFT'
       returning loan_id as "loanId"`,
      [product.id, alsoAlone],
    )
    await insertTerms(
      tx,
      context.config,
      offered.map(({ loanId }) => loanId),
    )
    const loans = offered.length
    return { answer: { published: true, loans }, subject, detail: { loans, alsoAlone } }
  },
})

/** @throws Error if a loan of the product was imported without its borrower's consent. */
async function refuseWithoutConsent(tx: Transaction, productId: number): Promise<void> {
  const loans = await many<{ number: string }>(
    tx,
    'loans.products.without_consent',
    `select l.loan_number as number from loan_position p join loan l on l.id = p.loan_id
      where p.bulk_product_id = $1 and p.status = 'DRAFT' and l.consent_reference is null order by l.loan_number`,
    [productId],
  )
  const [first] = loans
  if (first) {
    throw new Error(
      `${loans.length} pinjamannya diimpor tanpa persetujuan Penerima Dana, yang pertama ${first.number}.`,
    )
  }
}

/**
 * Takes a product off the marketplace. The caller then cancels its loans that were not paid out one by one, with their
 * fundings (`cancelLoan`).
 * @returns the numbers of the loans still to be cancelled, also if the product was cancelled before.
 * @throws Error if there is no product of that number.
 */
export const cancelProduct = mutation<Context, { number: string }, { loanNumbers: string[] }>({
  operation: 'cancelBulkProduct',
  permit: ['operator'],
  withoutSecondPair: 'it takes an offer away',
  async run(tx, { number }) {
    const [product] = await many<{ id: number }>(
      tx,
      'loans.products.cancel',
      `update bulk_product set status = 'CANCELLED' where number = $1 returning id`,
      [number],
    )
    if (!product) throw new Error(`Tidak ada product ${number}.`)
    const loans = await many<{ number: string }>(
      tx,
      'loans.products.cancel_loans',
      `select l.loan_number as number from loan_position p join loan l on l.id = p.loan_id
        where p.bulk_product_id = $1 and p.status in ('DRAFT', 'OFFERED', 'FUNDED') order by l.loan_number`,
      [product.id],
    )
    const loanNumbers = loans.map((loan) => loan.number)
    return { answer: { loanNumbers }, subject: `product:${number}`, detail: { loans: loanNumbers.length } }
  },
})

/** Bulk products, newest first; with `after`, only those after the product of that number. */
export function listProducts(db: Queryable, { limit, after }: Window = {}): Promise<ProductRow[]> {
  return many<ProductRow>(
    db,
    'loans.products.list',
    `select p.id as "productId", p.number, p.partner_name as "partnerName", t.name as "loanTypeName", p.status,
            p.loans, p.total, coalesce((select sum(l.funded) from loan_position l where l.bulk_product_id = p.id), 0)::bigint as funded
       from bulk_product p join loan_type t on t.id = p.loan_type_id
      where $1::text is null
         or (p.created_at, p.id) < (select created_at, id from bulk_product where number = $1)
      order by p.created_at desc, p.id desc limit $2`,
    [after ?? null, limit ?? null],
  )
}
