import type { Context } from '../src/context.ts'
import { storeFactsheets, createFactsheets, renderAgreement, bulkQueue } from '../src/documents/index.ts'
import { readAgreementTerms, snapshotOf, storeAgreementCopy, termsOfLoans } from '../src/funding/index.ts'
import { many } from '../src/platform/db/database.ts'
import { enqueue } from '../src/platform/jobs/queue.ts'
import type { JobHandlers, JobResult } from '../src/platform/jobs/worker.ts'
import { mutation } from '../src/platform/commands/command.ts'
import { perform } from '../src/platform/commands/perform.ts'

const kind = 'demo.papers'
const actor = { kind: 'operator', name: 'demo' } as const
/** A job works for this long and then reschedules itself, so that other jobs can run. */
const chunkMilliseconds = 3_000

/** The jobs of the demo data: hundreds of PDFs, each taking tens of milliseconds, would delay the start. */
export const jobs = (context: Context): JobHandlers => ({
  [kind]: (job) => createBulkDocuments(context, (job.payload as { lenderId: number }).lenderId),
})

/** Enqueues the documents of a lender's fundings in the history. */
export const askForPapers = mutation<Context, { lenderId: number }, { asked: boolean }>({
  operation: 'askForDemoPapers',
  permit: ['operator'],
  withoutSecondPair: 'it only has documents of the demo made',
  async run(tx, { lenderId }, { context }) {
    await enqueue(tx, [{ id: context.random.uuid(), kind, payload: { lenderId }, queue: bulkQueue }])
    return { answer: { asked: true }, subject: `lender:${lenderId}` }
  },
})

type Part = {
  id: string
  loanId: number
  loanNumber: string
  amount: number
  signedOn: string
  reference: string
  copied: boolean
  told: boolean
}

/**
 * A lender's fundings of the last year in the history that lack a copy of their agreement or the factsheet of their loan, newest
 * first, as their portfolio shows them. The older ones have none, as with an archive on paper.
 */
export const partsWithoutPapers = ({ db }: Pick<Context, 'db'>, lenderId: number): Promise<Part[]> =>
  many<Part>(
    db,
    'demo.without_papers',
    `select * from (
       select f.id, f.loan_id as "loanId", l.loan_number as "loanNumber", f.amount, g.signed_on as "signedOn",
              g.reference, exists (select from agreement a where a.id = f.id) as copied,
              exists (select from factsheet s where s.loan_id = f.loan_id) as told
         from funding f join archived_agreement g on g.funding_id = f.id join loan l on l.id = f.loan_id
        where f.lender_id = $1 and g.signed_on > business_day(app_now()) - 365) part
      where not (copied and told) order by id desc limit 20`,
    [lenderId],
  )

async function createBulkDocuments(context: Context, lenderId: number): Promise<JobResult> {
  const end = context.clock.now().getTime() + chunkMilliseconds
  for (;;) {
    const parts = await partsWithoutPapers(context, lenderId)
    if (parts.length === 0) return undefined
    for (const part of parts) {
      if (!part.copied) await copyAgreement(context, lenderId, part)
      if (!part.told)
        await createFactsheets(context, [part.loanNumber], (sheets) =>
          perform(context, storeFactsheets, { actor, input: sheets }),
        )
      if (context.clock.now().getTime() > end) return { again: '0 seconds' }
    }
  }
}

async function copyAgreement(context: Context, lenderId: number, part: Part): Promise<void> {
  const { id, loanId, amount, signedOn, reference } = part
  const loan = (await termsOfLoans(context.db, [loanId])).get(loanId)
  if (!loan) throw new Error(`loan ${loanId} has no terms`)
  const terms = {
    ...(await readAgreementTerms(context, context.db, lenderId)),
    preparedAt: `${signedOn}T00:00:00+07:00`,
  }
  const snapshot = { ...snapshotOf(terms, { id, amount, loan }), agreementNumber: reference, copy: true }
  const [{ bytes, pages }, ppfp] = [renderAgreement('pp', snapshot), renderAgreement('ppfp', snapshot)]
  const [kept, facility] = [await context.contents.keep(bytes), await context.contents.keep(ppfp.bytes)]
  const input = { snapshot, kept, pages, ppfp: { kept: facility, pages: ppfp.pages } }
  await perform(context, storeAgreementCopy, { actor, input })
}
