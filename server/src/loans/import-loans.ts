import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { openAccounts } from '../ledger/index.ts'
import { many, type Queryable, run } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { mutation } from '../platform/mutation.ts'
import type { LoanRow } from './csv/index.ts'

export type NumberedLoan = { line: number; loan: LoanRow }

export type ImportedBatch = {
  imported: number
  /** Lines whose loan was imported before with the same content. */
  known: number
  refused: { line: number; reason: string }[]
}

/** The content of a line: the same line again is known, another content under the same number is refused. */
export const hashLoan = (loan: LoanRow): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(loan).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')

/**
 * Takes a batch of loans over from an operator's file, as drafts, in one transaction. It goes by loan number: a
 * second import of the same file imports nothing, also when both run at once.
 */
export const importLoans = mutation<Context, NumberedLoan[], ImportedBatch>({
  operation: 'importLoans',
  permit: ['operator'],
  async run(tx, lines, { world }) {
    const { taken, known, refused } = await takeLoans(tx, world, lines)
    const answer = { imported: taken.length, known, refused }
    return { answer, subject: 'loans', detail: { ...answer, refused: refused.length } }
  },
})

/** What became of a batch of lines: the loans that are new with the ids they were given, and the others. */
type Taken = { taken: { line: number; id: number }[]; known: number; refused: ImportedBatch['refused'] }

/** Writes loans as drafts. One that another import writes at the same time counts as if it had been there before. */
export async function takeLoans(tx: Transaction, world: Context, lines: NumberedLoan[]): Promise<Taken> {
  const { fresh, known, refused } = await sortOutLoans(tx, lines)
  if (fresh.length === 0) return { taken: [], known, refused }
  const rows = fresh.map(({ line, loan, hash }) => ({
    ...loan,
    line,
    hash,
    id: world.random.id(),
    secureId: world.random.secureId(),
    escrow: world.random.id(),
  }))
  const inserted = await insertLoans(tx, world, rows)
  const taken = rows.filter(({ id }) => inserted.has(id))
  await insertPositions(tx, taken)
  if (taken.length === rows.length) return { taken, known, refused }
  // Between our look and our write somebody else took these over; by now their content can be seen.
  const late = await sortOutLoans(
    tx,
    fresh.filter((_, place) => !inserted.has(rows[place]?.id ?? 0)),
  )
  return { taken, known: known + late.known, refused: [...refused, ...late.refused] }
}

/** A loan that is not there yet, with the hash of its content. */
export type FreshLoan = NumberedLoan & { hash: string }

/** Which lines are new, which are there already, and which contradict what is there. */
export async function sortOutLoans(
  db: Queryable,
  lines: readonly NumberedLoan[],
): Promise<{ fresh: FreshLoan[]; known: number; refused: ImportedBatch['refused'] }> {
  const stored = await many<{ number: string; hash: string }>(
    db,
    'loans.hashes',
    `select loan_number as number, encode(source_hash, 'hex') as hash from loan where loan_number = any($1)`,
    [lines.map(({ loan }) => loan.loanNumber)],
  )
  const hashes = new Map(stored.map((row) => [row.number, row.hash]))
  const fresh: FreshLoan[] = []
  const refused: { line: number; reason: string }[] = []
  let known = 0
  for (const { line, loan } of lines) {
    const hash = hashLoan(loan)
    const before = hashes.get(loan.loanNumber)
    if (before === undefined) {
      fresh.push({ line, loan, hash })
      hashes.set(loan.loanNumber, hash)
    } else if (before === hash) known += 1
    else refused.push({ line, reason: contradicts(loan.loanNumber) })
  }
  return { fresh, known, refused }
}

/** Why a line is refused whose loan is there with another content. */
export const contradicts = (loanNumber: string): string =>
  `loan ${loanNumber} exists already with other content`

type NewRow = LoanRow & { hash: string; id: number; secureId: string; escrow: number }

/**
 * The columns of a batch as one JSON value: one statement a table, whatever the size of the batch. Rows go in by
 * their numbers, so that two imports of the same loans never wait for each other in a ring.
 * @returns the ids of those that nobody else was writing.
 */
async function insertLoans(tx: Transaction, world: Context, rows: NewRow[]): Promise<Set<number>> {
  const types = [...new Set(rows.map((row) => row.loanType))].sort()
  const borrowers = new Map(rows.map((row) => [row.borrowerNumber, row.borrowerName]))
  const numbers = [...borrowers.keys()].sort()
  await run(
    tx,
    'loans.insert_types',
    'insert into loan_type (id, name) select * from unnest($1::bigint[], $2::text[]) on conflict (name) do nothing',
    [types.map(() => world.random.id()), types],
  )
  await run(
    tx,
    'loans.insert_borrowers',
    `insert into borrower (id, number, name) select * from unnest($1::bigint[], $2::text[], $3::text[])
     on conflict (number) do nothing`,
    [numbers.map(() => world.random.id()), numbers, numbers.map((number) => borrowers.get(number))],
  )
  const inserted = await many<{ id: number }>(
    tx,
    'loans.insert',
    `insert into loan (id, secure_id, loan_number, borrower_id, loan_type_id, interest, interest_type, tenor,
                       tenor_period, grade, grade_description, purpose, marketing_title, marketing_detail,
                       offer_from, offer_until, source_hash)
     select r.id, r."secureId", r."loanNumber", b.id, t.id, r.interest, r."interestType", r.tenor,
            r."tenorPeriod", r.grade, r."gradeDescription", r.purpose, r."marketingTitle", r."marketingDetail",
            r."offerFrom", r."offerUntil", decode(r.hash, 'hex')
       from jsonb_to_recordset($1::jsonb) as r (
              id bigint, "secureId" text, "loanNumber" text, "borrowerNumber" text, "loanType" text, interest numeric,
              "interestType" text, tenor smallint, "tenorPeriod" text, grade text, "gradeDescription" text,
              purpose text, "marketingTitle" text, "marketingDetail" text, "offerFrom" date, "offerUntil" date, hash text)
       join borrower b on b.number = r."borrowerNumber" join loan_type t on t.name = r."loanType"
      order by r."loanNumber" on conflict (loan_number) do nothing returning id`,
    [JSON.stringify(rows)],
  )
  return new Set(inserted.map(({ id }) => id))
}

/** Gives loans that were just written their escrow accounts and their positions. */
async function insertPositions(tx: Transaction, rows: NewRow[]): Promise<void> {
  await openAccounts(
    tx,
    'LOAN_ESCROW',
    rows.map((row) => ({ id: row.escrow, ownerId: row.id })),
  )
  await run(
    tx,
    'loans.insert_positions',
    `insert into loan_position (loan_id, total, minimum, offer_from, offer_until, loan_type_id, tenor, escrow_account)
     select l.id, r.total, r.minimum, l.offer_from, l.offer_until, l.loan_type_id, l.tenor, r.escrow
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as r (id, total, minimum, escrow)
       join loan l using (id)`,
    [
      rows.map(({ id }) => id),
      rows.map(({ totalLoan }) => totalLoan),
      rows.map(({ minimumFunding }) => minimumFunding),
      rows.map(({ escrow }) => escrow),
    ],
  )
}
