import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { notifyLender } from '../../lenders/index.ts'
import {
  finishCorrection,
  lastDaysOf,
  type LockedLoans,
  reallocate,
  type ServicedLoan,
} from '../../loans/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { RefusalCode } from '@pematang/contract/refusals'
import { Refusal, required } from '../../platform/refusal.ts'
import { refreshLoans } from './store.ts'

/** Tells both sides whose the holdings are from a day on. */
export async function tellBoth(
  tx: Transaction,
  { random }: Pick<Context, 'random'>,
  told: {
    former: number
    holder: number
    count: number
    amount: number
    from: BusinessDate
    undone: boolean
  },
): Promise<void> {
  const { former, holder, ...data } = told
  for (const lenderId of [former, holder])
    await notifyLender(tx, { lenderId, id: random.uuid() }, 'HOLDINGS_TRANSFERRED', {
      ...data,
      isMine: lenderId === holder,
    })
}

/** Why the holder of a funding cannot change from a day on; null if they can. */
export function refusalOf(
  { today }: ServicedLoan,
  { changedOn, since }: { changedOn: BusinessDate | null; since: BusinessDate | null },
  valueDate: BusinessDate,
): RefusalCode | null {
  if (valueDate > today) return 'DATE_IN_FUTURE'
  if (changedOn !== null && valueDate <= changedOn) return 'DATE_BEFORE_CHANGE'
  return since !== null && valueDate <= since ? 'HOLDING_TRANSFERRED_SINCE' : null
}

type Moving = {
  loanNumbers: readonly string[]
  /** The first day whose payments another lender receives. */
  valueDate: BusinessDate
  /** Why payments are recorded again, for the audit trail. */
  reason: string
}

/**
 * Changes who holds fundings from a day on, by `change`, and passes on the payments of their loans that have value dates
 * from then on: they are reversed and recorded again today, as payments are that are allocated anew. The caller has
 * locked the loans, and has asked `refusalOf`.
 * @returns how many payments were passed on
 * @throws Refusal EXCESS_PAID_OUT
 */
export async function passOn(
  tx: Transaction,
  context: Context,
  locked: LockedLoans,
  { loanNumbers, valueDate, reason }: Moving,
  change: () => Promise<void>,
): Promise<{ payments: number }> {
  const loans = [...new Set(loanNumbers)].map((number) =>
    required(locked.loans.get(number), 'LOAN_NOT_DISBURSED'),
  )
  const loanIds = loans.map(({ loanId }) => loanId)
  const days = await lastDaysOf(tx, loanIds)
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
  await refreshLoans(tx, loanIds)
  return { payments }
}
