import { many, type Queryable } from '../../platform/db/database.ts'
import type { LoanRow } from './csv/index.ts'
import { type Person, tellsPerson } from './loan-facts.ts'
import type { OfferableLoan } from './offerable-loans.ts'

/** Copies the text. A substring of a file's text would keep the whole block in memory that it was cut from. */
const ownText = (text: string): string => Buffer.from(text).toString()

type Brought = { line: number; name: string }

/**
 * The names in the accepted lines of a file, so that the refusal of a contradicting line can point to the earlier one.
 * A batch works on a copy that is adopted after its commit, so a retried batch does not see the names of its first
 * attempt.
 */
export class FileMemory {
  readonly #borrowers = new Map<string, Brought>()
  readonly #types = new Map<string, Brought>()
  readonly #loans = new Map<string, number>()
  readonly #persons = new Map<string, Person>()
  /** A cache: most lines name the same type as the line before. */
  #lastType: string | undefined
  #offerable: OfferableLoan[] = []
  readonly #before: FileMemory | null

  constructor(before: FileMemory | null = null) {
    this.#before = before
  }

  fork(): FileMemory {
    return new FileMemory(this)
  }

  adopt(batch: FileMemory): void {
    for (const [number, one] of batch.#borrowers) this.#borrowers.set(number, one)
    for (const [key, one] of batch.#types) this.#types.set(key, one)
    for (const [number, line] of batch.#loans) this.#loans.set(number, line)
    for (const [number, person] of batch.#persons) this.#persons.set(number, person)
  }

  /**
   * Adds loans of these lines that are drafts with the same content, whether this import or an earlier one inserted
   * them.
   */
  keepOfferable(loans: readonly OfferableLoan[]): void {
    this.#offerable.push(...loans)
  }

  get offerable(): readonly OfferableLoan[] {
    return this.#offerable
  }

  /** The first line with this borrower, and the name in it. */
  borrower(number: string): Brought | undefined {
    return this.#borrowers.get(number) ?? this.#before?.borrower(number)
  }

  /** The first line with a loan type that differs at most in case, spaces and punctuation. */
  type(name: string): Brought | undefined {
    return this.#types.get(nearKey(name)) ?? this.#before?.type(name)
  }

  /** The first line of a loan. */
  loan(number: string): number | undefined {
    return this.#loans.get(number) ?? this.#before?.loan(number)
  }

  keepLoan(line: number, loanNumber: string): void {
    if (this.loan(loanNumber) === undefined) this.#loans.set(ownText(loanNumber), line)
  }

  /** What the first line says of the person of a borrower. */
  person(number: string): Person | undefined {
    return this.#persons.get(number) ?? this.#before?.person(number)
  }

  keepPerson({ borrowerNumber, borrowerKind, borrowerSex, borrowerBirthYear }: LoanRow): void {
    const person = { borrowerKind, borrowerSex, borrowerBirthYear }
    if (tellsPerson(person) && !this.person(borrowerNumber))
      this.#persons.set(ownText(borrowerNumber), person)
  }

  keepNames(line: number, loan: { borrowerNumber: string; borrowerName: string; loanType: string }): void {
    if (!this.borrower(loan.borrowerNumber))
      this.#borrowers.set(ownText(loan.borrowerNumber), { line, name: ownText(loan.borrowerName) })
    if (loan.loanType === this.#lastType) return
    this.#lastType = ownText(loan.loanType)
    if (!this.type(loan.loanType)) this.#types.set(nearKey(loan.loanType), { line, name: this.#lastType })
  }
}

/** A key that is equal for names that people would confuse: case, accents, spaces and punctuation are removed. */
export const nearKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Another name in the list that people would confuse with this one. */
export const nearOf = (name: string, names: readonly string[]): string | undefined =>
  names.includes(name) ? undefined : names.find((other) => nearKey(other) === nearKey(name))

/** The stored names of these borrowers, and all loan types. */
export type KnownNames = {
  borrowers: ReadonlyMap<string, { id: number; name: string }>
  types: ReadonlyMap<string, number>
}

export async function findNames(db: Queryable, borrowerNumbers: readonly string[]): Promise<KnownNames> {
  const [borrowers, types] = await Promise.all([
    many<{ id: number; number: string; name: string }>(
      db,
      'loans.offers.borrower_names',
      'select id, number, name from borrower where number = any($1)',
      [[...new Set(borrowerNumbers)]],
    ),
    many<{ id: number; name: string }>(
      db,
      'loans.offers.type_names',
      'select id, name from loan_type order by name',
    ),
  ])
  return {
    borrowers: new Map(borrowers.map((borrower) => [borrower.number, borrower])),
    types: new Map(types.map(({ id, name }) => [name, id])),
  }
}

type Named = { borrowerNumber: string; borrowerName: string; loanType: string }

/**
 * How to handle an unknown loan type: `confirmed` accepts it because the operator named it, `refused` never accepts it,
 * and `unlike-others` accepts it unless people could confuse it with a known one.
 */
export type NewType = 'confirmed' | 'refused' | 'unlike-others'

/** Accepts an unknown type only if the operator has confirmed it by name. */
export const onlyConfirmed = (loanType: string, confirmed: readonly string[] = []): NewType =>
  confirmed.includes(loanType) ? 'confirmed' : 'refused'

/** Why a loan cannot be imported under these names, or null. */
export function faultOfNames(
  { borrowerNumber, borrowerName, loanType }: Named,
  newType: NewType,
  known: KnownNames,
  memory: FileMemory,
): string | null {
  const earlier = memory.borrower(borrowerNumber)
  if (earlier && earlier.name !== borrowerName) {
    return `borrower_name "${borrowerName}": baris ${earlier.line} berkas ini menamai Penerima Dana ${borrowerNumber} "${earlier.name}"`
  }
  const name = known.borrowers.get(borrowerNumber)?.name
  if (name !== undefined && name !== borrowerName) {
    return `borrower_name "${borrowerName}": Penerima Dana ${borrowerNumber} dikenal sebagai "${name}" ("borrowers rename" memberi nama lain)`
  }
  if (newType === 'confirmed' || known.types.has(loanType)) return null
  const brought = memory.type(loanType)
  if (brought && brought.name !== loanType) {
    return `loan_type "${loanType}" hampir sama dengan "${brought.name}" di baris ${brought.line}: ${confirmType(loanType)}`
  }
  const near = nearOf(loanType, [...known.types.keys()])
  if (near !== undefined)
    return `loan_type "${loanType}" hampir sama dengan "${near}", yang sudah ada: ${confirmType(loanType)}`
  return newType === 'refused'
    ? `loan_type "${loanType}" tidak dikenal: perbaiki, atau tegaskan jenis baru dengan --new-loan-type "${loanType}" atau "loan-types add"`
    : null
}

const confirmType = (name: string): string =>
  `tulis sama persis, atau tegaskan jenis baru dengan --new-loan-type "${name}"`
