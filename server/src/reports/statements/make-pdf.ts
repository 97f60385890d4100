import type { Context } from '../../context.ts'
import { one, type Queryable } from '../../platform/db/database.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endingOf } from './account-file.ts'
import { movementsOf, type StatementMovement } from './movements.ts'
import { type Period, sizeOf } from './period.ts'
import { mostTold, type PdfInput, statementContent } from './statement-pdf.ts'
import type { IssuedStatement } from './store.ts'
import { Tally } from './tally.ts'

/** The maximum number of movements for a PDF whose reader waits for it; some 20,000 are read per second. */
const mostRead = 200_000

/**
 * Renders the PDF of a statement on a worker thread. Movements are listed one by one up to a maximum number, to limit
 * the file's size.
 * @throws Refusal STATEMENT_TOO_LONG if too many movements would have to be read
 * @throws Error if the movements are not those that were issued
 */
export async function renderStatement(
  { db, config, renderer, clock }: Context,
  period: Period,
  { number, madeAt, issued }: { number: string | null; madeAt: Date; issued?: IssuedStatement },
): Promise<Buffer> {
  const { ending, movements } = await readAll(db, period, issued)
  const input: PdfInput = {
    period,
    ending,
    movements,
    number,
    madeAt,
    holder: await holderOf(db, period.lenderId),
    operator: {
      name: config.OPERATOR_NAME,
      address: config.OPERATOR_ADDRESS,
      licenceLine: config.OPERATOR_LICENCE_LINE,
    },
  }
  return renderer.renderReport(statementContent(input), clock.now())
}

/** Reads the content of the PDF; for a long issued statement the movements are not read again. */
async function readAll(
  db: Queryable,
  period: Period,
  issued: IssuedStatement | undefined,
): Promise<Pick<PdfInput, 'ending' | 'movements'>> {
  const size = sizeOf(period)
  if (issued && size > mostTold) return { ending: { ...issued, sha256: issued.linesSha256 }, movements: null }
  if (size > mostRead) throw new Refusal('STATEMENT_TOO_LONG')
  const tally = new Tally(period)
  const movements: StatementMovement[] = []
  for await (const movement of movementsOf(db, period.lenderId, period.spans)) {
    tally.add(movement)
    if (size <= mostTold) movements.push(movement)
  }
  const made = await endingOf(db, period, tally)
  if (issued && !issued.linesSha256.equals(made.sha256))
    throw new Error(`the movements of statement ${number(issued)} are not those that were issued`)
  return {
    ending: issued ? { ...made, ...issued } : made,
    movements: size <= mostTold ? movements : null,
  }
}

const number = ({ lenderId, month }: IssuedStatement): string => `${month.slice(0, 7)} of lender ${lenderId}`

const holderOf = async (db: Queryable, lenderId: number): Promise<string> =>
  (
    await one<{ name: string }>(
      db,
      'reports.statements.holder',
      `select coalesce(i.company_name, l.name) as name from lender l
         left join lender_institution i on i.lender_id = l.id where l.id = $1`,
      [lenderId],
    )
  ).name

export const pdfAnswer = (bytes: Buffer, name: string): BinaryAnswer => ({
  bytes,
  mediaType: 'application/pdf',
  fileName: `${name}.pdf`,
})
