import { minimumWithdrawal } from '@pematang/contract/cash/withdrawal/rules'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { transferFeeOf } from './fee.ts'
import { insertWithdrawal, lockRegisteredAccount, markSent } from './store.ts'

/**
 * Stores a withdrawal that the bank has paid and the books lack, as ordered: with today's fee, to the account that is
 * registered now. The caller holds its money and settles it.
 * @throws Error when the lender has no registered account, or the amount is below what can be withdrawn
 * @throws Refusal WITHDRAWAL_UNAVAILABLE when the bank is not configured
 */
export async function enterOrdered(
  tx: Transaction,
  context: Context,
  {
    id,
    lenderId,
    methodPayment,
    amount,
  }: { id: string; lenderId: number; methodPayment: 1 | 2; amount: number },
): Promise<{ fee: number }> {
  const account = await lockRegisteredAccount(tx, lenderId)
  if (!account)
    throw new Error(
      `Pemberi Dana ${lenderId} tidak memiliki rekening terdaftar: catat dahulu ("lenders bank-account").`,
    )
  const { fee, transferType } = transferFeeOf(context, methodPayment, account.bankCode)
  if (amount + fee < minimumWithdrawal)
    throw new Error(
      `Penarikan dana paling sedikit ${minimumWithdrawal} rupiah dengan biayanya, sedangkan mutasinya ${amount}.`,
    )
  await insertWithdrawal(tx, {
    ...{ lenderId, id, amount, fee, methodPayment, transferType },
    // What was asked for had the fee on top of it, or inside where it would be below the least.
    asked: amount < minimumWithdrawal ? amount + fee : amount,
    reason: 'Lain-lain',
    accountVersion: account.version,
  })
  await markSent(tx, id, true)
  return { fee }
}
