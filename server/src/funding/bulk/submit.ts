import type { EndpointAnswer, EndpointBody } from '@pematang/contract/endpoint'
import type { submitBulkFunding } from '@pematang/contract/funding/bulk/endpoints'
import { bulkQueue, openedBy } from '../../documents/index.ts'
import { consumeGrant, checkLimits, readLimitColumns } from '../../lenders/index.ts'
import type { Context } from '../../context.ts'
import { bulkNumber } from '@pematang/contract/format/reference-number'
import { readFundingTerms, stillOffered } from '../single/index.ts'
import { lockOwners, reserve } from '../../books/index.ts'
import { type ActorOf, personOf } from '../../platform/audit/audit.ts'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { findPreview, hashPreview } from './preview.ts'
import { findFormer, findProduct, insertBulk, type OpenLoan, openLoans } from './submit-store.ts'

type Submit = EndpointBody<typeof submitBulkFunding>
type Submitted = EndpointAnswer<typeof submitBulkFunding>

const runs = 'Pendanaan sedang diproses'
const hasRun = 'Produk ini sudah Anda danai'

/**
 * Accepts a lender's consent to fund all open loans of a product: checks that they equal the preview, holds the whole
 * sum, stores the consent and leaves the fundings to a job. A repeated submission returns the number of the first.
 * @throws Refusal BULK_NOT_FOUND, PASSWORD_CHECK_REQUIRED, BULK_CLOSED, RISK_WARNING_UNACCEPTED, BULK_PREVIEW_REQUIRED,
 *   BULK_CHANGED if the open loans differ from the preview in amount or terms, BULK_CASH_TOO_LOW, or one of the limits
 *   for the whole sum.
 */
export const submitBulk = mutation<Context, Submit, Submitted>({
  operation: 'submitBulkFunding',
  permit: ['lender'],
  company: {
    amount: ({ total_loan_amount: total }) => total ?? null,
    requireRead: async (tx, actor, input) =>
      requirePreviewed(tx, actor, await productOf(tx, actor.lenderId, input), hashIn(input)),
    requirePossible,
  },
  async run(tx, input, { context, actor }) {
    const { lenderId } = actor
    const product = await productOf(tx, actor.lenderId, input)
    // The lock serialises concurrent submissions of one lender.
    const account = (await lockOwners(tx, 'LENDER_CASH', [lenderId])).get(lenderId)
    if (!account) throw new Error(`lender ${lenderId} has no cash account`)
    const former = await findFormer(tx, lenderId, product.id)
    if (former) {
      const answer = { message: former.ended ? hasRun : runs, bulkFundingNumber: former.number }
      return { answer, subject: `bulk:${former.id}`, detail: { again: true } }
    }
    await consumeGrant(tx, actor, 'BULK_FUNDING')
    const open = await asOpenedBy(tx, actor, await openLoans(tx, lenderId, product.id))
    if (open.length === 0) throw new Refusal('BULK_CLOSED')
    const total = open.reduce((sum, { amount }) => sum + amount, 0)
    const terms = await readFundingTerms(context, tx, lenderId)
    const shown =
      hashIn(input) ?? required(await findPreview(tx, personOf(actor), product.id), 'BULK_PREVIEW_REQUIRED')
    const preview = await hashPreview(tx, terms, open)
    if (!preview.equals(shown) || total !== (input.total_loan_amount ?? total))
      throw new Refusal('BULK_CHANGED')
    if (actor.member !== undefined) await requirePreviewed(tx, actor, product, preview)
    if (total > account.balance - account.held) throw new Refusal('BULK_CASH_TOO_LOW')
    // The limits are read under the lock of the cash account, so the figures are exact and the holds made next are
    // counted.
    const columns = await readLimitColumns(tx, lenderId)
    const limits = (await checkLimits(context, tx, [columns])).decide(columns, total)
    if (limits instanceof Refusal) throw limits

    const id = context.random.uuid()
    const number = bulkNumber(id)
    const loans = open.map((loan) => ({ ...loan, fundingId: loan.shown ?? context.random.uuid() }))
    await reserve(
      tx,
      'BULK_FUNDING',
      loans.map(({ fundingId, amount }) => ({ id: fundingId, account: account.id, amount })),
    )
    await insertBulk(tx, { id, lenderId, productId: product.id, number, terms, preview, loans, limits })
    await enqueue(tx, [
      {
        id: context.random.uuid(),
        kind: 'bulk.fund',
        payload: { lenderId, bulkId: id },
        queue: bulkQueue,
      },
    ])
    return {
      answer: { message: runs, bulkFundingNumber: number },
      subject: `bulk:${id}`,
      detail: { productId: product.id, loans: loans.length, amount: total },
    }
  },
})

type Lender = ActorOf<'lender'>
type Product = { id: number }

const hashIn = ({ preview_sha256: hash }: Submit): Buffer | null => (hash ? Buffer.from(hash, 'hex') : null)

const productOf = async (tx: Queryable, lenderId: number, input: Submit): Promise<Product> =>
  required(
    await findProduct(tx, lenderId, {
      uploadId: input.loan_bulk_upload_group_id,
      loanTypeId: input.loan_type_secure_id,
    }),
    'BULK_NOT_FOUND',
  )

/**
 * Requires that the product is offered and a loan of it can still be funded, now or when a funding of it is released.
 * @throws Refusal BULK_NOT_FOUND, LOAN_CLOSED
 */
export async function requireOffered(db: Queryable, lenderId: number, input: Submit): Promise<void> {
  const { id } = await productOf(db, lenderId, input)
  const found = await maybe(
    db,
    'funding.bulk.offered',
    `select 1 from loan_position p where p.bulk_product_id = $1 and ${stillOffered} limit 1`,
    [id],
  )
  required(found, 'LOAN_CLOSED')
}

/**
 * Refuses a bulk funding that no decision could run: of nothing, or of more than the product still offers.
 * @throws Refusal BULK_NOT_FOUND, LOAN_CLOSED, INPUT_INVALID for a sum that is none, BULK_CHANGED
 */
async function requirePossible(tx: Queryable, { lenderId }: Lender, input: Submit): Promise<void> {
  await requireOffered(tx, lenderId, input)
  const { total_loan_amount: total } = input
  if (total === undefined) return
  if (total <= 0) throw new Refusal('INPUT_INVALID')
  const { id } = await productOf(tx, lenderId, input)
  const open = await openLoans(tx, lenderId, id)
  if (total > open.reduce((sum, { amount }) => sum + amount, 0)) throw new Refusal('BULK_CHANGED')
}

/**
 * Of a company who consents has seen the preview, not somebody else of it.
 * @throws Refusal BULK_PREVIEW_REQUIRED, BULK_CHANGED if they saw another one
 */
async function requirePreviewed(
  tx: Queryable,
  actor: Lender,
  { id }: Product,
  preview: Buffer | null,
): Promise<void> {
  const seen = required(await findPreview(tx, personOf(actor), id), 'BULK_PREVIEW_REQUIRED')
  if (preview && !seen.equals(preview)) throw new Refusal('BULK_CHANGED')
}

/** Without the agreements that somebody else of a company had opened: to who consents they were not shown. */
async function asOpenedBy(
  tx: Queryable,
  actor: Lender,
  loans: readonly OpenLoan[],
): Promise<readonly OpenLoan[]> {
  if (actor.member === undefined) return loans
  const opened = await openedBy(
    tx,
    actor,
    loans.flatMap(({ shown }) => shown ?? []),
  )
  return loans.map((loan) => {
    const kinds = opened.get(loan.shown ?? '')
    return kinds?.has('PP') && kinds.has('PPFP')
      ? loan
      : { ...loan, shown: null, ppSha256: null, ppfpSha256: null }
  })
}
