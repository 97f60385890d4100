import type { Context } from '../context.ts'
import {
  type AgreementSnapshot,
  insertDocument,
  makeFirstFactsheet,
  renderAgreement,
} from '../documents/index.ts'
import { many, one } from '../platform/db/database.ts'
import type { JobResult } from '../platform/jobs/worker.ts'
import { mutation, perform } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { chunkMilliseconds, type WhichBulk } from './run.ts'

type Unprinted = { fundingId: string; lenderId: number; snapshot: AgreementSnapshot }

/**
 * Makes the two documents of each funding of a bulk funding that the lender has not looked at before he consented: their
 * text follows from what he consented to. Then the factsheets that its loans lack. For a while at a time; making a PDF
 * takes tens of milliseconds.
 * @throws where some could not be made, after all others were: the job comes again after a while.
 */
export async function makePapers(context: Context, which: WhichBulk): Promise<JobResult> {
  const end = context.clock.now().getTime() + chunkMilliseconds
  const failed: string[] = []
  /** @returns whether nothing is left, and not only the time over */
  const makeAll = async <T extends { fundingId: string }>(
    find: (context: Context, which: WhichBulk, without: readonly string[]) => Promise<T[]>,
    make: (context: Context, one: T) => Promise<void>,
  ): Promise<boolean> => {
    for (;;) {
      const lacking = await find(context, which, failed)
      if (lacking.length === 0) return true
      for (const funding of lacking) {
        try {
          await make(context, funding)
        } catch (error) {
          if (error instanceof Refusal) throw error
          const { fundingId } = funding
          failed.push(fundingId)
          context.log.error({ err: error, fundingId }, 'documents could not be made')
        }
        if (context.clock.now().getTime() > end) return false
      }
    }
  }
  const all = (await makeAll(findUnprinted, print)) && (await makeAll(findWithoutFactsheet, tell))
  if (!all) return { again: '0 seconds' }
  if (failed.length > 0) throw new Error(`the documents of ${failed.length} fundings could not be made`)
  return undefined
}

async function print(context: Context, { fundingId, lenderId, snapshot }: Unprinted): Promise<void> {
  const [pp, ppfp] = [renderAgreement('pp', snapshot), renderAgreement('ppfp', snapshot)]
  await perform(context, keepPapers, {
    actor: { kind: 'system' },
    input: {
      fundingId,
      lenderId,
      documents: [
        { kind: 'PP', bytes: pp.bytes, pages: pp.pages },
        { kind: 'PPFP', bytes: ppfp.bytes, pages: ppfp.pages },
      ],
    },
  })
}

const findUnprinted = (
  { db }: Context,
  { lenderId, bulkId }: WhichBulk,
  without: readonly string[],
): Promise<Unprinted[]> =>
  many<Unprinted>(
    db,
    'bulk.unprinted',
    `select l.funding_id as "fundingId", l.lender_id as "lenderId", a.snapshot
       from bulk_funding_loan l join agreement a on a.id = l.funding_id
      where l.lender_id = $1 and l.bulk_id = $2 and l.state = 'FUNDED' and l.pp_sha256 is null
        and l.funding_id <> all($3) and not exists (select from document d where d.agreement_id = l.funding_id)
      order by l.loan_id limit 50`,
    [lenderId, bulkId, without],
  )

const tell = (context: Context, { loanNumber }: { loanNumber: string }): Promise<void> =>
  makeFirstFactsheet(context, loanNumber)

const findWithoutFactsheet = (
  { db }: Context,
  { lenderId, bulkId }: WhichBulk,
  without: readonly string[],
): Promise<{ fundingId: string; loanNumber: string }[]> =>
  many<{ fundingId: string; loanNumber: string }>(
    db,
    'bulk.without_factsheet',
    `select b.funding_id as "fundingId", l.loan_number as "loanNumber"
       from bulk_funding_loan b join loan l on l.id = b.loan_id
      where b.lender_id = $1 and b.bulk_id = $2 and b.state = 'FUNDED' and b.funding_id <> all($3)
        and not exists (select from factsheet f where f.loan_id = b.loan_id)
      order by b.loan_id limit 50`,
    [lenderId, bulkId, without],
  )

type Papers = {
  fundingId: string
  lenderId: number
  documents: { kind: 'PP' | 'PPFP'; bytes: Buffer; pages: number }[]
}

const keepPapers = mutation<Context, Papers, { kept: boolean }>({
  operation: 'keepBulkPapers',
  permit: ['system'],
  async run(tx, { fundingId, lenderId, documents }, { world }) {
    const subject = `agreement:${fundingId}`
    const { there } = await one<{ there: boolean }>(
      tx,
      'bulk.printed',
      'select exists (select from document where agreement_id = $1) as there',
      [fundingId],
    )
    if (there) return { answer: { kept: false }, subject }
    for (const document of documents) {
      await insertDocument(tx, { id: world.random.secureId(), lenderId, agreementId: fundingId, ...document })
    }
    return { answer: { kept: true }, subject }
  },
})
