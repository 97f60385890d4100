import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { hashLoan, nearOf, type NumberedLoan, importLines } from '../offers/index.ts'
import { many, maybe, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import { mutation } from '../../platform/commands/command.ts'
import { LinesRefused } from './fault.ts'

/**
 * Maximum number of loans in a product: a lender reads the agreements of each, and one transaction imports all of them.
 */
export const maxProductLoans = 10_000

export type UploadProduct = {
  number: string
  partnerName: string
  lines: NumberedLoan[]
  /** Whether to import no line if any line is refused. */
  allOrNothing: boolean
  /** Whether the operator has confirmed that the partner is new, although its name is almost that of another. */
  isNewPartner?: boolean
}

/** `created` is false if the same product was uploaded before; amounts in whole rupiah. */
export type UploadedProduct = {
  created: boolean
  loans: number
  total: number
  refused: { line: number; reason: string }[]
}

const productColumns = {
  id: 'bigint',
  secureId: 'text',
  number: 'text',
  partnerName: 'text',
  loans: 'integer',
  total: 'bigint',
  sourceHash: 'bytea',
} as const

/**
 * Imports a file of loans as one product, as drafts, in one transaction. Its loans are offered together and not
 * individually. A second upload of the same product with the same lines changes no data.
 * @throws Error if the number has other content, the loans are of several types, or the partner's name is almost that
 *   of another.
 * @throws LinesRefused if all lines are refused, or some and the operator wants all or none.
 */
export const uploadProduct = mutation<Context, UploadProduct, UploadedProduct>({
  operation: 'uploadBulkProduct',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { number, partnerName, lines, allOrNothing, isNewPartner = false }, { context }) {
    const hash = hashProduct(partnerName, lines)
    const subject = `product:${number}`
    const before = await findProduct(tx, number)
    if (before) return { answer: sameProduct(number, before, hash), subject }
    const types = [...new Set(lines.map(({ loan }) => loan.loanType))]
    if (types.length !== 1) throw new Error(`Satu product berisi pinjaman satu jenis, bukan ${types.length}.`)
    if (lines.length > maxProductLoans)
      throw new Error(`Satu product berisi paling banyak ${maxProductLoans} pinjaman.`)
    if (!isNewPartner) await refuseNearPartner(tx, partnerName)

    const { taken, refused } = await takeAlone(tx, context, lines)
    const late = await findProduct(tx, number)
    if (late) return { answer: sameProduct(number, late, hash), subject }
    if (taken.length === 0 || (allOrNothing && refused.length > 0)) throw new LinesRefused(refused)
    const amounts = new Map(lines.map(({ line, loan }) => [line, loan.totalLoan]))
    const total = taken.reduce((sum, { line }) => sum + (amounts.get(line) ?? 0), 0)
    const id = context.random.id()
    const inserted = await run(
      tx,
      'loans.products.insert',
      `insert into bulk_product (${columnNames(productColumns)}, loan_type_id)
       select ${placeholders(productColumns, 2)}, t.id from loan_type t where t.name = $1
       on conflict (number) do nothing`,
      [
        types[0],
        ...oneRow(productColumns, {
          id,
          secureId: context.random.secureId(),
          number,
          partnerName,
          loans: taken.length,
          total,
          sourceHash: hash,
        }),
      ],
    )
    if (inserted === 0) throw new Error(`Product ${number} sedang diunggah saat ini.`)
    await run(
      tx,
      'loans.products.insert_loans',
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

/** @throws Error if the name is almost that of another partner. */
async function refuseNearPartner(tx: Transaction, partnerName: string): Promise<void> {
  const partners = await many<{ name: string }>(
    tx,
    'loans.products.partners',
    'select distinct partner_name as name from bulk_product order by 1',
  )
  const near = nearOf(
    partnerName,
    partners.map(({ name }) => name),
  )
  if (near === undefined) return
  throw new Error(
    `Mitra "${partnerName}" hampir sama dengan "${near}", yang sudah memiliki product: tulis sama persis, atau tegaskan yang baru dengan --new-partner.`,
  )
}

/**
 * Imports lines whose loans are not stored yet. A stored loan was imported for another purpose, so it is refused here.
 */
async function takeAlone(tx: Transaction, context: Context, lines: NumberedLoan[]) {
  const { taken, refused: notTaken } = await importLines(tx, context, lines)
  const fresh = new Set(taken.map(({ line }) => line))
  const reasons = new Map(notTaken.map(({ line, reason }) => [line, reason]))
  const refused = lines
    .filter(({ line }) => !fresh.has(line))
    .map(({ line, loan }) => ({
      line,
      reason: reasons.get(line) ?? `pinjaman ${loan.loanNumber} sudah ada`,
    }))
  return { taken, refused }
}

type KnownProduct = { loans: number; total: number; hash: Buffer }

const findProduct = (tx: Transaction, number: string): Promise<KnownProduct | undefined> =>
  maybe<KnownProduct>(
    tx,
    'loans.products.find',
    'select loans, total, source_hash as hash from bulk_product where number = $1',
    [number],
  )

function sameProduct(number: string, { loans, total, hash }: KnownProduct, wanted: Buffer): UploadedProduct {
  if (!hash.equals(wanted)) throw new Error(`Product ${number} sudah ada dengan isi lain.`)
  return { created: false, loans, total, refused: [] }
}

function hashProduct(partnerName: string, lines: readonly NumberedLoan[]): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(partnerName))
  for (const { loan } of lines) hash.update(hashLoan(loan))
  return hash.digest()
}
