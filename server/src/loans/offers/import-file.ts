import type { ActorOf } from '../../platform/audit/audit.ts'
import type { Readable } from 'node:stream'
import { needsConsent } from './needs-consent.ts'
import type { Context } from '../../context.ts'
import { SeenLines } from '../../platform/csv/seen-lines.ts'
import { perform } from '../../platform/commands/perform.ts'
import { consentKey } from './consents.ts'
import { type LoanRow, readLoanFile } from './csv/index.ts'
import { accountIn } from './line-accounts.ts'
import { contradicts, importBatch, type NumberedLoan, prepareLoan, sortOutLoans } from './import-loans.ts'
import { FileMemory, type NewType } from './names.ts'
import type { OfferableLoans } from './offerable-loans.ts'

export type ImportReport = {
  lines: number
  imported: number
  known: number
  refused: number
}

export type CheckOptions = {
  /** How to handle an unknown loan type; see `NewType`. */
  newTypeOf?: (loanType: string) => NewType
  onProgress?: (bytesRead: number) => void
  /** Called for each refused line, because the refusals of a million lines would not fit in memory. */
  onRefused?: (refusal: { line: number; reason: string }) => void
}

export type ImportOptions = CheckOptions & {
  actor: ActorOf<'operator'>
  /** Changes a loan before it is imported, e.g. shifts its dates. */
  adapt?: (loan: LoanRow) => LoanRow
  /** The maximum number of lines in one transaction. */
  mostLines?: number
  /** Collects the loans of the file that could be offered: those imported now, and drafts imported before. */
  offerable?: OfferableLoans
}

/**
 * The first transaction is small, so that progress is visible soon; each is twice the size of the one before, up to a
 * maximum.
 */
const fewestLines = 1_000
const usualMostLines = 8_000
const unlikeOthers = (): NewType => 'unlike-others'

/**
 * Imports a loan file while it is read, in transactions of some thousand lines; the next lines are read while the
 * previous ones are written. After a crash it can be started again: lines that were imported before are known.
 * @throws CsvFileError when the file as a whole is not a loan file; none of it is imported then.
 */
export async function importLoanFile(
  context: Context,
  input: Readable,
  options: ImportOptions,
): Promise<ImportReport> {
  const report: ImportReport = { lines: 0, imported: 0, known: 0, refused: 0 }
  const refuse = (line: number, reason: string) => {
    report.refused += 1
    options.onRefused?.({ line, reason })
  }
  const memory = new FileMemory()
  const write = async (lines: NumberedLoan[]) => {
    let batch = memory.fork()
    const result = await perform(
      context,
      importBatch(() => (batch = memory.fork())),
      { actor: options.actor, input: lines },
    )
    memory.adopt(batch)
    options.offerable?.add(batch.offerable)
    report.imported += result.imported
    report.known += result.known
    for (const { line, reason } of result.refused) refuse(line, reason)
  }
  let waiting: NumberedLoan[] = []
  const { mostLines = usualMostLines, newTypeOf = unlikeOthers } = options
  let most = Math.min(fewestLines, mostLines)
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    writing = write(waiting.slice(0, most))
    // The next `await writing` throws the error; until then the rejection must not be reported as unhandled.
    writing.catch(() => {})
    waiting = waiting.slice(most)
    most = Math.min(mostLines, 2 * most)
  }
  try {
    for await (const batch of readLoanFile(
      input,
      options.onProgress ? { onProgress: options.onProgress } : {},
    )) {
      for (const item of batch) {
        report.lines += 1
        if ('refused' in item) refuse(item.line, item.refused.reason)
        else {
          const loan = options.adapt?.(item.loan) ?? item.loan
          waiting.push({
            line: item.line,
            loan,
            newType: newTypeOf(loan.loanType),
            prepared: prepareLoan(loan),
          })
        }
      }
      while (waiting.length >= most) await flush()
    }
    while (waiting.length > 0) await flush()
  } finally {
    await writing
  }
  return report
}

/**
 * Reports what an import of this file would do, and writes nothing: each line is compared with earlier lines and stored
 * loans. Also counts the loans that could be offered afterwards.
 * @throws CsvFileError when the file as a whole is not a loan file.
 */
export async function checkLoanFile(
  { db, config }: Context,
  input: Readable,
  options: CheckOptions = {},
): Promise<ImportReport & Offerable> {
  const report = { lines: 0, imported: 0, known: 0, refused: 0, offerable: 0, withoutConsent: 0 }
  const isConsentNeeded = needsConsent(config)
  const memory = new FileMemory()
  const { newTypeOf = unlikeOthers } = options
  const seen = new SeenLines()
  const consents = new SeenLines()
  const refuse = (line: number, reason: string) => {
    report.refused += 1
    options.onRefused?.({ line, reason })
  }
  for await (const batch of readLoanFile(input, options)) {
    report.lines += batch.length
    const fresh: NumberedLoan[] = []
    for (const item of batch) {
      if ('refused' in item) refuse(item.line, item.refused.reason)
      else {
        const { loanNumber } = item.loan
        const consent = consentKey(item)
        const prepared = prepareLoan(item.loan)
        const before = seen.see(loanNumber, prepared.hash + JSON.stringify(accountIn(item.loan)))
        const isTaken = before === 'new' && consent !== null && consents.see(consent, loanNumber) === 'other'
        if (isTaken)
          refuse(item.line, `consent_reference ${item.loan.consentReference} sudah disebut baris sebelumnya`)
        else if (before === 'new' || memory.loan(loanNumber) === undefined)
          fresh.push({ ...item, newType: newTypeOf(item.loan.loanType), prepared })
        else if (before === 'same') report.known += 1
        else refuse(item.line, contradicts(loanNumber, memory))
      }
    }
    const sorted = await sortOutLoans(db, fresh, memory)
    report.imported += sorted.fresh.length
    report.known += sorted.known
    const { offerable, withoutConsent } = countOfferable(sorted, fresh, isConsentNeeded)
    report.offerable += offerable
    report.withoutConsent += withoutConsent
    for (const { line, reason } of sorted.refused) refuse(line, reason)
  }
  return report
}

/** The number of loans in a file that could be offered, and the number that lack only their borrowers' consent. */
export type Offerable = { offerable: number; withoutConsent: number }

function countOfferable(
  { fresh, drafts }: Awaited<ReturnType<typeof sortOutLoans>>,
  lines: readonly NumberedLoan[],
  isConsentNeeded: boolean,
): Offerable {
  const numbers = new Set([
    ...fresh.map(({ loan }) => loan.loanNumber),
    ...drafts.map(({ number }) => number),
  ])
  const loans = new Map(
    lines.flatMap(({ loan }) => (numbers.has(loan.loanNumber) ? [[loan.loanNumber, loan] as const] : [])),
  )
  const waiting = [...loans.values()].filter((loan) => isConsentNeeded && loan.consentReference === null)
  return { offerable: loans.size - waiting.length, withoutConsent: waiting.length }
}
