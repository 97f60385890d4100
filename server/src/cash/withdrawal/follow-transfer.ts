import type { Context } from '../../context.ts'
import { isSameName } from '../../outside/bank/account-name.ts'
import { BankUnavailable, type Destination, type PayingBank } from '../../outside/bank/port.ts'
import type { JobResult } from '../../platform/jobs/worker.ts'
import { isShort } from './bank-balance.ts'

/** The bank's word contradicts our books. No money moves; an operator must decide. */
export class TransferConflict extends Error {}

/** A transfer that a bank is to send; whole rupiah, ages in seconds by the database's time. */
export type TransferToFollow = Destination & {
  /** Without its dashes it is the reference by which the bank knows the transfer. */
  id: string
  /** What it is of, for the log: a withdrawal or a disbursement. */
  subject: 'withdrawal' | 'disbursement'
  methodPayment: 1 | 2
  amount: number
  age: number
  /** Seconds since the transfer was ordered; null before. */
  sentAge: number | null
  /** Why it is not ordered now, or null. */
  heldBecause: string | null
}

/** What the books do at each step of a transfer. */
export type TransferSteps = {
  /**
   * Marks the transfer as ordered, before it is: `wasOrdered` if the bank has it already.
   * @returns whether the caller may order it
   */
  claim(wasOrdered: boolean): Promise<boolean>
  /** The bank has rejected the order unprocessed: it may be ordered again. */
  reset(code: string): Promise<void>
  /** The bank says that it has paid. */
  pay(bankReference: string | null): Promise<JobResult>
  /** The bank will never pay; `HELD` where that was found before the order. */
  endUnpaid(reason: string, from?: 'HELD'): Promise<JobResult>
}

/** The reference (partnerReferenceNo) by which the bank knows a transfer. */
export const referenceOf = (id: string): string => id.replaceAll('-', '')

/**
 * Takes a step and retries while the bank is unavailable, without a limit of attempts: a dead job would leave the money
 * where it is forever. If the bank contradicts our books, it is asked hourly until an operator resolves it, and the job
 * stores the reason.
 */
export async function orPostpone(
  { log }: Context,
  of: { id: string; subject: TransferToFollow['subject'] },
  step: () => Promise<JobResult>,
): Promise<JobResult> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof TransferConflict) {
      log.error({ err: error, [of.subject]: of.id }, 'bank contradicts our books, retry in an hour')
      return { again: '1 hour', because: `CONFLICT: ${error.message}` }
    }
    if (!(error instanceof BankUnavailable)) throw error
    log.warn({ err: error, [of.subject]: of.id }, 'bank unavailable, retry later')
    return { again: '20 seconds' }
  }
}

/**
 * Advances a transfer. It is ordered once; afterwards the bank is only asked for its status. After a crash the next run
 * continues: one that is not marked as ordered may be ordered, one that is never again.
 * @throws BankUnavailable when the bank does not answer
 */
export async function followTransfer(
  context: Context,
  transfer: TransferToFollow,
  steps: TransferSteps,
): Promise<JobResult> {
  const { methodPayment, sentAge, age } = transfer
  // Before the bank is looked up: a transfer must also end when its bank was taken out of the settings.
  if (sentAge === null && age > context.config.WITHDRAWAL_GIVE_UP_SECONDS)
    return steps.endUnpaid('NEVER_TAKEN', 'HELD')
  const bank = context.payers.get(methodPayment)
  if (!bank) throw new BankUnavailable(`no bank for method ${methodPayment}`)
  return sentAge === null
    ? orderTransfer(context, bank, transfer, steps)
    : checkStatus(context, bank, { ...transfer, sentAge }, steps)
}

/**
 * How old a transfer is that may have been ordered before these books were restored to an earlier moment: a restore takes
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
  transfer: TransferToFollow,
  steps: TransferSteps,
): Promise<JobResult> {
  const { id, amount, subject, accountName, accountNumber, bankCode, transferType } = transfer
  if (await isShort(context.db, transfer.methodPayment))
    return { again: '1 minute', because: 'STOPPED: the bank has less than the books' }
  if (transfer.age > wasOrderedAfterSeconds) {
    const status = await bank.status({ reference: referenceOf(id), transferType })
    if (status.end !== 'not-found') {
      context.log.warn(
        { [subject]: id, status: status.end },
        'bank has a transfer that is held here, not ordered again',
      )
      await steps.claim(true)
      return retrySoon
    }
  }
  if (transfer.heldBecause !== null) return { again: '1 minute', because: transfer.heldBecause }
  const destination = { accountName, accountNumber, bankCode, transferType }
  // Each inquiry has a new reference, because banks accept a reference only once.
  const inquiry = await bank.inquire(destination, referenceOf(context.random.uuid()))
  if (inquiry.end === 'refused') return steps.endUnpaid(inquiry.code, 'HELD')
  if (!inquiry.active) return steps.endUnpaid('ACCOUNT_INACTIVE', 'HELD')
  if (!isSameName(inquiry.accountName, accountName)) return steps.endUnpaid('ACCOUNT_OF_OTHERS', 'HELD')
  // Read before the claim, and signed into the order: if this process stalls until the money is returned, the bank
  // rejects the order as too old.
  const at = context.clock.now()
  if (!(await steps.claim(false))) return retrySoon
  const answer = await bank.transfer({ ...destination, reference: referenceOf(id), amount, at })
  if (answer.end === 'paid') return steps.pay(answer.bankReference)
  if (answer.end === 'refused') return steps.endUnpaid(answer.code)
  if (answer.end === 'not-taken') {
    await steps.reset(answer.code)
    return { again: '5 seconds' }
  }
  context.log.warn({ [subject]: id, why: answer.why }, 'transfer outcome unknown')
  return retrySoon
}

async function checkStatus(
  context: Context,
  bank: PayingBank,
  { id, amount, subject, transferType, sentAge }: TransferToFollow & { sentAge: number },
  steps: TransferSteps,
): Promise<JobResult> {
  const status = await bank.status({ reference: referenceOf(id), transferType })
  if (status.end === 'paid') {
    if (status.amount !== null && status.amount !== amount)
      throw new TransferConflict(
        `bank sudah membayar ${status.amount} untuk ${subject} ${id} sebesar ${amount}`,
      )
    return steps.pay(status.bankReference)
  }
  if (status.end === 'failed') return steps.endUnpaid(status.code)
  // Before that time the order may still be in transit; afterwards the bank would reject it as too old.
  if (status.end === 'not-found' && sentAge > context.config.WITHDRAWAL_LOST_SECONDS)
    return steps.endUnpaid('LOST')
  return { again: `${Math.round(Math.min(300, Math.max(2, sentAge / 4)))} seconds` }
}

/** For a transfer that another worker may have ordered meanwhile: the bank is asked for its status. */
export const retrySoon: JobResult = { again: '2 seconds' }
