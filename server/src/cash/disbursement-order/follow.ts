import type { Context } from '../../context.ts'
import type { Mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { JobHandlers, JobResult } from '../../platform/jobs/worker.ts'
import { required } from '../../platform/refusal.ts'
import { followTransfer, orPostpone, retrySoon } from '../withdrawal/index.ts'
import { claimOrder, payOrder, resetOrder, returnOrder } from './end-order.ts'
import { findOrder, type OrderState } from './store.ts'

const system = { kind: 'system' } as const

export const jobs = (context: Context): JobHandlers => ({
  'disbursement.follow': (job) => {
    const { orderId: id } = job.payload as { orderId: string }
    return orPostpone(context, { id, subject: 'disbursement' }, () => followOrder(context, id))
  },
})

/**
 * Advances an order to pay a loan out, as followTransfer does, until the bank has paid or refused it.
 * @throws BankUnavailable when the bank does not answer
 */
export async function followOrder(context: Context, id: string): Promise<JobResult> {
  const { state, transferType, ...order } = required(await findOrder(context.db, id), 'NOT_FOUND')
  if (!isUnderWay(state) || transferType === null) return undefined
  const transfer = { ...order, transferType, subject: 'disbursement', heldBecause: null } as const
  return followTransfer(context, transfer, {
    async claim(wasOrdered) {
      return (await perform(context, claimOrder, { actor: system, input: { id, wasOrdered } })).claimed
    },
    async reset(code) {
      await perform(context, resetOrder, { actor: system, input: { id, code } })
    },
    pay: (bankReference) => end(context, payOrder, { id, bankReference }),
    endUnpaid: (reason, from) =>
      end(context, returnOrder, { id, reason, ...(from === undefined ? {} : { from }) }),
  })
}

const isUnderWay = (state: OrderState): boolean => state === 'ORDERED' || state === 'SENT'

async function end<Input>(
  context: Context,
  verb: Mutation<Context, Input, { state: OrderState }, 'system'>,
  input: Input,
): Promise<JobResult> {
  const { state } = await perform(context, verb, { actor: system, input })
  return isUnderWay(state) ? retrySoon : undefined
}
