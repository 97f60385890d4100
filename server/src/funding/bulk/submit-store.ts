import type { AgreementTerms } from '../single/index.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import { openOfProduct } from './preview.ts'
import { limitReaders, type LimitRecord, limitRecordColumns } from '../../lenders/index.ts'

/** A product that is offered to this lender, if it has this secure id and its loans are of this type. */
export function findProduct(
  tx: Queryable,
  lenderId: number,
  { uploadId, loanTypeId }: { uploadId: string; loanTypeId: string },
): Promise<{ id: number } | undefined> {
  return maybe<{ id: number }>(
    tx,
    'funding.bulk.product',
    `select id from bulk_product where secure_id = $2 and loan_type_id = $3 and status = 'OFFERED'
        and exists (select from lender where lender.id = $1 and bulk_funding)`,
    [lenderId, uploadId, loanTypeId],
  )
}

/** The lender's existing bulk funding of a product, if there is one. */
export function findFormer(
  tx: Queryable,
  lenderId: number,
  productId: number,
): Promise<{ id: string; number: string; ended: boolean } | undefined> {
  return maybe<{ id: string; number: string; ended: boolean }>(
    tx,
    'funding.bulk.former',
    `select id, number, ended_at is not null as ended from bulk_funding where lender_id = $1 and product_id = $2`,
    [lenderId, productId],
  )
}

/** The open amount of a loan, and the agreement over exactly that amount that the lender has opened, if any. */
export type OpenLoan = {
  loanId: number
  amount: number
  loanSha256: Buffer
  termsVersion: number
  shown: string | null
  ppSha256: Buffer | null
  ppfpSha256: Buffer | null
}

/**
 * The open loans of a product. A prepared agreement is reused if it was made in the last day, the lender opened both
 * its documents, and no money was ever held for it. The lock of the lender's cash account protects these agreements
 * too.
 */
export function openLoans(tx: Queryable, lenderId: number, productId: number): Promise<OpenLoan[]> {
  return many<OpenLoan>(
    tx,
    'funding.bulk.open_loans',
    `select p.loan_id as "loanId", p.total - p.funded - p.reserved as amount, l.source_hash as "loanSha256",
            p.terms_version as "termsVersion",
            seen.id as shown, seen.pp as "ppSha256", seen.ppfp as "ppfpSha256"
       from loan_position p join loan l on l.id = p.loan_id join lender on lender.id = $1
       left join lateral (
         select a.id, pp.sha256 as pp, ppfp.sha256 as ppfp
           from agreement a join document pp on pp.agreement_id = a.id and pp.kind = 'PP'
           join document ppfp on ppfp.agreement_id = a.id and ppfp.kind = 'PPFP'
          where a.lender_id = $1 and a.loan_id = p.loan_id and a.amount = p.total - p.funded - p.reserved
            and a.terms_version = p.terms_version and a.tax_rate_ppm = lender.tax_rate_ppm
            and (select count(*) from agreement_opening o where o.agreement_id = a.id) = 2
            and a.created_at > app_now() - interval '1 day'
            and not exists (select from hold h where h.id = a.id)
          order by a.created_at desc, a.id desc limit 1
       ) seen on true
      where p.bulk_product_id = $2 and ${openOfProduct}
      order by p.loan_id`,
    [lenderId, productId],
  )
}

export type NewBulk = {
  id: string
  lenderId: number
  productId: number
  number: string
  terms: AgreementTerms
  preview: Buffer
  loans: readonly (OpenLoan & { fundingId: string })[]
  /** The limits that the total was checked against; null if none are in force. */
  limits: LimitRecord | null
}

const loanColumns = {
  loanId: 'bigint',
  fundingId: 'uuid',
  amount: 'bigint',
  loanSha256: 'bytea',
  ppSha256: 'bytea',
  ppfpSha256: 'bytea',
  termsVersion: 'integer',
} as const

/** Writes a bulk funding with its loans, and the hash of its manifest. */
export async function insertBulk(tx: Queryable, bulk: NewBulk): Promise<void> {
  const { id, lenderId, loans } = bulk
  await run(
    tx,
    'funding.bulk.insert_loans',
    `insert into bulk_funding_loan (lender_id, bulk_id, ${columnNames(loanColumns)})
     select $1, $2, row.* from ${unnestRows(loanColumns, 3)}`,
    [lenderId, id, ...manyRows(loanColumns, loans)],
  )
  await run(
    tx,
    'funding.bulk.insert',
    `insert into bulk_funding (lender_id, id, product_id, number, loans, total, terms, manifest_sha256, preview_sha256,
                               ${columnNames(limitRecordColumns)})
     select $1, $2, $3, $4, sums.loans, sums.total, $5::jsonb, bulk_manifest($5::jsonb, $1, $2), $6, row.*
       from (select count(*) as loans, sum(amount) as total from bulk_funding_loan
              where lender_id = $1 and bulk_id = $2) sums
      cross join ${unnestRows(limitRecordColumns, 7)}`,
    [
      lenderId,
      id,
      bulk.productId,
      bulk.number,
      JSON.stringify(bulk.terms),
      bulk.preview,
      ...manyRows(limitRecordColumns, [bulk], limitReaders),
    ],
  )
}
