import type { Context } from '../../context.ts'
import { businessToday } from '../../books/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'
import { Refusal } from '../../platform/refusal.ts'
import { checkFacts, FACT_FIELDS, type LoanFacts, type LoanRow, NO_FACTS } from './csv/index.ts'

const factColumns = {
  loanId: 'bigint',
  sector: 'text',
  province: 'text',
  borrowerKind: 'text',
  borrowerSex: 'text',
  borrowerBirthYear: 'smallint',
} as const

/** Stores the next version of the facts of loans; loans of which nothing is told have no version. */
export async function insertFacts(
  tx: Queryable,
  loans: readonly (LoanFacts & { loanId: number })[],
): Promise<void> {
  await run(
    tx,
    'loans.offers.insert_facts',
    `insert into loan_facts (loan_id, version, sector, province, borrower_kind, borrower_sex, borrower_birth_year)
     select row.loan_id, coalesce((select max(version) from loan_facts f where f.loan_id = row.loan_id), 0) + 1, row.sector,
            row.province, row.borrower_kind, row.borrower_sex, row.borrower_birth_year
       from ${unnestRows(factColumns)} order by row.loan_id`,
    manyRows(factColumns, loans),
  )
}

export const hasFacts = (loan: LoanFacts): boolean => FACT_FIELDS.some((field) => loan[field] !== null)

/** What is told of the person of a borrower, as of their newest loan that tells it. */
export type Person = Pick<LoanFacts, 'borrowerKind' | 'borrowerSex' | 'borrowerBirthYear'>

/** What is known of borrowers, by their numbers; an unknown borrower is not in it. */
export async function findPersons(
  db: Queryable,
  loans: readonly LoanRow[],
): Promise<ReadonlyMap<string, Person>> {
  const numbers = [...new Set(loans.filter(tellsPerson).map(({ borrowerNumber }) => borrowerNumber))]
  if (numbers.length === 0) return new Map()
  const rows = await many<Person & { number: string }>(
    db,
    'loans.offers.persons',
    `select b.number,
            (array_agg(f.borrower_kind order by f.kept_at desc, f.loan_id) filter (where f.borrower_kind is not null))[1]
              as "borrowerKind",
            (array_agg(f.borrower_sex order by f.kept_at desc, f.loan_id) filter (where f.borrower_sex is not null))[1]
              as "borrowerSex",
            (array_agg(f.borrower_birth_year order by f.kept_at desc, f.loan_id)
               filter (where f.borrower_birth_year is not null))[1] as "borrowerBirthYear"
       from borrower b join loan l on l.borrower_id = b.id join loan_facts f on f.loan_id = l.id
      where b.number = any($1)
        and not exists (select from loan_facts later where later.loan_id = f.loan_id and later.version > f.version)
      group by b.number`,
    [numbers],
  )
  return new Map(rows.map(({ number, ...person }) => [number, person]))
}

export const tellsPerson = ({ borrowerKind, borrowerSex, borrowerBirthYear }: Person): boolean =>
  borrowerKind !== null || borrowerSex !== null || borrowerBirthYear !== null

/** Why a loan cannot tell this of its borrower, or null: a borrower is one person. */
function faultOfPerson(loan: LoanRow, known: Person | undefined): string | null {
  for (const [field, column] of personColumns) {
    const before = known?.[field] ?? null
    if (loan[field] !== null && before !== null && loan[field] !== before)
      return `${column} ${loan[field]}: Penerima Dana ${loan.borrowerNumber} dikenal dengan ${before} ("loans facts" memperbaikinya)`
  }
  return null
}

/** The same against what is stored, then against what earlier lines of the file tell. */
export const faultOfPersons = (
  loan: LoanRow,
  stored: ReadonlyMap<string, Person>,
  memory: { person(number: string): Person | undefined },
): string | null =>
  faultOfPerson(loan, stored.get(loan.borrowerNumber)) ??
  faultOfPerson(loan, memory.person(loan.borrowerNumber))

const personColumns = [
  ['borrowerKind', 'borrower_kind'],
  ['borrowerSex', 'borrower_sex'],
  ['borrowerBirthYear', 'borrower_birth_year'],
] as const

/**
 * Corrects what a supervisor counts a loan and its borrower by, also after it was offered, with a new version. A fact that
 * is left out stays as it was, and null removes it. Reports of months that were closed before keep the former version.
 * @throws Refusal LOAN_NOT_FOUND
 * @throws Error if the facts contradict each other
 */
export const storeLoanFacts = mutation<
  Context,
  { loanNumber: string; reason: string; facts: Partial<LoanFacts> },
  { version: number; changed: boolean }
>({
  operation: 'storeLoanFacts',
  permit: ['operator'],
  withoutSecondPair: 'only reports count by it',
  async run(tx, { loanNumber, reason, facts }) {
    const loan = await maybe<{ id: number }>(
      tx,
      'loans.offers.lock_facts',
      `select p.loan_id as id from loan l join loan_position p on p.loan_id = l.id
        where l.loan_number = $1 for no key update of p`,
      [loanNumber],
    )
    if (!loan) throw new Refusal('LOAN_NOT_FOUND')
    const before = await maybe<LoanFacts & { version: number }>(
      tx,
      'loans.offers.newest_facts',
      `select version, sector, province, borrower_kind as "borrowerKind", borrower_sex as "borrowerSex",
              borrower_birth_year as "borrowerBirthYear"
         from loan_facts where loan_id = $1 order by version desc limit 1`,
      [loan.id],
    )
    const known = before ?? { version: 0, ...NO_FACTS }
    const wanted: LoanFacts = { ...known, ...facts }
    const fault = checkFacts(wanted, Number((await businessToday(tx)).slice(0, 4)))
    // The reason names the column already.
    if (fault) throw new Error(fault.reason)
    const changed = FACT_FIELDS.some((field) => wanted[field] !== known[field])
    if (changed) await insertFacts(tx, [{ ...wanted, loanId: loan.id }])
    const answer = { version: changed ? known.version + 1 : known.version, changed }
    return { answer, subject: `loan:${loanNumber}`, detail: { ...answer, reason } }
  },
})
