import type { SessionUser } from '@pematang/contract/lenders/auth/endpoints'
import type { WithdrawalReason } from '@pematang/contract/cash/withdrawal/rules'
import { type Answer, api } from '../../../api/client.ts'
import { sendOnce } from '../../../api/idempotency/send-once.ts'
import { type Acting, carriedOut, type Decision } from '../../../company/proposed.ts'
import type { LookUp } from '../../../api/idempotency/outcome.ts'

export type BankAccount = NonNullable<SessionUser['bankInformation']>

/** Payment methods (specification, section 9): 1 is BNI, 2 the other bank. */
export type Method = 1 | 2
export const methodOf = ({ methodPayment }: BankAccount): Method => (methodPayment === 2 ? 2 : 1)

/**
 * A withdrawal as the lender confirmed it: whole rupiah, the cash account of a payment method, and the amount sent with
 * its fee.
 */
export type WithdrawalRequest = {
  amount: number
  reason: WithdrawalReason
  method: Method
  sent: number
  fee: number
}

/** Looks up the outcome of the withdrawal with this idempotency key. */
export const lookUpWithdrawal: LookUp<Answer<'POST /withdrawals'>> = async (key, signal) =>
  carriedOut(await api('POST /withdrawals/outcome', { body: { key }, signal, quiet: true }))

/**
 * Withdraws to the registered account, and only once even if it is repeated while the outcome is unknown. The password
 * is not part of the idempotent body and is never stored.
 * @throws UnknownOutcome where the money may have been taken off the balance; Waiting where others have to decide;
 *   ApiError where it was not
 */
export async function sendWithdrawal(
  account: BankAccount,
  request: WithdrawalRequest,
  password: string,
  { acting: proposal, decision }: { acting: Acting; decision: Decision | undefined },
): Promise<Answer<'POST /withdrawals'>> {
  const body = {
    accountName: account.bankAccountPayroll,
    accountNumber: account.bankAccount,
    amount: request.amount,
    bankCode: account.bankCode,
    reason: request.reason,
    methodPayment: request.method,
    // A decision repeats what was proposed: a system may not have said how much is sent.
    ...((!decision || 'sent' in decision.body) && { sent: request.sent }),
  }
  const answer = await sendOnce(
    { ...body, proposal },
    {
      send: (idempotencyKey, signal) =>
        api('POST /withdrawals', { body: { ...body, password }, idempotencyKey, signal, proposal }),
      lookUp: lookUpWithdrawal,
    },
  )
  return carriedOut(answer)
}
