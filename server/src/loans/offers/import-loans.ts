import { hash as digest } from 'node:crypto'
import type { Context } from '../../context.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type Mutation, mutation } from '../../platform/commands/command.ts'
import { consentKey, consentTwice, findConsentFaults } from './consents.ts'
import { copiedCells, type FreshLoan, type WrittenLoan } from './copy-loans.ts'
import { CONSENT_FIELDS, LOAN_FIELDS, type LoanRow } from './csv/index.ts'
import { insertLoans } from './insert-loans.ts'
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
 * absent consent is left out, so that the hashes of older files stay the same.
 */
export const hashLoan = (loan: LoanRow): string => {
  const cells: string[] = []
  for (const [field, name, isConsent] of fieldsInOrder) {
    const value = loan[field] ?? null
    if (value !== null || !isConsent) cells.push(`[${name},${JSON.stringify(value)}]`)
  }
  return digest('sha256', `[${cells.join(',')}]`)
}

/** All fields of a loan sorted by name, with the name as JSON and whether the field belongs to the consent. */
const fieldsInOrder = [...LOAN_FIELDS]
  .sort()
  .map((field) => [field, JSON.stringify(field), CONSENT_FIELDS.some((name) => name === field)] as const)

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

/** The outcome of a batch of lines: the new loans with their ids, and the others. */
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
  const [, { fresh, known, drafts, refused, names }] = await Promise.all([
    lockNewTypes(tx, lines),
    sortOutLoans(tx, lines, memory),
  ])
  if (fresh.length === 0) return { taken: [], known, drafts, refused }
  const taken = await insertLoans(tx, context, fresh, names)
  if (taken.length === fresh.length) return { taken, known, drafts, refused }
  const inserted = new Set(taken.map(({ line }) => line))
  // A concurrent import inserted these loans after we had read; its content is visible by now.
  const late = await sortOutLoans(
    tx,
    fresh.filter(({ line }) => !inserted.has(line)),
  )
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

/** A stored draft that could be offered by itself, with the hash of its content. */
export type Draft = OfferableLoan & { number: string }

type SortedOut = {
  fresh: FreshLoan[]
  known: number
  drafts: Draft[]
  refused: ImportedBatch['refused']
  names: KnownNames
}

/** Sorts lines into new loans, known ones (including `drafts`), and those that contradict stored loans. */
export async function sortOutLoans(
  db: Queryable,
  lines: readonly NumberedLoan[],
  memory = new FileMemory(),
): Promise<SortedOut> {
  const [stored, faults, names] = await Promise.all([
    findStored(db, lines),
    findConsentFaults(db, lines),
    findNames(
      db,
      lines.map(({ loan }) => loan.borrowerNumber),
    ),
  ])
  const hashes = new Map(stored.map((row) => [row.number, row.hash]))
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
        faultOfNames(loan, newType, names, memory)
      if (fault) {
        refused.push({ line, reason: fault })
        continue
      }
      if (key !== null) consents.set(key, loan.loanNumber)
      fresh.push({ line, loan, hash, cells })
      memory.keepLoan(line, loan.loanNumber)
      memory.keepNames(line, loan)
      hashes.set(loan.loanNumber, hash)
    } else if (isDeleted.has(loan.loanNumber)) {
      refused.push({ line, reason: wasDeleted(loan.loanNumber) })
    } else if (before === hash) {
      known += 1
      memory.keepLoan(line, loan.loanNumber)
      const draft = offerable.get(loan.loanNumber)
      if (draft) drafts.add(draft)
    } else refused.push({ line, reason: contradicts(loan.loanNumber, memory) })
  }
  return { fresh, known, drafts: [...drafts], refused, names }
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

/** The refusal of a line whose draft was deleted: the file does not restore it, and its number is not reused. */
const wasDeleted = (loanNumber: string): string =>
  `loan ${loanNumber} was deleted as a draft: "loans restore-draft" brings it back, and another loan needs another number`

export function contradicts(loanNumber: string, memory: FileMemory): string {
  const earlier = memory.loan(loanNumber)
  return earlier === undefined
    ? `loan ${loanNumber} exists already with other content`
    : `loan ${loanNumber} is on line ${earlier} of this file already, with other content`
}
