import type { Outcome } from '../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { performInBatches } from '../disbursement/index.ts'
import type { Repayment } from './decide.ts'
import { type RecordedRepayment, recordRepaymentsInOne } from './repay.ts'

/**
 * Records many payments, up to some hundred per transaction, e.g. the lines of a file. A payment that is refused or
 * fails does not affect the others.
 * @returns an outcome for each payment, in order
 */
export const recordRepayments = (
  context: Context,
  actor: ActorOf<'operator'>,
  payments: readonly Repayment[],
  options?: { dryRun?: boolean | undefined },
): Promise<Outcome<RecordedRepayment>[]> =>
  performInBatches(context, actor, recordRepaymentsInOne, payments, options)
