import type { Context } from '../../context.ts'
import { BankUnavailable, type PayingBank } from '../../outside/bank/port.ts'
import type { JobHandlers, JobResult } from '../../platform/jobs/worker.ts'
import type { Mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { required } from '../../platform/refusal.ts'
import { isShort } from './bank-balance.ts'
import {
  resetToHeld,
  returnWithdrawal,
  settleWithdrawal,
  claimTransfer,
  WithdrawalConflict,
} from './end-withdrawal.ts'
import { findWithdrawal, type WithdrawalRow, type WithdrawalState } from './store.ts'

const system = { kind: 'system' } as const

export const jobs = (context: Context): JobHandlers => ({
  'withdrawal.follow': (job) =>
    followOrPostpone(context, (job.payload as { withdrawalId: string }).withdrawalId),
})

/**
 * Follows a withdrawal and retries while the bank is unavailable, without a limit of attempts: a dead job would leave
 * the money held forever. If the bank's status contradicts our books, it is polled hourly until an operator resolves
 * it, and the job stores the reason.
 */
async function followOrPostpone(context: Context, id: string): Promise<JobResult> {
  try {
    return await followWithdrawal(context, id)
  } catch (error) {
    if (error instanceof WithdrawalConflict) {
      context.log.error({ err: error, withdrawal: id }, 'bank contradicts our books, retry in an hour')
      return { again: '1 hour', because: `CONFLICT: ${error.message}` }
    }
    if (!(error instanceof BankUnavailable)) throw error
    context.log.warn({ err: error, withdrawal: id }, 'bank unavailable, retry later')
    return { again: '20 seconds' }
  }
}

/** The reference (partnerReferenceNo) by which the bank knows a withdrawal. */
export const referenceOf = (id: string): string => id.replaceAll('-', '')

/**
 * Advances a withdrawal. The transfer is ordered once; afterwards the bank is only asked for its status. After a crash
 * the next run continues: a withdrawal not marked SENT may be ordered, one marked SENT never again.
 * @throws BankUnavailable when the bank does not answer
 */
export async function followWithdrawal(context: Context, id: string): Promise<JobResult> {
  const withdrawal = required(await findWithdrawal(context.db, id), 'NOT_FOUND')
  if (hasEnded(withdrawal.state)) return undefined
  // Before the bank is looked up: a withdrawal must also end when its bank was taken out of the settings.
  if (withdrawal.state === 'HELD' && withdrawal.age > context.config.WITHDRAWAL_GIVE_UP_SECONDS)
    return end(context, returnWithdrawal, { id, reason: 'NEVER_TAKEN', from: 'HELD' })
  const bank = context.payers.get(withdrawal.methodPayment)
  if (!bank) throw new BankUnavailable(`no bank for method ${withdrawal.methodPayment}`)
  return withdrawal.state === 'HELD'
    ? orderTransfer(context, bank, withdrawal)
    : checkStatus(context, bank, withdrawal)
}

/**
 * How old a withdrawal is that may have been ordered before these books were restored to an earlier moment: a restore takes
 * longer. A younger one is ordered without a question to the bank.
 */
const wasOrderedAfterSeconds = 120

/**
 * Checks the destination account, and orders the transfer unless another worker already has, or the bank has less than
 * the books say.
 */
async function orderTransfer(
  context: Context,
  bank: PayingBank,
  withdrawal: WithdrawalRow,
): Promise<JobResult> {
  const { id, amount } = withdrawal
  if (await isShort(context.db, withdrawal.methodPayment))
    return { again: '1 minute', because: 'STOPPED: the bank has less than the books' }
  if (withdrawal.age > wasOrderedAfterSeconds) {
    const status = await bank.status({ reference: referenceOf(id), transferType: withdrawal.transferType })
    if (status.end !== 'not-found') {
      context.log.warn(
        { withdrawal: id, status: status.end },
        'bank has a transfer that is held here, not ordered again',
      )
      await perform(context, claimTransfer, { actor: system, input: { id, wasOrdered: true } })
      return retrySoon
    }
  }
  if (withdrawal.isOfSuspended) return { again: '1 minute', because: 'SUSPENDED: the lender' }
  const returnToLender = (reason: string) => end(context, returnWithdrawal, { id, reason, from: 'HELD' })
  const { accountName, accountNumber, bankCode, transferType } = withdrawal
  const destination = { accountName, accountNumber, bankCode, transferType }
  // Each inquiry has a new reference, because banks accept a reference only once.
  const inquiry = await bank.inquire(destination, referenceOf(context.random.uuid()))
  if (inquiry.end === 'refused') return returnToLender(inquiry.code)
  if (!inquiry.active) return returnToLender('ACCOUNT_INACTIVE')
  if (!isSameName(inquiry.accountName, accountName)) return returnToLender('ACCOUNT_OF_OTHERS')
  // Read before the claim, and signed into the order: if this process stalls until the money is returned, the bank
  // rejects the order as too old.
  const at = context.clock.now()
  const { claimed } = await perform(context, claimTransfer, { actor: system, input: { id } })
  if (!claimed) return retrySoon
  const answer = await bank.transfer({ ...destination, reference: referenceOf(id), amount, at })
  if (answer.end === 'paid')
    return end(context, settleWithdrawal, { id, bankReference: answer.bankReference })
  if (answer.end === 'refused') return end(context, returnWithdrawal, { id, reason: answer.code })
  if (answer.end === 'not-taken') {
    await perform(context, resetToHeld, { actor: system, input: { id, code: answer.code } })
    return { again: '5 seconds' }
  }
  context.log.warn({ withdrawal: id, why: answer.why }, 'transfer outcome unknown')
  return retrySoon
}

async function checkStatus(
  context: Context,
  bank: PayingBank,
  withdrawal: WithdrawalRow,
): Promise<JobResult> {
  const { id, amount, transferType } = withdrawal
  const sentAge = withdrawal.sentAge ?? 0
  const status = await bank.status({ reference: referenceOf(id), transferType })
  if (status.end === 'paid') {
    if (status.amount !== null && status.amount !== amount)
      throw new WithdrawalConflict(`the bank has paid ${status.amount} for withdrawal ${id} of ${amount}`)
    return end(context, settleWithdrawal, { id, bankReference: status.bankReference })
  }
  if (status.end === 'failed') return end(context, returnWithdrawal, { id, reason: status.code })
  // Before that time the order may still be in transit; afterwards the bank would reject it as too old.
  if (status.end === 'not-found' && sentAge > context.config.WITHDRAWAL_LOST_SECONDS)
    return end(context, returnWithdrawal, { id, reason: 'LOST' })
  return { again: `${Math.round(Math.min(300, Math.max(2, sentAge / 4)))} seconds` }
}

const retrySoon: JobResult = { again: '2 seconds' }

const hasEnded = (state: WithdrawalState): boolean => state === 'PAID' || state === 'RETURNED'

async function end<Input>(
  context: Context,
  verb: Mutation<Context, Input, { state: WithdrawalState }, 'system'>,
  input: Input,
): Promise<JobResult> {
  const { state } = await perform(context, verb, { actor: system, input })
  // Another worker has ordered the transfer meanwhile, so the bank is asked for its status.
  return hasEnded(state) ? undefined : retrySoon
}

/**
 * Whether the bank's account name matches the registered one. Banks write capitals, drop punctuation and truncate, so
 * either may be a prefix of the other.
 */
function isSameName(atBank: string, registered: string): boolean {
  const [a, b] = [letters(atBank), letters(registered)].sort((x, y) => x.length - y.length) as [
    string,
    string,
  ]
  return a === b || (a.length >= 10 && b.startsWith(a))
}

const letters = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
