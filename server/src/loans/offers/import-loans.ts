import { hash as digest } from 'node:crypto'
import type { Context } from '../../context.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type Mutation, mutation } from '../../platform/commands/command.ts'
import { consentKey, consentTwice, findConsentFaults } from './consents.ts'
import { copiedCells, type FreshLoan, type WrittenLoan } from './copy-loans.ts'
import { LOAN_COLUMNS, type LoanRow, TERM_FIELDS } from './csv/index.ts'
import { insertAccounts } from '../disbursement/index.ts'
import { insertLoans } from './insert-loans.ts'
import { insertAccountsOf, LineAccounts, type NewAccount } from './line-accounts.ts'
import { faultOfPersons, findPersons } from './loan-facts.ts'
import { FileMemory, faultOfNames, findNames, type KnownNames, type NewType } from './names.ts'
import type { OfferableLoan } from './offerable-loans.ts'

export type NumberedLoan = {
  line: number
  loan: LoanRow
  /** How to handle an unknown loan type; by default it is accepted unless it is almost the same as a known one. */
  newType?: NewType
  /** The prepared line; CPU work done while the line waited for its batch. */
  prepared?: PreparedLoan
}

/** The hash of the content, and the cells in the format of COPY. */
export type PreparedLoan = { hash: string; cells: string }

/** Does the CPU work for a line, which needs no database. */
export function prepareLoan(loan: LoanRow): PreparedLoan {
  const hash = hashLoan(loan)
  return { hash, cells: copiedCells(loan, hash) }
}

export type ImportedBatch = {
  imported: number
  /** Lines whose loan was imported before with the same content. */
  known: number
  refused: { line: number; reason: string }[]
}

/**
 * The hash of a loan's content. A line with the same hash is known; other content under the same number is refused. An
 * absent consent or fact is left out, so that the hashes of older files stay the same.
 */
export const hashLoan = (loan: LoanRow): string => {
  const cells: string[] = []
  for (const [field, name, mayLeaveOut] of fieldsInOrder) {
    const value = loan[field] ?? null
    if (value !== null || !mayLeaveOut) cells.push(`[${name},${JSON.stringify(value)}]`)
  }
  return digest('sha256', `[${cells.join(',')}]`)
}

/** All terms of a loan sorted by name, with the name as JSON and whether a file may leave the field out. */
const fieldsInOrder = [...TERM_FIELDS]
  .sort()
  .map((field) => [field, JSON.stringify(field), LOAN_COLUMNS[field].mayLeaveOut === true] as const)

/**
 * Imports a batch of loans from an operator's file as drafts, in one transaction. Loans are identified by their
 * numbers: a second import of the same file imports no loan, even when both run at once.
 */
export const importLoans = importBatch(() => new FileMemory())

/**
 * Like `importLoans`, for a batch of a file. `memoryOf` returns the names of earlier batches, freshly for each attempt.
 */
export function importBatch(
  memoryOf: () => FileMemory,
): Mutation<Context, NumberedLoan[], ImportedBatch, 'operator'> {
  return mutation({
    operation: 'importLoans',
    permit: ['operator'],
    secondPair: true,
    byKeys: true,
    async run(tx, lines, { context }) {
      const memory = memoryOf()
      const { taken, known, drafts, refused } = await importLines(tx, context, lines, memory)
      memory.keepOfferable([...taken, ...drafts])
      const answer = { imported: taken.length, known, refused }
      return { answer, subject: 'loans', detail: { ...answer, refused: refused.length } }
    },
  })
}

type Taken = {
  taken: WrittenLoan[]
  known: number
  /** Known loans that could be offered by themselves. */
  drafts: Draft[]
  refused: ImportedBatch['refused']
}

/** Inserts loans as drafts. A loan inserted by a concurrent import counts as if it had been stored before. */
export async function importLines(
  tx: Transaction,
  context: Context,
  lines: NumberedLoan[],
  memory = new FileMemory(),
): Promise<Taken> {
  // The statements are pipelined and executed in this order, so the types are read under the lock.
  const [, { fresh, known, drafts, refused, names, newAccounts }] = await Promise.all([
    lockNewTypes(tx, lines),
    sortOutLoans(tx, lines, memory),
  ])
  await insertAccounts(tx, newAccounts)
  if (fresh.length === 0) return { taken: [], known, drafts, refused }
  const taken = await insertLoans(tx, context, fresh, names)
  await insertAccountsOf(tx, fresh, taken)
  if (taken.length === fresh.length) return { taken, known, drafts, refused }
  const inserted = new Set(taken.map(({ line }) => line))
  // A concurrent import inserted these loans after we had read; its content is visible by now.
  const late = await sortOutLoans(
    tx,
    fresh.filter(({ line }) => !inserted.has(line)),
  )
  await insertAccounts(tx, late.newAccounts)
  return {
    taken,
    known: known + late.known,
    drafts: [...drafts, ...late.drafts],
    refused: [...refused, ...late.refused],
  }
}

/** Serialises imports with new loan types, so that the second one sees the types of the first. */
export async function lockNewTypes(tx: Transaction, lines: readonly NumberedLoan[]): Promise<void> {
  await run(
    tx,
    'loans.offers.lock_types',
    `select pg_advisory_xact_lock(hashtext('loan_type')) from unnest($1::text[]) as t (name)
      where not exists (select from loan_type where loan_type.name = t.name) limit 1`,
    [[...new Set(lines.map(({ loan }) => loan.loanType))]],
  )
}

export type Draft = OfferableLoan & { number: string }

type SortedOut = {
  fresh: FreshLoan[]
  known: number
  drafts: Draft[]
  refused: ImportedBatch['refused']
  names: KnownNames
  /** Accounts that lines bring to known loans, which had none. */
  newAccounts: NewAccount[]
}

/** Sorts lines into new loans, known ones (including `drafts`), and those that contradict stored loans. */
export async function sortOutLoans(
  db: Queryable,
  lines: readonly NumberedLoan[],
  memory = new FileMemory(),
): Promise<SortedOut> {
  const [stored, accounts, faults, names, persons] = await Promise.all([
    findStored(db, lines),
    LineAccounts.read(
      db,
      lines.map(({ loan }) => loan),
    ),
    findConsentFaults(db, lines),
    findNames(
      db,
      lines.map(({ loan }) => loan.borrowerNumber),
    ),
    findPersons(
      db,
      lines.map(({ loan }) => loan),
    ),
  ])
  const faultOfBorrower = (loan: LoanRow, newType: NewType) =>
    faultOfNames(loan, newType, names, memory) ?? faultOfPersons(loan, persons, memory)
  const hashes = new Map(stored.map((row) => [row.number, row.hash]))
  const ids = new Map(stored.map((row) => [row.number, row.id]))
  const consents = new Map<string, string>()
  const offerable = new Map(stored.flatMap((row) => (row.isDraft ? [[row.number, row] as const] : [])))
  const isDeleted = new Set(stored.flatMap((row) => (row.isDeleted ? [row.number] : [])))
  const drafts = new Set<Draft>()
  const fresh: FreshLoan[] = []
  const refused: { line: number; reason: string }[] = []
  let known = 0
  for (const one of lines) {
    const { line, loan, newType = 'unlike-others' } = one
    const { hash, cells } = one.prepared ?? prepareLoan(loan)
    const before = hashes.get(loan.loanNumber)
    if (before === undefined) {
      const key = consentKey({ loan })
      const other = key === null ? undefined : consents.get(key)
      const fault =
        faults.get(line) ??
        (other && consentTwice(loan.consentReference ?? '', other)) ??
        faultOfBorrower(loan, newType)
      if (fault) {
        refused.push({ line, reason: fault })
        continue
      }
      if (key !== null) consents.set(key, loan.loanNumber)
      fresh.push({ line, loan, hash, cells })
      memory.keepLoan(line, loan.loanNumber)
      memory.keepNames(line, loan)
      memory.keepPerson(loan)
      accounts.keep(loan)
      hashes.set(loan.loanNumber, hash)
      continue
    }
    const fault = faultOfKnown(loan, {
      ...{ isSame: before === hash, isDeleted: isDeleted.has(loan.loanNumber) },
      ...{ loanId: ids.get(loan.loanNumber), accounts, memory },
    })
    if (fault !== null) {
      refused.push({ line, reason: fault })
      continue
    }
    known += 1
    memory.keepLoan(line, loan.loanNumber)
    const draft = offerable.get(loan.loanNumber)
    if (draft) drafts.add(draft)
  }
  return { fresh, known, drafts: [...drafts], refused, names, newAccounts: accounts.fresh }
}

const findStored = (db: Queryable, lines: readonly NumberedLoan[]) =>
  many<Draft & { isDraft: boolean; isDeleted: boolean }>(
    db,
    'loans.offers.hashes',
    `select l.id, l.loan_number as number, encode(l.source_hash, 'hex') as hash, p.terms_version as version,
            l.consent_reference is not null as "hasConsent",
            p.status = 'DRAFT' and p.bulk_product_id is null as "isDraft", p.status = 'DELETED' as "isDeleted"
       from loan l join loan_position p on p.loan_id = l.id where l.loan_number = any($1)`,
    [lines.map(({ loan }) => loan.loanNumber)],
  )

/** Why a line is refused whose loan is known: it was deleted, or has other content or another account; null if it is not. */
function faultOfKnown(
  loan: LoanRow,
  of: {
    isSame: boolean
    isDeleted: boolean
    loanId: number | undefined
    accounts: LineAccounts
    memory: FileMemory
  },
): string | null {
  if (of.isDeleted) return wasDeleted(loan.loanNumber)
  return of.isSame ? of.accounts.faultOf(loan, of.loanId) : contradicts(loan.loanNumber, of.memory)
}

/** The refusal of a line whose draft was deleted: the file does not restore it, and its number is not reused. */
const wasDeleted = (loanNumber: string): string =>
  `pinjaman ${loanNumber} dihapus sebagai draf: "loans restore-draft" memulihkannya, dan pinjaman lain memerlukan nomor lain`

export function contradicts(loanNumber: string, memory: FileMemory): string {
  const earlier = memory.loan(loanNumber)
  return earlier === undefined
    ? `pinjaman ${loanNumber} sudah ada dengan isi lain`
    : `pinjaman ${loanNumber} sudah ada di baris ${earlier} berkas ini, dengan isi lain`
}
