import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { finishCorrection, lastDaysOf, type LockedLoans, reallocate } from '../../loans/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refreshLoans } from './store.ts'

type Moving = {
  moves: readonly { loanId: number; loanNumber: string }[]
  /** The first day whose payments another lender receives. */
  valueDate: BusinessDate
  /** Why payments are recorded again, for the audit trail. */
  reason: string
  /** The fundings as they are held. */
  since: readonly { since: BusinessDate | null }[]
}

/**
 * Changes who holds fundings from a day on, by `change`, and passes on the payments of their loans that have value dates
 * from then on: they are reversed and recorded again today, as payments are that are allocated anew. The caller has
 * locked the loans.
 * @returns how many payments were passed on
 * @throws Refusal DATE_IN_FUTURE, DATE_BEFORE_DISBURSEMENT, DATE_BEFORE_CHANGE because what was paid before new terms stays as
 *   it is, HOLDING_TRANSFERRED_SINCE, EXCESS_PAID_OUT
 */
export async function passOn(
  tx: Transaction,
  context: Context,
  locked: LockedLoans,
  { moves, valueDate, reason, since }: Moving,
  change: () => Promise<void>,
): Promise<{ payments: number }> {
  if (since.some((one) => one.since !== null && one.since >= valueDate))
    throw new Refusal('HOLDING_TRANSFERRED_SINCE')
  const loans = [...new Map(moves.map((one) => [one.loanId, one.loanNumber])).values()].map((number) => {
    const loan = locked.loans.get(number)
    if (!loan) throw new Refusal('LOAN_NOT_DISBURSED')
    return loan
  })
  const days = await lastDaysOf(
    tx,
    loans.map(({ loanId }) => loanId),
  )
  for (const { loanId, today, disbursedOn } of loans) {
    if (valueDate > today) throw new Refusal('DATE_IN_FUTURE')
    if (valueDate < disbursedOn) throw new Refusal('DATE_BEFORE_DISBURSEMENT')
    const changedOn = days.get(loanId)?.changedOn ?? null
    if (changedOn !== null && valueDate <= changedOn) throw new Refusal('DATE_BEFORE_CHANGE')
  }
  await change()
  let payments = 0
  for (const loan of loans) {
    const paidOn = days.get(loan.loanId)?.paidOn ?? null
    if (paidOn === null || paidOn < valueDate) continue
    const done = await reallocate(tx, context, locked, { loan, from: valueDate, reason, whole: true })
    if (done instanceof Refusal) throw done
    const { moved, paymentIds, reversed } = done
    const [ref] = paymentIds
    if (ref === undefined) continue
    await finishCorrection(tx, context, { loanNumber: loan.loanNumber, ref, reversed, paymentIds })
    payments += moved.length
  }
  await refreshLoans(
    tx,
    loans.map(({ loanId }) => loanId),
  )
  return { payments }
}
