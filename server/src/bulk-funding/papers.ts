import type { Context } from '../context.ts'
import { type AgreementSnapshot, insertDocument, renderAgreement } from '../documents/index.ts'
import { many, one } from '../platform/db/database.ts'
import type { JobResult } from '../platform/jobs/worker.ts'
import { mutation, perform } from '../platform/mutation.ts'
import { chunkMilliseconds, type WhichBulk } from './run.ts'

type Unprinted = { fundingId: string; lenderId: number; snapshot: AgreementSnapshot }

/**
 * Makes the two documents of each funding of a bulk funding that the lender has not looked at before he consented: their
 * text follows from what he consented to. For a while at a time; making a PDF takes tens of milliseconds.
 */
export async function makePapers(context: Context, which: WhichBulk): Promise<JobResult> {
  const end = context.clock.now().getTime() + chunkMilliseconds
  for (;;) {
    const unprinted = await findUnprinted(context, which)
    if (unprinted.length === 0) return undefined
    for (const { fundingId, lenderId, snapshot } of unprinted) {
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
      if (context.clock.now().getTime() > end) return { again: '0 seconds' }
    }
  }
}

const findUnprinted = ({ db }: Context, { lenderId, bulkId }: WhichBulk): Promise<Unprinted[]> =>
  many<Unprinted>(
    db,
    'bulk.unprinted',
    `select l.funding_id as "fundingId", l.lender_id as "lenderId", a.snapshot
       from bulk_funding_loan l join agreement a on a.id = l.funding_id
      where l.lender_id = $1 and l.bulk_id = $2 and l.state = 'FUNDED' and l.pp_sha256 is null
        and not exists (select from document d where d.agreement_id = l.funding_id)
      order by l.loan_id limit 50`,
    [lenderId, bulkId],
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
