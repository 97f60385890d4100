import type { Context } from '../../context.ts'
import {
  type AgreementSnapshot,
  agreementTextVersion,
  enqueueTimestamps,
  CertificateFault,
  insertDocument,
  keepRendered,
  type KeptDocument,
  openCertificate,
  createFirstFactsheet,
  renderAgreement,
} from '../../documents/index.ts'
import { many, one } from '../../platform/db/database.ts'
import type { JobResult } from '../../platform/jobs/worker.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { chunkMilliseconds, type WhichBulk } from './run.ts'

type WithoutAgreements = { fundingId: string; lenderId: number; snapshot: AgreementSnapshot }

/**
 * Renders the agreements of a bulk funding that the lender did not open before the consent, then the missing factsheets
 * of its loans. It works for some seconds and continues in the next job run, since a PDF takes tens of milliseconds.
 * @throws after processing all others when some failed, so that the job is retried
 */
export async function createBulkDocuments(context: Context, which: WhichBulk): Promise<JobResult> {
  const end = context.clock.now().getTime() + chunkMilliseconds
  const failed: string[] = []
  /** @returns false when the time is over before all documents are rendered */
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
          if (error instanceof Refusal || error instanceof CertificateFault) throw error
          const { fundingId } = funding
          failed.push(fundingId)
          context.log.error({ err: error, fundingId }, 'rendering the documents of a funding failed')
        }
        if (context.clock.now().getTime() > end) return false
      }
    }
  }
  const all =
    (await makeAll(findWithoutAgreements, renderAgreements)) &&
    (await makeAll(findWithoutFactsheet, createFactsheet))
  if (!all) return { again: '0 seconds' }
  if (context.tsa) await perform(context, stampBulkDocuments, { actor: { kind: 'system' }, input: which })
  if (failed.length > 0) throw new Error(`the documents of ${failed.length} fundings could not be made`)
  return undefined
}

async function renderAgreements(
  context: Context,
  { fundingId, lenderId, snapshot }: WithoutAgreements,
): Promise<void> {
  const { textVersion = agreementTextVersion() } = snapshot
  if (textVersion !== agreementTextVersion())
    throw new Error(`the agreements of ${fundingId} were consented to under the wording of another release`)
  const certificate = openCertificate(context.certificate())
  const [pp, ppfp] = [
    renderAgreement('pp', snapshot, certificate),
    renderAgreement('ppfp', snapshot, certificate),
  ]
  await perform(context, storeBulkDocuments, {
    actor: { kind: 'system' },
    input: {
      fundingId,
      lenderId,
      documents: [
        { kind: 'PP', ...withoutSignaturePage(await keepRendered(context, pp)) },
        { kind: 'PPFP', ...withoutSignaturePage(await keepRendered(context, ppfp)) },
      ],
    },
  })
}

/** The platform is the only signer, so no page waits for a signature. */
const withoutSignaturePage = ({ kept, pages, platformCertificate = null }: KeptDocument) => ({
  kept,
  pages,
  platformCertificate,
})

const findWithoutAgreements = (
  { db }: Context,
  { lenderId, bulkId }: WhichBulk,
  without: readonly string[],
): Promise<WithoutAgreements[]> =>
  many<WithoutAgreements>(
    db,
    'funding.bulk.without_agreements',
    `select l.funding_id as "fundingId", l.lender_id as "lenderId", a.snapshot
       from bulk_funding_loan l join agreement a on a.id = l.funding_id
      where l.lender_id = $1 and l.bulk_id = $2 and l.state = 'FUNDED' and l.pp_sha256 is null
        and l.funding_id <> all($3) and not exists (select from document d where d.agreement_id = l.funding_id)
      order by l.loan_id limit 50`,
    [lenderId, bulkId, without],
  )

const createFactsheet = (context: Context, { loanNumber }: { loanNumber: string }): Promise<void> =>
  createFirstFactsheet(context, loanNumber)

const findWithoutFactsheet = (
  { db }: Context,
  { lenderId, bulkId }: WhichBulk,
  without: readonly string[],
): Promise<{ fundingId: string; loanNumber: string }[]> =>
  many<{ fundingId: string; loanNumber: string }>(
    db,
    'funding.bulk.without_factsheet',
    `select b.funding_id as "fundingId", l.loan_number as "loanNumber"
       from bulk_funding_loan b join loan l on l.id = b.loan_id
      where b.lender_id = $1 and b.bulk_id = $2 and b.state = 'FUNDED' and b.funding_id <> all($3)
        and not exists (select from factsheet f where f.loan_id = b.loan_id)
      order by b.loan_id limit 50`,
    [lenderId, bulkId, without],
  )

type BulkDocuments = {
  fundingId: string
  lenderId: number
  documents: (Omit<KeptDocument, 'signaturePage'> & { kind: 'PP' | 'PPFP' })[]
}

const storeBulkDocuments = mutation<Context, BulkDocuments, { kept: boolean }>({
  operation: 'storeBulkDocuments',
  permit: ['system'],
  async run(tx, { fundingId, lenderId, documents }, { context }) {
    const subject = `agreement:${fundingId}`
    const { there } = await one<{ there: boolean }>(
      tx,
      'funding.bulk.has_documents',
      'select exists (select from document where agreement_id = $1) as there',
      [fundingId],
    )
    if (there) return { answer: { kept: false }, subject }
    for (const document of documents) {
      await insertDocument(tx, {
        id: context.random.secureId(),
        lenderId,
        agreementId: fundingId,
        ...document,
      })
    }
    return { answer: { kept: true }, subject }
  },
})

/** Finalises the agreements of a bulk funding: the platform is the only signer, so they are final at once. */
const stampBulkDocuments = mutation<Context, WhichBulk, { documents: number }>({
  operation: 'stampBulkDocuments',
  permit: ['system'],
  async run(tx, { lenderId, bulkId }, { context }) {
    const documents = await many<{ id: string }>(
      tx,
      'funding.bulk.documents_to_stamp',
      `select d.id from bulk_funding_loan l join document d on d.agreement_id = l.funding_id
        where l.lender_id = $1 and l.bulk_id = $2 and l.state = 'FUNDED' and d.kind in ('PP', 'PPFP')`,
      [lenderId, bulkId],
    )
    await enqueueTimestamps(
      tx,
      context,
      documents.map(({ id }) => id),
    )
    return { answer: { documents: documents.length }, subject: `bulk:${bulkId}` }
  },
})
