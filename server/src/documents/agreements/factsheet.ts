import { v5 } from 'uuid'
import { bulkQueue, factsheetJob } from './queue.ts'
import type { DocumentContext } from '../context.ts'
import type { KeptBytes } from '../store/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { enqueue, enqueueOnce } from '../../platform/jobs/queue.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { renderFactsheet } from './factsheet-pdf.ts'
import { factsheetLoans, hasFactsheet, insertFactsheet } from './factsheet-store.ts'
import {
  type FactsheetContent,
  type FactsheetLoan,
  factsheetHash,
  type FactsheetOperator,
  factsheetText,
  isSameText,
} from './factsheet-text.ts'

/** A rendered factsheet that is not stored yet. */
export type MadeFactsheet = {
  loanId: number
  loanNumber: string
  version: number
  textSha256: Buffer
  kept: KeptBytes
  pages: number
}

/** The result of rendering factsheets; `known` counts the loans whose stored factsheet already has the same text. */
export type FactsheetReport = { made: number; known: number; missing: string[] }

/** Loans whose factsheets are in memory at once; each has some 50 KB. */
const batchSize = 50

/** Stores factsheets that were rendered before the transaction, because rendering one takes tens of milliseconds. */
export const storeFactsheets = mutation<DocumentContext, MadeFactsheet[], { kept: number }>({
  operation: 'storeFactsheets',
  permit: ['operator', 'system'],
  withoutSecondPair: 'it writes down what the offer says',
  async run(tx, sheets, { context }) {
    let kept = 0
    for (const sheet of sheets)
      if (await insertFactsheet(tx, { ...sheet, id: context.random.secureId() })) kept += 1
    return { answer: { kept }, subject: 'factsheets', detail: { kept } }
  },
})

/**
 * Renders the factsheet of each loan whose text differs from the stored one, as a new version. It can be killed and
 * started again.
 * @param numbers the loans, or all that are published
 * @param keep stores each batch, or only counts it in a dry run
 */
export async function createFactsheets(
  context: DocumentContext,
  numbers: readonly string[] | 'published',
  keep: (sheets: MadeFactsheet[]) => Promise<{ kept: number }>,
  onProgress?: (done: number) => void,
): Promise<FactsheetReport> {
  const { db, config } = context
  const report: FactsheetReport = { made: 0, known: 0, missing: [] }
  const found = new Set<string>()
  for (let after = 0; ; ) {
    const loans = await factsheetLoans(db, numbers, after, batchSize)
    const sheets: MadeFactsheet[] = []
    for (const { version, textSha256, ...loan } of loans) {
      found.add(loan.loanNumber)
      const content = factsheetText(loan, operatorOf(config))
      if (textSha256 && isSameText(textSha256, content)) continue
      sheets.push(await madeOf(context, loan, content, version + 1))
    }
    const { kept } = sheets.length > 0 ? await keep(sheets) : { kept: 0 }
    report.made += kept
    report.known += loans.length - kept
    onProgress?.(report.made + report.known)
    if (loans.length < batchSize) break
    after = loans.at(-1)?.loanId ?? 0
  }
  if (numbers !== 'published') report.missing = numbers.filter((number) => !found.has(number))
  return report
}

const operatorOf = (config: DocumentContext['config']): FactsheetOperator => ({
  name: config.OPERATOR_NAME,
  address: config.OPERATOR_ADDRESS,
  licenceLine: config.OPERATOR_LICENCE_LINE,
})

async function madeOf(
  { contents }: Pick<DocumentContext, 'contents'>,
  { loanId, loanNumber, offerFrom }: FactsheetLoan,
  content: FactsheetContent,
  version: number,
): Promise<MadeFactsheet> {
  const { bytes, pages } = renderFactsheet(content, offerFrom)
  const kept = await contents.keep(bytes)
  return { loanId, loanNumber, version, textSha256: factsheetHash(content), kept, pages }
}

/** The UUID namespace from which job ids are derived by loan, so that each loan gets at most one job. */
const jobNamespace = '6f6e1f0c-3b0a-4c7e-9d55-5d0b8f3e2a71'

/** Enqueues the factsheet of a loan that has none, in the caller's transaction; at most one job per loan. */
export async function enqueueFactsheet(
  tx: Queryable,
  { loanId, loanNumber }: { loanId: number; loanNumber: string },
): Promise<void> {
  if (await hasFactsheet(tx, loanId)) return
  const id = v5(String(loanId), jobNamespace)
  await enqueueOnce(tx, { id, kind: factsheetJob, payload: { loanNumber }, queue: bulkQueue })
}

/** Enqueues the factsheets of loans that were paid out, with their schedules, in the caller's transaction. */
export const enqueuePaidOut = (
  tx: Queryable,
  loans: readonly { jobId: string; loanNumber: string }[],
): Promise<void> =>
  enqueue(
    tx,
    loans.map(({ jobId, loanNumber }) => ({
      id: jobId,
      kind: factsheetJob,
      payload: { loanNumber, paidOut: true },
      queue: bulkQueue,
    })),
  )

/** Creates the factsheet of a loan anew if its text has changed. */
export async function renewFactsheet(context: DocumentContext, loanNumber: string): Promise<number> {
  const report = await createFactsheets(context, [loanNumber], (sheets) =>
    perform(context, storeFactsheets, { actor: { kind: 'system' }, input: sheets }),
  )
  return report.made
}

/** Creates the factsheet of a loan that has none. If two run concurrently, only the first one's is stored. */
export async function createFirstFactsheet(context: DocumentContext, loanNumber: string): Promise<void> {
  const [found] = await factsheetLoans(context.db, [loanNumber], 0, 1)
  if (!found || found.textSha256) return
  const { version, textSha256: _, ...loan } = found
  const sheet = await madeOf(context, loan, factsheetText(loan, operatorOf(context.config)), version + 1)
  await perform(context, storeFactsheets, { actor: { kind: 'system' }, input: [sheet] })
}
