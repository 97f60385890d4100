import type { Context } from '../../context.ts'
import { lockOwners, releaseMany } from '../../books/index.ts'
import { notifyLenders } from '../../lenders/index.ts'
import { many, maybe, one, run } from '../../platform/db/database.ts'
import { ChangedMeanwhile } from '../../platform/db/failures.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { orderedLoans } from '../disbursement/index.ts'
import type { CancelReason } from './decide-offer.ts'
import { endFundings, refundFundings } from './refund-fundings.ts'
import { sum } from '../../platform/sum.ts'

export type CancelledLoan = {
  /** False if there is no such loan, or it was already cancelled or paid out. */
  cancelled: boolean
  refunded: number
  released: number
  /**
   * Number of fundings whose agreement can still be signed at the provider: each ends when the provider has cancelled
   * it.
   */
  cancelling: number
  /** Of all of these, in whole rupiah. */
  amount: number
}

/**
 * Cancels a loan that was not paid out, by an operator or at the end of its offer. Settled fundings are refunded to the
 * cash of their lenders, reservations are released, and each lender is notified. A reservation whose agreement could
 * still be signed at the provider keeps its money until a job has cancelled the agreement there; if it is signed before
 * that, the money is refunded through the loan. Locks in the same order as a signature: fundings, cash by account,
 * position. If a funding was added meanwhile, the sums of the position differ, and the whole transaction is retried.
 * @throws Refusal LOAN_ORDERED while a bank has an order to pay the loan out
 */
export const cancelLoan = mutation<
  Context,
  { loanNumber: string; because?: CancelReason /** For the audit trail. */; reason?: string },
  CancelledLoan
>({
  operation: 'cancelLoan',
  permit: ['operator', 'system'],
  withoutSecondPair: 'it takes an offer away and releases what was reserved',
  async run(tx, { loanNumber, because, reason }, { context }) {
    const subject = `loan:${loanNumber}`
    const loan = await maybe<LoanToCancel>(
      tx,
      'loans.offers.to_cancel',
      `select l.id as "loanId", p.escrow_account as escrow, p.status from loan l join loan_position p on p.loan_id = l.id
        where l.loan_number = $1 and p.status in ('DRAFT', 'OFFERED', 'FUNDED')`,
      [loanNumber],
    )
    if (!loan)
      return { answer: { cancelled: false, refunded: 0, released: 0, cancelling: 0, amount: 0 }, subject }
    const { fundings, cash } = await lockFundings(tx, loan.loanId)
    const settled = fundings.filter(({ state }) => state === 'SETTLED')
    const waiting = fundings.filter(({ state, atProvider }) => state === 'WAITING' && !atProvider)
    const cancelling = fundings.filter(({ state, atProvider }) => state === 'WAITING' && atProvider)
    const breach = await refundFundings(tx, context, { escrow: loan.escrow, cash }, settled)
    // The escrow account of a loan that was paid out after it was read is empty.
    if (breach) throw (await isAsRead(tx, loan)) ? breach : new ChangedMeanwhile('the loan')
    await releaseMany(
      tx,
      waiting.map(({ id }) => id),
    )
    const ended = [...settled, ...waiting]
    await endFundings(tx, ended)
    await closePosition(tx, loan.loanId, {
      settled: amountOf(settled),
      waiting: amountOf(waiting),
      cancelling: amountOf(cancelling),
    })
    if (because) await noteReason(tx, cancelling, because)
    await enqueue(
      tx,
      cancelling.map(({ id }) => ({
        id: context.random.uuid(),
        kind: 'signing.follow',
        payload: { fundingId: id },
      })),
    )
    await notifyLenders(
      tx,
      'FUNDING_CANCELLED',
      ended.map(({ lenderId, amount }) => ({
        lenderId,
        id: context.random.uuid(),
        data: { loanNumber, amount, ...(because ? { because } : {}) },
      })),
    )
    const answer = {
      cancelled: true,
      refunded: settled.length,
      released: waiting.length,
      cancelling: cancelling.length,
      amount: amountOf(fundings),
    }
    return {
      answer,
      subject,
      detail: { ...answer, settled: amountOf(settled), ...(reason ? { reason } : {}) },
    }
  },
})

type LoanToCancel = { loanId: number; escrow: number; status: string }

type Funding = {
  id: string
  lenderId: number
  amount: number
  state: 'SETTLED' | 'WAITING'
  /** Whether its agreement may be signed at the provider, or is being signed now. */
  atProvider: boolean
}

const amountOf = (fundings: readonly Funding[]): number => sum(fundings.map(({ amount }) => amount))

/**
 * Locks the pending and settled fundings, and then the cash of their lenders. The documents at the provider are read by
 * a later statement: one that waited for a lock would still see the old state.
 */
async function lockFundings(tx: Transaction, loanId: number) {
  const locked = await many<Omit<Funding, 'atProvider'>>(
    tx,
    'loans.offers.cancel_fundings',
    `select id, lender_id as "lenderId", amount, state from funding
      where loan_id = $1 and state in ('WAITING', 'SETTLED') order by id for update`,
    [loanId],
  )
  const sent = await many<{ id: string }>(
    tx,
    'loans.offers.cancel_at_provider',
    `select r.funding_id as id from signing_request r
      where r.funding_id = any($1) and r.closed_at is null
        and (r.provider_token is not null
             or exists (select from signing_attempt a where a.funding_id = r.funding_id))`,
    [locked.map(({ id }) => id)],
  )
  const atProvider = new Set(sent.map(({ id }) => id))
  const fundings = locked.map((funding) => ({ ...funding, atProvider: atProvider.has(funding.id) }))
  const cash = await lockOwners(
    tx,
    'LENDER_CASH',
    fundings.map(({ lenderId }) => lenderId),
  )
  return { fundings, cash }
}

/** Whether the loan has the status in which it was read, as others have committed it until now. */
const isAsRead = async (tx: Transaction, { loanId, status }: LoanToCancel): Promise<boolean> =>
  (
    await one<{ same: boolean }>(
      tx,
      'loans.offers.is_as_read',
      'select status = $2 as same from loan_position where loan_id = $1',
      [loanId, status],
    )
  ).same

async function noteReason(
  tx: Transaction,
  fundings: readonly Funding[],
  because: CancelReason,
): Promise<void> {
  await run(
    tx,
    'loans.offers.cancel_reason',
    `update funding f set end_reason = $3 from unnest($1::bigint[], $2::uuid[]) as row (lender_id, id)
      where f.lender_id = row.lender_id and f.id = row.id`,
    [fundings.map(({ lenderId }) => lenderId), fundings.map(({ id }) => id), because],
  )
}

async function closePosition(
  tx: Transaction,
  loanId: number,
  { settled, waiting, cancelling }: { settled: number; waiting: number; cancelling: number },
): Promise<void> {
  const closed = await run(
    tx,
    'loans.offers.cancel',
    `update loan_position set status = 'CANCELLED', funded = 0, reserved = $4
      where loan_id = $1 and status in ('DRAFT', 'OFFERED', 'FUNDED') and funded = $2 and reserved = $3`,
    [loanId, settled, waiting + cancelling, cancelling],
  )
  if (closed !== 1) throw new ChangedMeanwhile('the loan')
  // Read under the lock of the position, under which an order is made.
  if ((await orderedLoans(tx, [loanId])).size > 0) throw new Refusal('LOAN_ORDERED')
}
