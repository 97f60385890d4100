import type { EndpointAnswer } from '@pematang/contract/endpoint'
import type { listBulkLoanNumbers } from '@pematang/contract/funding/bulk/endpoints'
import type { Context } from '../../context.ts'
import { type AgreementTerms, readFundingTerms } from '../single/index.ts'
import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'
import { required } from '../../platform/refusal.ts'

export type BulkPreview = EndpointAnswer<typeof listBulkLoanNumbers>

/**
 * SQL condition on `loan_position p` for loans that a bulk funding may fund: offered, on this business day, and not yet
 * funded in full.
 */
export const openOfProduct = `p.status = 'OFFERED' and p.total > p.funded + p.reserved
        and business_day(app_now()) between p.offer_from and p.offer_until`

/**
 * Shows a lender what a bulk funding would fund now, and stores the hash of what was shown. A submission is accepted
 * only if it matches this hash.
 * @param person who is shown it, which is remembered: the lender, or the person of a company, of whom each who consents has
 *   seen it; null where nobody is
 * @throws Refusal BULK_NOT_FOUND for a product that this lender is not offered, RISK_WARNING_UNACCEPTED.
 */
export async function previewBulk(
  context: Context,
  lenderId: number,
  secureId: string,
  person: number | null = lenderId,
): Promise<BulkPreview> {
  return inTransaction(context.db, { repeatable: true }, async (tx) => {
    const { id: productId } = required(await findOfferedProduct(tx, lenderId, secureId), 'BULK_NOT_FOUND')
    const terms = await readFundingTerms(context, tx, lenderId)
    const { sha256, list, ...sums } = await one<Omit<BulkPreview, 'preview_sha256'> & { sha256: Buffer }>(
      tx,
      'funding.bulk.preview',
      `select bulk_preview_hash($2::jsonb, string_agg(
                bulk_preview_line(p.loan_id, p.total - p.funded - p.reserved, l.source_hash, p.terms_version), ''
                order by p.loan_id)) as sha256,
              coalesce(json_agg(json_build_object('loan_number', l.loan_number, 'amount', p.total - p.funded - p.reserved)
                order by l.loan_number), '[]') as list,
              count(*) as total_loan, coalesce(sum(p.total - p.funded - p.reserved), 0)::bigint as total_loan_amount
         from loan_position p join loan l on l.id = p.loan_id
        where p.bulk_product_id = $1 and ${openOfProduct}`,
      [productId, JSON.stringify(terms)],
    )
    if (person !== null)
      await run(
        tx,
        'funding.bulk.remember_preview',
        `insert into bulk_preview (lender_id, product_id, sha256) values ($1, $2, $3)
       on conflict (lender_id, product_id) do update set sha256 = excluded.sha256, shown_at = app_now()`,
        [person, productId, sha256],
      )
    return { list, ...sums, preview_sha256: sha256.toString('hex') }
  })
}

export const findOfferedProduct = (
  db: Queryable,
  lenderId: number,
  secureId: string,
): Promise<{ id: number } | undefined> =>
  maybe<{ id: number }>(
    db,
    'funding.bulk.offered_product',
    `select id from bulk_product where secure_id = $2 and status = 'OFFERED'
        and exists (select from lender where lender.id = $1 and bulk_funding)`,
    [lenderId, secureId],
  )

/** The hash of the last preview of a product for this lender or person, if it was made within the last day. */
export async function findPreview(tx: Queryable, person: number, productId: number): Promise<Buffer | null> {
  const found = await maybe<{ sha256: Buffer }>(
    tx,
    'funding.bulk.find_preview',
    `select sha256 from bulk_preview
      where lender_id = $1 and product_id = $2 and shown_at > app_now() - interval '1 day'`,
    [person, productId],
  )
  return found?.sha256 ?? null
}

/** A loan in a preview, with the terms that the lender's consent covers. */
type Previewed = { loanId: number; amount: number; loanSha256: Buffer; termsVersion: number }

const previewedColumns = {
  loanId: 'bigint',
  amount: 'bigint',
  loanSha256: 'bytea',
  termsVersion: 'integer',
} as const

/** The hash of a set of loans under these terms, computed as in the preview. */
export async function hashPreview(
  tx: Queryable,
  terms: AgreementTerms,
  loans: readonly Previewed[],
): Promise<Buffer> {
  const { sha256 } = await one<{ sha256: Buffer }>(
    tx,
    'funding.bulk.hash_preview',
    `select bulk_preview_hash($1::jsonb, string_agg(bulk_preview_line(loan_id, amount, loan_sha256, terms_version), ''
              order by loan_id)) as sha256
       from ${unnestRows(previewedColumns, 2)}`,
    [JSON.stringify(terms), ...manyRows(previewedColumns, loans)],
  )
  return sha256
}
