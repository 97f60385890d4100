import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../../../server/src/context.ts'
import { one } from '../../../server/src/platform/db/database.ts'
import { inTransaction } from '../../../server/src/platform/db/transaction.ts'

/** Fundings per transaction. */
const chunk = 500

/**
 * Inserts the documents of a lender's fundings: both agreements and the factsheet of each, and the statements of
 * twelve months. All have the same random bytes, which compress as badly as a PDF.
 * @param size of a document, in bytes
 * @returns the year of the fundings
 */
export async function seedDocuments({ db }: Context, lenderId: number, size: number): Promise<number> {
  const bytes = randomBytes(size)
  const sha256 = createHash('sha256').update(bytes).digest()
  const { year } = await one<{ year: number }>(
    db,
    'bench.year',
    `select extract(year from business_day(min(created_at)))::int as year from funding where lender_id = $1`,
    [lenderId],
  )
  const write = (name: string, text: string, values: unknown[]) =>
    inTransaction(db, { repeatable: false }, async (tx) => {
      await tx.query({ text: 'set local session_replication_role = replica' })
      const { rows } = await tx.query<{ last: string | null }>({ name, text, values })
      return rows[0]?.last ?? null
    })
  let after: string | null = '00000000-0000-0000-0000-000000000000'
  while (after !== null)
    after = await write('bench.agreements', agreements, [lenderId, after, chunk, bytes, sha256])
  await write('bench.statements', statements, [lenderId, year, bytes, sha256])
  return year
}

const agreements = `
  with batch as materialized (
    select id, loan_id from funding where lender_id = $1 and id > $2 order by id limit $3
  ), signed as (
    insert into document (id, lender_id, agreement_id, kind, media_type, bytes, sha256)
    select left(md5(id::text || kind), 22), $1, id, kind, 'application/pdf', $4, $5
      from batch cross join unnest(array['PP_SIGNED', 'PPFP_SIGNED']) kind
  ), sheets as (
    insert into factsheet (id, loan_id, version, text_sha256, bytes, sha256, pages)
    select left(md5(loan_id::text || 'sheet'), 22), loan_id, 1, $5, $4, $5, 4 from batch
  )
  select max(id::text)::uuid as last from batch`

const statements = `
  with months as (
    insert into statement (lender_id, month, id, opening, closing, topped_up, lent, refunded, principal, interest, penalty, tax,
                           withdrawn, fees, adjusted, movements, backdated, outstanding, not_paid_out, written_off, lost,
                           average, lines_sha256, days)
    select $1, make_date($2, month, 1), gen_random_uuid(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, array_fill(0::bigint, array[5]),
           0, 0, 0, 0, $4::bytea, '[]'
      from generate_series(1, 12) month returning month
  )
  insert into statement_pdf (lender_id, month, bytes, sha256) select $1, month, $3::bytea, $4 from months returning null::uuid as last`
