import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { openAccounts } from '../ledger/index.ts'
import { many, run } from '../platform/db/database.ts'
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
 * second import of the same file imports nothing.
 */
export const importLoans = mutation<Context, NumberedLoan[], ImportedBatch>({
  operation: 'importLoans',
  permit: ['operator'],
  async run(tx, lines, { world }) {
    const { fresh, known, refused } = await sortOut(tx, lines)
    if (fresh.length > 0) await insertLoans(tx, world, fresh)
    return {
      answer: { imported: fresh.length, known, refused },
      subject: 'loans',
      detail: { imported: fresh.length, known, refused: refused.length },
    }
  },
})

type Fresh = NumberedLoan & { hash: string }

/** Which lines are new, which are there already, and which contradict what is there. */
async function sortOut(tx: Transaction, lines: NumberedLoan[]) {
  const stored = await many<{ number: string; hash: string }>(
    tx,
    'loans.hashes',
    `select loan_number as number, encode(source_hash, 'hex') as hash from loan where loan_number = any($1)`,
    [lines.map(({ loan }) => loan.loanNumber)],
  )
  const hashes = new Map(stored.map((row) => [row.number, row.hash]))
  const fresh: Fresh[] = []
  const refused: { line: number; reason: string }[] = []
  let known = 0
  for (const { line, loan } of lines) {
    const hash = hashLoan(loan)
    const before = hashes.get(loan.loanNumber)
    if (before === undefined) {
      fresh.push({ line, loan, hash })
      hashes.set(loan.loanNumber, hash)
    } else if (before === hash) known += 1
    else refused.push({ line, reason: `loan ${loan.loanNumber} exists already with other content` })
  }
  return { fresh, known, refused }
}

/** The columns of a batch as one JSON value: one statement a table, whatever the size of the batch. */
async function insertLoans(tx: Transaction, world: Context, fresh: Fresh[]): Promise<void> {
  const rows = fresh.map(({ loan, hash }) => ({
    ...loan,
    hash,
    id: world.random.id(),
    secureId: world.random.secureId(),
    escrow: world.random.id(),
  }))
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
  const batch = JSON.stringify(rows)
  const escrows = rows.map((row) => ({ id: row.escrow, ownerId: row.id }))
  await openAccounts(tx, 'LOAN_ESCROW', escrows)
  await run(
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
       join borrower b on b.number = r."borrowerNumber" join loan_type t on t.name = r."loanType"`,
    [batch],
  )
  await run(
    tx,
    'loans.insert_positions',
    `insert into loan_position (loan_id, total, minimum, offer_from, offer_until, loan_type_id, tenor, escrow_account)
     select r.id, r."totalLoan", r."minimumFunding", r."offerFrom", r."offerUntil", t.id, r.tenor, r.escrow
       from jsonb_to_recordset($1::jsonb) as r (
              id bigint, "totalLoan" bigint, "minimumFunding" bigint, "offerFrom" date, "offerUntil" date,
              "loanType" text, tenor smallint, escrow bigint)
       join loan_type t on t.name = r."loanType"`,
    [batch],
  )
}
