import type { Context } from '../../context.ts'
import { openAccounts } from '../../books/index.ts'
import { many, run } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/failures.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { copyLoans, type FreshLoan, positionColumns, writtenLoan, type WrittenLoan } from './copy-loans.ts'
import type { LoanRow } from './csv/index.ts'
import type { KnownNames } from './names.ts'
import { nearIds } from './near-ids.ts'

/** A loan to write, with its new ids. */
type NewLoan = LoanRow & { line: number; hash: string; id: number; secureId: string; escrow: number }

/**
 * Inserts loans with their borrowers, types, accounts and positions by COPY. If a concurrent import inserts one of the
 * rows, statements that skip existing rows are used instead. Rows are sorted by number, so that two imports of the same
 * loans seldom deadlock.
 * @param names the stored names of the borrowers, and all loan types
 * @returns the inserted loans, without those that a concurrent import inserted, or whose borrower it inserted under
 *   another name
 */
export async function insertLoans(
  tx: Transaction,
  context: Context,
  loans: readonly FreshLoan[],
  names: KnownNames,
): Promise<WrittenLoan[]> {
  const sorted = loans.toSorted((a, b) => (a.loan.loanNumber < b.loan.loanNumber ? -1 : 1))
  try {
    const [, written] = await Promise.all([
      tx.query({ text: 'savepoint copied' }),
      copyLoans(tx, nearIds(context.random), sorted, names),
    ])
    return written
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await tx.query({ text: 'rollback to savepoint copied' })
    return insertBesideOthers(tx, context, sorted)
  }
}

/** Inserts the rows with one statement per table, skipping the rows of concurrent imports. */
async function insertBesideOthers(
  tx: Transaction,
  context: Context,
  loans: readonly FreshLoan[],
): Promise<WrittenLoan[]> {
  const ids = nearIds(context.random)
  const rows = loans.map(({ line, loan, hash }) => ({
    ...loan,
    line,
    hash,
    id: ids.id(),
    secureId: ids.secureId(),
    escrow: ids.id(),
  }))
  await insertNames(tx, context, rows)
  const inserted = await many<{ id: number; typeId: number }>(
    tx,
    'loans.offers.insert',
    insertStatement,
    columns.map((read) => rows.map(read)),
  )
  const types = new Map(inserted.map(({ id, typeId }) => [id, typeId]))
  const taken = rows.filter(({ id }) => types.has(id))
  await insertPositions(
    tx,
    taken.toSorted((a, b) => a.id - b.id),
    types,
  )
  return taken.map(writtenLoan)
}

/** The columns of the statement below, in its order. */
const columns: ((row: NewLoan) => string | number | null)[] = [
  ({ id }) => id,
  ({ secureId }) => secureId,
  ({ loanNumber }) => loanNumber,
  ({ borrowerNumber }) => borrowerNumber,
  ({ borrowerName }) => borrowerName,
  ({ loanType }) => loanType,
  ({ interest }) => interest,
  ({ interestType }) => interestType,
  ({ tenor }) => tenor,
  ({ tenorPeriod }) => tenorPeriod,
  ({ grade }) => grade,
  ({ gradeDescription }) => gradeDescription,
  ({ purpose }) => purpose,
  ({ marketingTitle }) => marketingTitle,
  ({ marketingDetail }) => marketingDetail,
  ({ offerFrom }) => offerFrom,
  ({ offerUntil }) => offerUntil,
  ({ consentReference }) => consentReference,
  ({ consentProvider }) => consentProvider,
  ({ consentAt }) => consentAt,
  ({ consentHash }) => consentHash,
  ({ hash }) => hash,
]

const insertStatement = `
  insert into loan (id, secure_id, loan_number, borrower_id, loan_type_id, interest, interest_type, tenor,
                    tenor_period, grade, grade_description, purpose, marketing_title, marketing_detail,
                    offer_from, offer_until, consent_reference, consent_provider, consent_at, consent_sha256,
                    source_hash)
  select r.id, r.secure_id, r.loan_number, b.id, t.id, r.interest, r.interest_type, r.tenor, r.tenor_period, r.grade,
         r.grade_description, r.purpose, r.marketing_title, r.marketing_detail, r.offer_from, r.offer_until,
         r.consent_reference, r.consent_provider, r.consent_at, decode(r.consent_sha256, 'hex'),
         decode(r.source_hash, 'hex')
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::numeric[],
                 $8::text[], $9::smallint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
                 $15::text[], $16::date[], $17::date[], $18::text[], $19::text[], $20::timestamptz[], $21::text[],
                 $22::text[])
           as r (id, secure_id, loan_number, borrower_number, borrower_name, loan_type, interest, interest_type,
                 tenor, tenor_period, grade, grade_description, purpose, marketing_title, marketing_detail,
                 offer_from, offer_until, consent_reference, consent_provider, consent_at, consent_sha256,
                 source_hash)
    join borrower b on b.number = r.borrower_number and b.name = r.borrower_name join loan_type t on t.name = r.loan_type
   order by r.loan_number on conflict do nothing returning id, loan_type_id as "typeId"`

/** Writes the loan types and borrowers of these loans that are not stored yet. */
export async function insertNames(
  tx: Transaction,
  context: Context,
  rows: readonly Pick<LoanRow, 'loanType' | 'borrowerNumber' | 'borrowerName'>[],
): Promise<void> {
  const types = [...new Set(rows.map((row) => row.loanType))].sort()
  const ids = nearIds(context.random)
  const borrowers = new Map(rows.map((row) => [row.borrowerNumber, row.borrowerName]))
  const numbers = [...borrowers.keys()].sort()
  await run(
    tx,
    'loans.offers.insert_types',
    'insert into loan_type (id, name) select * from unnest($1::bigint[], $2::text[]) on conflict (name) do nothing',
    [types.map(() => ids.id()), types],
  )
  await run(
    tx,
    'loans.offers.insert_borrowers',
    `insert into borrower (id, number, name) select * from unnest($1::bigint[], $2::text[], $3::text[])
     on conflict (number) do nothing`,
    [numbers.map(() => ids.id()), numbers, numbers.map((number) => borrowers.get(number))],
  )
}

/** Opens the escrow accounts and writes the positions of new loans. */
async function insertPositions(
  tx: Transaction,
  rows: readonly NewLoan[],
  types: ReadonlyMap<number, number>,
): Promise<void> {
  await openAccounts(
    tx,
    'LOAN_ESCROW',
    rows.map((row) => ({ id: row.escrow, ownerId: row.id })),
  )
  await run(
    tx,
    'loans.offers.insert_positions',
    `insert into loan_position (${positionColumns})
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[], $5::date[], $6::bigint[], $7::smallint[],
                          $8::bigint[])`,
    [
      rows.map(({ id }) => id),
      rows.map(({ totalLoan }) => totalLoan),
      rows.map(({ minimumFunding }) => minimumFunding),
      rows.map(({ offerFrom }) => offerFrom),
      rows.map(({ offerUntil }) => offerUntil),
      rows.map(({ id }) => types.get(id)),
      rows.map(({ tenor }) => tenor),
      rows.map(({ escrow }) => escrow),
    ],
  )
}
