import type { Context } from '../context.ts'
import { mutation } from '../platform/mutation.ts'
import { renderFactsheet } from './factsheet-pdf.ts'
import { factsheetLoans, insertFactsheet } from './factsheet-store.ts'
import { factsheetHash, factsheetText } from './factsheet-text.ts'

/** A factsheet that was made and is to be kept. */
export type MadeFactsheet = {
  loanId: number
  loanNumber: string
  version: number
  textSha256: Buffer
  bytes: Buffer
  pages: number
}

/** `known` counts the loans whose factsheet says the same already. */
export type FactsheetReport = { made: number; known: number; missing: string[] }

/** Loans whose factsheets are held in memory at once; each has some 50 KB. */
const batchSize = 50

/** Keeps factsheets that were made outside the transaction: rendering one takes tens of milliseconds. */
export const keepFactsheets = mutation<Context, MadeFactsheet[], { kept: number }>({
  operation: 'keepFactsheets',
  permit: ['operator'],
  async run(tx, sheets, { world }) {
    let kept = 0
    for (const sheet of sheets)
      if (await insertFactsheet(tx, { ...sheet, id: world.random.secureId() })) kept += 1
    return { answer: { kept }, subject: 'factsheets', detail: { kept } }
  },
})

/**
 * Makes the factsheets of loans, each only where its text is not the one that is kept already: what was shown stays,
 * another text is another version. Killed and started again it goes on where it was.
 * @param numbers the loans, or all that are published
 * @param keep what is done with each batch: kept, or only counted in a dry run
 */
export async function makeFactsheets(
  { db, config }: Context,
  numbers: readonly string[] | 'published',
  keep: (sheets: MadeFactsheet[]) => Promise<{ kept: number }>,
  onProgress?: (done: number) => void,
): Promise<FactsheetReport> {
  const operator = {
    name: config.OPERATOR_NAME,
    address: config.OPERATOR_ADDRESS,
    licenceLine: config.OPERATOR_LICENCE_LINE,
  }
  const report: FactsheetReport = { made: 0, known: 0, missing: [] }
  const found = new Set<string>()
  for (let after = 0; ; ) {
    const loans = await factsheetLoans(db, numbers, after, batchSize)
    const sheets: MadeFactsheet[] = []
    for (const { version, textSha256, ...loan } of loans) {
      found.add(loan.loanNumber)
      const content = factsheetText(loan, operator)
      const hash = factsheetHash(content)
      if (textSha256?.equals(hash)) continue
      const { loanId, loanNumber, offerFrom } = loan
      const rendered = renderFactsheet(content, offerFrom)
      sheets.push({ loanId, loanNumber, version: version + 1, textSha256: hash, ...rendered })
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
