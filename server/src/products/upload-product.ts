import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { hashLoan, type NumberedLoan, takeLoans } from '../loans/index.ts'
import { maybe, run } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { mutation } from '../platform/mutation.ts'
import { LinesRefused, ProductFault } from './fault.ts'

/** A lender reads the agreements of each loan of a product, and one transaction takes all of them over. */
export const mostLoans = 10_000

export type UploadProduct = {
  /** The operator's own number of the product. */
  number: string
  partnerName: string
  lines: NumberedLoan[]
  /** Take nothing where a line cannot be taken. */
  allOrNothing: boolean
}

/** `created` is false where the same product was uploaded before; amounts in whole rupiah. */
export type UploadedProduct = {
  created: boolean
  loans: number
  total: number
  refused: { line: number; reason: string }[]
}

/**
 * Takes a file of loans over as one product, as drafts, in one transaction. Its loans are offered together and not
 * alone. The same product with the same lines again makes nothing new.
 * @throws ProductFault where the number has other content, the loans are of several types, or none can be taken.
 * @throws LinesRefused where not all lines can be taken and all are wanted.
 */
export const uploadProduct = mutation<Context, UploadProduct, UploadedProduct>({
  operation: 'uploadBulkProduct',
  permit: ['operator'],
  async run(tx, { number, partnerName, lines, allOrNothing }, { world }) {
    const hash = hashProduct(partnerName, lines)
    const subject = `product:${number}`
    const before = await findProduct(tx, number)
    if (before) return { answer: sameProduct(number, before, hash), subject }
    const types = [...new Set(lines.map(({ loan }) => loan.loanType))]
    if (types.length !== 1) throw new ProductFault(`A product has loans of one type, not of ${types.length}.`)
    if (lines.length > mostLoans) throw new ProductFault(`A product has at most ${mostLoans} loans.`)

    const { taken, refused } = await takeAlone(tx, world, lines)
    const late = await findProduct(tx, number)
    if (late) return { answer: sameProduct(number, late, hash), subject }
    if (allOrNothing && refused.length > 0) throw new LinesRefused(refused)
    if (taken.length === 0) throw new ProductFault('None of the loans can be taken, so there is no product.')
    const amounts = new Map(lines.map(({ line, loan }) => [line, loan.totalLoan]))
    const total = taken.reduce((sum, { line }) => sum + (amounts.get(line) ?? 0), 0)
    const id = world.random.id()
    const inserted = await run(
      tx,
      'products.insert',
      `insert into bulk_product (id, secure_id, number, partner_name, loan_type_id, loans, total, source_hash)
       select $1, $2, $3, $4, t.id, $6, $7, $8 from loan_type t where t.name = $5
       on conflict (number) do nothing`,
      [id, world.random.secureId(), number, partnerName, types[0], taken.length, total, hash],
    )
    if (inserted === 0) throw new ProductFault(`A product ${number} is being uploaded right now.`)
    await run(
      tx,
      'products.insert_loans',
      'update loan_position set bulk_product_id = $1, alone = false where loan_id = any($2)',
      [id, taken.map((loan) => loan.id)],
    )
    return {
      answer: { created: true, loans: taken.length, total, refused },
      subject,
      detail: { loans: taken.length, total, refused: refused.length },
    }
  },
})

/** Loans that are there already belong to what they were imported for, so here they are refused. */
async function takeAlone(tx: Transaction, world: Context, lines: NumberedLoan[]) {
  const { taken } = await takeLoans(tx, world, lines)
  const fresh = new Set(taken.map(({ line }) => line))
  const refused = lines
    .filter(({ line }) => !fresh.has(line))
    .map(({ line, loan }) => ({ line, reason: `loan ${loan.loanNumber} exists already` }))
  return { taken, refused }
}

type KnownProduct = { loans: number; total: number; hash: Buffer }

const findProduct = (tx: Transaction, number: string): Promise<KnownProduct | undefined> =>
  maybe<KnownProduct>(
    tx,
    'products.find',
    'select loans, total, source_hash as hash from bulk_product where number = $1',
    [number],
  )

function sameProduct(number: string, { loans, total, hash }: KnownProduct, wanted: Buffer): UploadedProduct {
  if (!hash.equals(wanted)) throw new ProductFault(`Product ${number} exists already with other content.`)
  return { created: false, loans, total, refused: [] }
}

function hashProduct(partnerName: string, lines: readonly NumberedLoan[]): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(partnerName))
  for (const { loan } of lines) hash.update(hashLoan(loan))
  return hash.digest()
}
