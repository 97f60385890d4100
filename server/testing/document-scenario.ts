import { contentOf, issueConfirmation } from '../src/reports/testing.ts'
import type { Context } from '../src/context.ts'
import { createFactsheets, storeFactsheets } from '../src/documents/index.ts'
import { prepareAgreement } from '../src/funding/testing.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { many } from '../src/platform/db/database.ts'
import { issueDueStatements } from '../src/reports/index.ts'
import { closeMonthsFrom, dayOf, onDay } from './lent-months.ts'
import { aLender, aLoan, reserveFunding, signFunding } from './people.ts'

const system = { kind: 'system' } as const

/** A lender who has documents of every kind, from two months ago on. */
export async function aLenderWithDocuments(context: Context): Promise<number> {
  const then = onDay(context, dayOf(2, 5))
  const { lenderId } = await aLender(then, { cash: 5_000_000 })
  const open = { offerFrom: '2020-01-01', offerUntil: '2100-01-01', totalLoan: 10_000_000 }
  for (let i = 0; i < 2; i += 1) {
    const loan = await aLoan(context, open)
    const { fundingId } = await reserveFunding(then, { lenderId, ...loan, amount: 1_000_000 })
    await signFunding(then, fundingId)
    await createFactsheets(context, [loan.loanNumber], (input) =>
      perform(context, storeFactsheets, { actor: system, input }),
    )
    await prepareAgreement(
      context,
      lenderId,
      { loanNumber: loan.loanNumber, lenderUserId: lenderId, amount: 500_000 },
      {},
    )
  }
  return lenderId
}

/** Issues the statements of the past months, and confirmations of some days. */
export async function issueAll(context: Context, lenderId: number): Promise<void> {
  await closeMonthsFrom(context, 2)
  await issueDueStatements(context)
  for (const day of [3, 4]) await issueConfirmation(context, lenderId, dayOf(1, day), {})
}

/** Returns the files of the lender's archive for the year of these documents, by name. */
export async function filesOf(context: Context, lenderId: number): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const year of new Set([dayOf(2, 1), dayOf(1, 1)].map((day) => Number(day.slice(0, 4))))) {
    const content = await contentOf(context, lenderId, year)
    for await (const unit of content.units())
      for (const { name, input } of unit) files.set(name, input.toString('latin1'))
  }
  return files
}

/** Counts the documents in rows and in each place. */
export async function whereAll(context: Context): Promise<Record<string, number>> {
  const rows = await many<{ place: string; rows: number }>(
    context.db,
    'test.where_all',
    `select coalesce(p.place, case when d.bytes is null then 'LOST' else 'ROW' end) as place, count(*)::int as rows
       from (select sha256, bytes from document union all select sha256, bytes from factsheet
             union all select sha256, bytes from statement_pdf union all select sha256, bytes from balance_confirmation
             union all select sha256, bytes from vote_document union all select sha256, bytes from transfer_addendum) d
       left join document_place p on p.sha256 = d.sha256 and d.bytes is null group by 1`,
  )
  return Object.fromEntries(rows.map(({ place, rows: count }) => [place, count]))
}
