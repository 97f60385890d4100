import type { Context } from '../../context.ts'
import type { JobHandlers, JobResult } from '../../platform/jobs/worker.ts'
import type { Mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { required } from '../../platform/refusal.ts'
import { claimTransfer, resetToHeld, returnWithdrawal, settleWithdrawal } from './end-withdrawal.ts'
import { followTransfer, orPostpone, retrySoon } from './follow-transfer.ts'
import { findWithdrawal, type WithdrawalState } from './store.ts'

const system = { kind: 'system' } as const

export const jobs = (context: Context): JobHandlers => ({
  'withdrawal.follow': (job) => {
    const { withdrawalId: id } = job.payload as { withdrawalId: string }
    return orPostpone(context, { id, subject: 'withdrawal' }, () => followWithdrawal(context, id))
  },
})

/**
 * Advances a withdrawal, as followTransfer does.
 * @throws BankUnavailable when the bank does not answer
 */
export async function followWithdrawal(context: Context, id: string): Promise<JobResult> {
  const withdrawal = required(await findWithdrawal(context.db, id), 'NOT_FOUND')
  if (hasEnded(withdrawal.state)) return undefined
  const heldBecause = withdrawal.isOfSuspended ? 'SUSPENDED: the lender' : null
  const transfer = { ...withdrawal, subject: 'withdrawal', heldBecause } as const
  return followTransfer(context, transfer, {
    async claim(wasOrdered) {
      return (await perform(context, claimTransfer, { actor: system, input: { id, wasOrdered } })).claimed
    },
    async reset(code) {
      await perform(context, resetToHeld, { actor: system, input: { id, code } })
    },
    pay: (bankReference) => end(context, settleWithdrawal, { id, bankReference }),
    endUnpaid: (reason, from) =>
      end(context, returnWithdrawal, { id, reason, ...(from === undefined ? {} : { from }) }),
  })
}

const hasEnded = (state: WithdrawalState): boolean => state === 'PAID' || state === 'RETURNED'

async function end<Input>(
  context: Context,
  verb: Mutation<Context, Input, { state: WithdrawalState }, 'system'>,
  input: Input,
): Promise<JobResult> {
  const { state } = await perform(context, verb, { actor: system, input })
  return hasEnded(state) ? undefined : retrySoon
}
