import type { EndpointAnswer, EndpointBody } from '@pematang/contract/endpoint'
import type { submitBulkFunding } from '@pematang/contract/bulk-funding/endpoints'
import { consumeGrant } from '../auth/index.ts'
import type { Context } from '../context.ts'
import { bulkNumber, takeTerms } from '../funding/index.ts'
import { lockOwners, reserve } from '../ledger/index.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { mutation } from '../platform/mutation.ts'
import { Refusal, required } from '../platform/refusal.ts'
import { findFormer, findProduct, insertBulk, openLoans } from './submit-store.ts'

type Submit = EndpointBody<typeof submitBulkFunding>
type Submitted = EndpointAnswer<typeof submitBulkFunding>

const runs = 'Pendanaan sedang diproses'
const hasRun = 'Produk ini sudah Anda danai'

/**
 * Takes a lender's consent to fund all that is open of a product: holds the whole sum at once, writes down what was
 * consented to, and leaves the rest to a job. A lender funds a product once: submitted again, it is answered with the
 * number of the first, and nothing is done.
 * @throws Refusal BULK_NOT_FOUND, PASSWORD_CHECK_REQUIRED, BULK_CLOSED, BULK_CHANGED where more is open than the lender
 *   has agreed to, BULK_CASH_TOO_LOW.
 */
export const submitBulk = mutation<Context, Submit, Submitted>({
  operation: 'submitBulkFunding',
  permit: ['lender'],
  async run(tx, input, { world, actor }) {
    const lenderId = actor.kind === 'lender' ? actor.lenderId : 0
    const product = required(
      await findProduct(tx, lenderId, {
        uploadId: input.loan_bulk_upload_group_id,
        loanTypeId: input.loan_type_secure_id,
      }),
      'BULK_NOT_FOUND',
    )
    // Two submissions of one lender come one after the other.
    const account = (await lockOwners(tx, 'LENDER_CASH', [lenderId])).get(lenderId)
    if (!account) throw new Error(`lender ${lenderId} has no cash account`)
    const former = await findFormer(tx, lenderId, product.id)
    if (former) {
      const answer = { message: former.ended ? hasRun : runs, bulkFundingNumber: former.number }
      return { answer, subject: `bulk:${former.id}`, detail: { again: true } }
    }
    await consumeGrant(tx, actor, 'BULK_FUNDING')
    const open = await openLoans(tx, lenderId, product.id)
    if (open.length === 0) throw new Refusal('BULK_CLOSED')
    const total = open.reduce((sum, { amount }) => sum + amount, 0)
    if (total > (input.total_loan_amount ?? total)) throw new Refusal('BULK_CHANGED')
    if (total > account.balance - account.held) throw new Refusal('BULK_CASH_TOO_LOW')

    const id = world.random.uuid()
    const number = bulkNumber(id)
    const loans = open.map((loan) => ({ ...loan, fundingId: loan.shown ?? world.random.uuid() }))
    await reserve(
      tx,
      'BULK_FUNDING',
      loans.map(({ fundingId, amount }) => ({ id: fundingId, account: account.id, amount })),
    )
    const terms = await takeTerms(world, tx, lenderId)
    await insertBulk(tx, { id, lenderId, productId: product.id, number, terms, loans })
    await enqueue(tx, [
      { id: world.random.uuid(), kind: 'bulk.fund', payload: { lenderId, bulkId: id }, line: 'bulk' },
    ])
    return {
      answer: { message: runs, bulkFundingNumber: number },
      subject: `bulk:${id}`,
      detail: { productId: product.id, loans: loans.length, amount: total },
    }
  },
})
