import type { Context } from '../../context.ts'
import { keepFactsheets, makeFactsheets, renderAgreement } from '../../documents/index.ts'
import { keepAgreementCopy, snapshotOf, takeTerms, termsOfLoans } from '../../funding/index.ts'
import { many } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobHandlers, JobResult } from '../../platform/jobs/worker.ts'
import { mutation, perform } from '../../platform/mutation.ts'

const kind = 'demo.papers'
const actor = { kind: 'operator', name: 'demo' } as const
/** A job works for so long and lets others go before it. */
const chunkMilliseconds = 3_000

/** What the demo world leaves to the worker: hundreds of PDFs, each of tens of milliseconds, are not made at the start. */
export const demoJobs = (context: Context): JobHandlers => ({
  [kind]: (job) => makePapers(context, (job.payload as { lenderId: number }).lenderId),
})

/** Asks the worker for the documents of what a lender holds of the history. */
export const askForPapers = mutation<Context, { lenderId: number }, { asked: boolean }>({
  operation: 'askForDemoPapers',
  permit: ['operator'],
  async run(tx, { lenderId }, { world }) {
    await enqueue(tx, [{ id: world.random.uuid(), kind, payload: { lenderId }, line: 'bulk' }])
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
 * The parts of a lender in the history that lack a copy of their agreement or the factsheet of their loan, the newest
 * first, as his portfolio shows them.
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
        where f.lender_id = $1) part
      where not (copied and told) order by id desc limit 20`,
    [lenderId],
  )

async function makePapers(context: Context, lenderId: number): Promise<JobResult> {
  const end = context.clock.now().getTime() + chunkMilliseconds
  for (;;) {
    const parts = await partsWithoutPapers(context, lenderId)
    if (parts.length === 0) return undefined
    for (const part of parts) {
      if (!part.copied) await copyAgreement(context, lenderId, part)
      if (!part.told)
        await makeFactsheets(context, [part.loanNumber], (sheets) =>
          perform(context, keepFactsheets, { actor, input: sheets }),
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
    ...(await takeTerms(context, context.db, lenderId)),
    preparedAt: `${signedOn}T00:00:00+07:00`,
  }
  const snapshot = { ...snapshotOf(terms, { id, amount, loan }), agreementNumber: reference, copy: true }
  const { bytes, pages } = renderAgreement('pp', snapshot)
  await perform(context, keepAgreementCopy, { actor, input: { snapshot, bytes, pages } })
}
