import type { Context } from '../context.ts'
import { BankUnavailable, type PayingBank } from '../outside/bank/port.ts'
import type { JobHandlers, JobResult } from '../platform/jobs/worker.ts'
import { type Mutation, perform } from '../platform/mutation.ts'
import { required } from '../platform/refusal.ts'
import {
  putBack,
  returnWithdrawal,
  settleWithdrawal,
  takeToSend,
  WithdrawalConflict,
} from './end-withdrawal.ts'
import { findWithdrawal, type WithdrawalRow, type WithdrawalState } from './store.ts'

const system = { kind: 'system' } as const

export const withdrawalJobs = (context: Context): JobHandlers => ({
  'withdrawal.follow': (job) => followOrWait(context, (job.payload as { withdrawalId: string }).withdrawalId),
})

/** A bank that is away is asked again for as long as it takes: a job put aside would leave the money held for good. */
async function followOrWait(context: Context, id: string): Promise<JobResult> {
  try {
    return await followWithdrawal(context, id)
  } catch (error) {
    if (!(error instanceof BankUnavailable)) throw error
    context.log.warn({ err: error, withdrawal: id }, 'the bank is away, asking again later')
    return { again: '20 seconds' }
  }
}

/** The name by which the bank knows a withdrawal: its partnerReferenceNo. */
export const referenceOf = (id: string): string => id.replaceAll('-', '')

/**
 * Moves a withdrawal on. It is ordered once; from then on the bank is only asked what came of it. Wherever this is cut
 * off, the next run goes on: before the order was noted it may be given, after it nobody gives it again.
 * @throws BankUnavailable where the bank does not say.
 */
export async function followWithdrawal(context: Context, id: string): Promise<JobResult> {
  const withdrawal = required(await findWithdrawal(context.db, id), 'NOT_FOUND')
  if (hasEnded(withdrawal.state)) return undefined
  const bank = context.payers.get(withdrawal.methodPayment)
  if (!bank) throw new BankUnavailable(`bank: none for method ${withdrawal.methodPayment}`)
  return withdrawal.state === 'HELD' ? order(context, bank, withdrawal) : ask(context, bank, withdrawal)
}

/** Asks whose the account is, and then orders the transfer, unless somebody else has. */
async function order(context: Context, bank: PayingBank, withdrawal: WithdrawalRow): Promise<JobResult> {
  const { id, amount, age } = withdrawal
  const giveBack = (reason: string) => end(context, returnWithdrawal, { id, reason, from: 'HELD' })
  if (age > context.config.WITHDRAWAL_GIVE_UP_SECONDS) return giveBack('NEVER_TAKEN')
  const { accountName, accountNumber, bankCode, transferType } = withdrawal
  const destination = { accountName, accountNumber, bankCode, transferType }
  // A name of its own: it may be asked more than once, and to a bank a reference is good for one call.
  const inquiry = await bank.inquire(destination, referenceOf(context.random.uuid()))
  if (inquiry.end === 'refused') return giveBack(inquiry.code)
  if (!inquiry.active) return giveBack('ACCOUNT_INACTIVE')
  if (!isSamePerson(inquiry.accountName, accountName)) return giveBack('ACCOUNT_OF_OTHERS')
  // From before the note, and what the order is signed with: where this process stands still in between, for so long that
  // the money is given back, the order is too old for the bank.
  const at = context.clock.now()
  const { mine } = await perform(context, takeToSend, { actor: system, input: { id } })
  if (!mine) return soon
  const answer = await bank.transfer({ ...destination, reference: referenceOf(id), amount, at })
  if (answer.end === 'paid')
    return end(context, settleWithdrawal, { id, bankReference: answer.bankReference })
  if (answer.end === 'refused') return end(context, returnWithdrawal, { id, reason: answer.code })
  if (answer.end === 'not-taken') {
    await perform(context, putBack, { actor: system, input: { id, code: answer.code } })
    return { again: '5 seconds' }
  }
  context.log.warn({ withdrawal: id, why: answer.why }, 'the end of a transfer is not known')
  return soon
}

async function ask(context: Context, bank: PayingBank, withdrawal: WithdrawalRow): Promise<JobResult> {
  const { id, amount, transferType } = withdrawal
  const sentAge = withdrawal.sentAge ?? 0
  const status = await bank.status({ reference: referenceOf(id), transferType })
  if (status.end === 'paid') {
    if (status.amount !== null && status.amount !== amount)
      throw new WithdrawalConflict(`the bank has paid ${status.amount} for withdrawal ${id} of ${amount}`)
    return end(context, settleWithdrawal, { id, bankReference: status.bankReference })
  }
  if (status.end === 'failed') return end(context, returnWithdrawal, { id, reason: status.code })
  // The order may still be on its way; after this time the bank would not take it any more.
  if (status.end === 'not-found' && sentAge > context.config.WITHDRAWAL_LOST_SECONDS)
    return end(context, returnWithdrawal, { id, reason: 'LOST' })
  return { again: `${Math.round(Math.min(300, Math.max(2, sentAge / 4)))} seconds` }
}

const soon: JobResult = { again: '2 seconds' }

const hasEnded = (state: WithdrawalState): boolean => state === 'PAID' || state === 'RETURNED'

async function end<Input>(
  context: Context,
  verb: Mutation<Context, Input, { state: WithdrawalState }>,
  input: Input,
): Promise<JobResult> {
  const { state } = await perform(context, verb, { actor: system, input })
  // Somebody else has ordered it meanwhile: the bank is asked what came of that.
  return hasEnded(state) ? undefined : soon
}

/**
 * Whether the bank's name of an account is the registered one. Banks write names in capitals, leave out signs and cut
 * long ones, so one may be the beginning of the other.
 */
function isSamePerson(told: string, registered: string): boolean {
  const [a, b] = [letters(told), letters(registered)].sort((x, y) => x.length - y.length) as [string, string]
  return a === b || (a.length >= 10 && b.startsWith(a))
}

const letters = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
