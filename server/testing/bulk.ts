import { randomBytes } from 'node:crypto'
import { insertGrant } from '../src/lenders/testing.ts'
import { noteEntry } from './entries.ts'
import { previewBulk, submitBulk } from '../src/funding/testing.ts'
import type { Context } from '../src/context.ts'
import { type LoanRow, publishProduct, uploadProduct } from '../src/loans/index.ts'
import { many, one, run } from '../src/platform/db/database.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { setBulkFunding } from '../src/lenders/index.ts'
import { consentTo, openFromToday, usualTerms } from './loans.ts'

const operator = { kind: 'operator', name: 'test' } as const

export const offerBulk = (context: Context, lenderId: number): Promise<{ enabled: boolean }> =>
  perform(context, setBulkFunding, { actor: operator, input: { lenderId, enabled: true } })

let products = 0

export type AProduct = {
  uploadId: string
  number: string
  loanTypeId: number
  /** The loans, in the order of the amounts. */
  loans: { loanId: number; loanNumber: string; amount: number }[]
}

/** A bulk product with loans of these totals, open today; `grades` are those of its first loans, if they differ. */
export async function aProduct(
  context: Context,
  totals: readonly number[],
  {
    draft = false,
    alsoAlone = false,
    grades = [],
    ...terms
  }: Partial<LoanRow> & { draft?: boolean; alsoAlone?: boolean; grades?: readonly (string | null)[] } = {},
): Promise<AProduct> {
  products += 1
  const number = `PAKET-${products}`
  const offer = await openFromToday(context)
  const lines = totals.map((totalLoan, place) => ({
    line: place + 2,
    loan: {
      loanNumber: `${number}-${String(place + 1).padStart(5, '0')}`,
      borrowerNumber: `B-${number}-${place}`,
      borrowerName: `Usaha Contoh ${place + 1}`,
      ...usualTerms,
      ...consentTo(context, `${number}-${place + 1}`),
      totalLoan,
      ...offer,
      ...terms,
      ...(place in grades ? { grade: grades[place] ?? null } : {}),
    },
  }))
  await perform(context, uploadProduct, {
    actor: operator,
    input: { number, partnerName: 'Koperasi Contoh', lines, allOrNothing: true },
  })
  if (!draft) await perform(context, publishProduct, { actor: operator, input: { number, alsoAlone } })
  const product = await one<{ uploadId: string; loanTypeId: number }>(
    context.db,
    'test.product',
    'select secure_id as "uploadId", loan_type_id as "loanTypeId" from bulk_product where number = $1',
    [number],
  )
  const loans = await many<{ loanId: number; loanNumber: string; amount: number }>(
    context.db,
    'test.product_loans',
    `select l.id as "loanId", l.loan_number as "loanNumber", p.total as amount
       from bulk_product b join loan_position p on p.bulk_product_id = b.id join loan l on l.id = p.loan_id
      where b.number = $1 order by l.loan_number`,
    [number],
  )
  return { ...product, number, loans }
}

/**
 * Opens the product and submits a bulk funding of all its open loans, in a session with a fresh password check.
 * @returns the number of the bulk funding
 */
export async function submitProduct(
  context: Context,
  lenderId: number,
  { uploadId, loanTypeId }: AProduct,
): Promise<string> {
  await previewBulk(context, lenderId, uploadId)
  const session = randomBytes(32)
  await inTransaction(context.db, { repeatable: true }, async (tx) => {
    await run(
      tx,
      'test.session',
      `insert into session (id, token_hash, lender_id, ends_at)
       values (gen_random_uuid(), $1, $2, app_now() + interval '1 hour')
       on conflict do nothing`,
      [session, lenderId],
    )
    await insertGrant(tx, { lenderId, session })
    await noteEntry(tx, 'validatePassword', lenderId)
  })
  const { bulkFundingNumber } = await perform(context, submitBulk, {
    actor: { kind: 'lender', lenderId, session },
    input: { loan_bulk_upload_group_id: uploadId, loan_type_secure_id: String(loanTypeId) },
    key: context.random.uuid(),
  })
  return bulkFundingNumber
}
