import type { Context } from '../../context.ts'
import { openAccounts } from '../../books/index.ts'
import { many, run } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/failures.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import { copyLoans, type FreshLoan, positionColumns, writtenLoan, type WrittenLoan } from './copy-loans.ts'
import type { LoanRow } from './csv/index.ts'
import { hasFacts, insertFacts } from './loan-facts.ts'
import type { KnownNames } from './names.ts'
import { nearIds } from './near-ids.ts'

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
  const written = await insertSorted(tx, context, loans, names)
  const byLine = new Map(loans.map(({ line, loan }) => [line, loan]))
  const told = written.flatMap(({ id, line }) => {
    const loan = byLine.get(line)
    return loan && hasFacts(loan) ? [{ ...loan, loanId: id }] : []
  })
  if (told.length > 0) await insertFacts(tx, told)
  return written
}

async function insertSorted(
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

async function insertBesideOthers(
  tx: Transaction,
  context: Context,
  loans: readonly FreshLoan[],
): Promise<WrittenLoan[]> {
  const ids = nearIds(context.random)
  const fresh = loans.map(({ line, loan, hash }) => ({
    ...loan,
    line,
    hash,
    id: ids.id(),
    secureId: ids.secureId(),
    escrow: ids.id(),
  }))
  await insertNames(tx, context, fresh)
  const inserted = await many<{ id: number; typeId: number }>(
    tx,
    'loans.offers.insert',
    insertStatement,
    manyRows(loanColumns, fresh),
  )
  const types = new Map(inserted.map(({ id, typeId }) => [id, typeId]))
  const taken = fresh.filter(({ id }) => types.has(id))
  await insertPositions(
    tx,
    taken.toSorted((a, b) => a.id - b.id),
    types,
  )
  return taken.map(writtenLoan)
}

const loanColumns = {
  id: 'bigint',
  secureId: 'text',
  loanNumber: 'text',
  borrowerNumber: 'text',
  borrowerName: 'text',
  loanType: 'text',
  interest: 'numeric',
  interestType: 'text',
  tenor: 'smallint',
  tenorPeriod: 'text',
  grade: 'text',
  gradeDescription: 'text',
  purpose: 'text',
  marketingTitle: 'text',
  marketingDetail: 'text',
  offerFrom: 'date',
  offerUntil: 'date',
  consentReference: 'text',
  consentProvider: 'text',
  consentAt: 'timestamptz',
  consentHash: 'text',
  hash: 'text',
} as const

const insertStatement = `
  insert into loan (id, secure_id, loan_number, borrower_id, loan_type_id, interest, interest_type, tenor,
                    tenor_period, grade, grade_description, purpose, marketing_title, marketing_detail,
                    offer_from, offer_until, consent_reference, consent_provider, consent_at, consent_sha256,
                    source_hash)
  select row.id, row.secure_id, row.loan_number, b.id, t.id, row.interest, row.interest_type, row.tenor, row.tenor_period,
         row.grade, row.grade_description, row.purpose, row.marketing_title, row.marketing_detail, row.offer_from,
         row.offer_until, row.consent_reference, row.consent_provider, row.consent_at,
         decode(row.consent_hash, 'hex'), decode(row.hash, 'hex')
    from ${unnestRows(loanColumns)}
    join borrower b on b.number = row.borrower_number and b.name = row.borrower_name
    join loan_type t on t.name = row.loan_type
   order by row.loan_number on conflict do nothing returning id, loan_type_id as "typeId"`

const borrowerColumns = { id: 'bigint', number: 'text', name: 'text' } as const

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
    `insert into borrower (id, number, name) select * from ${unnestRows(borrowerColumns)}
     on conflict (number) do nothing`,
    manyRows(borrowerColumns, numbers, {
      id: () => ids.id(),
      number: (number) => number,
      name: (number) => borrowers.get(number),
    }),
  )
}

async function insertPositions(
  tx: Transaction,
  loans: readonly NewLoan[],
  types: ReadonlyMap<number, number>,
): Promise<void> {
  await openAccounts(
    tx,
    'LOAN_ESCROW',
    loans.map((loan) => ({ id: loan.escrow, ownerId: loan.id })),
  )
  await run(
    tx,
    'loans.offers.insert_positions',
    `insert into loan_position (${columnNames(positionColumns)})
     select * from ${unnestRows(positionColumns)}`,
    manyRows(positionColumns, loans, {
      loanId: ({ id }) => id,
      total: ({ totalLoan }) => totalLoan,
      minimum: ({ minimumFunding }) => minimumFunding,
      offerFrom: ({ offerFrom }) => offerFrom,
      offerUntil: ({ offerUntil }) => offerUntil,
      loanTypeId: ({ id }) => types.get(id),
      tenor: ({ tenor }) => tenor,
      escrowAccount: ({ escrow }) => escrow,
    }),
  )
}
