import type { SessionUser } from '@pematang/contract/auth/endpoints'
import type { WithdrawalReason } from '@pematang/contract/withdrawal/rules'
import { api } from '../../api/client.ts'
import { askOnce } from '../../wishes/ask-once.ts'

export type BankAccount = NonNullable<SessionUser['bankInformation']>

/** Payment methods (specification, section 9): 1 is BNI, 2 the other bank. */
export type Method = 1 | 2
export const methodOf = ({ methodPayment }: BankAccount): Method => (methodPayment === 2 ? 2 : 1)

/** What a lender asks for: whole rupiah, from the pocket of a payment method. */
export type WithdrawalWish = { amount: number; reason: WithdrawalReason; method: Method }

/**
 * Asks for a withdrawal to the registered account, once however often it is pressed while the outcome is unknown. The
 * password is no part of the wish, and is kept nowhere.
 * @throws ApiError
 */
export async function sendWithdrawal(
  account: BankAccount,
  wish: WithdrawalWish,
  password: string,
): Promise<void> {
  const body = {
    accountName: account.bankAccountPayroll,
    accountNumber: account.bankAccount,
    amount: wish.amount,
    bankCode: account.bankCode,
    reason: wish.reason,
    methodPayment: wish.method,
  }
  await askOnce(body, (idempotencyKey) =>
    api('POST /withdrawals', { body: { ...body, password }, idempotencyKey }),
  )
}
