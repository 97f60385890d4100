import type { TransferType } from '@pematang/contract/withdrawal/rules'
import type { Context } from '../context.ts'
import { Refusal } from '../platform/refusal.ts'

/** What a transfer costs the lender, whole rupiah, and how it reaches its account. */
export type TransferFee = { fee: number; transferType: TransferType }

/**
 * The fee of a withdrawal to a bank (its code of three digits), paid by the bank of the payment method. It is the same
 * for every amount.
 * @throws Refusal WITHDRAWAL_UNAVAILABLE where no such bank pays for us.
 */
export function transferFeeOf({ banks }: Context, methodPayment: 1 | 2, bankCode: string): TransferFee {
  const outbound = banks.find((bank) => bank.methodPayment === methodPayment)?.outbound
  if (!outbound) throw new Refusal('WITHDRAWAL_UNAVAILABLE')
  return outbound.bankCode === bankCode
    ? { fee: outbound.fees.internal, transferType: 'IM' }
    : { fee: outbound.fees.external, transferType: 'INTERBANK' }
}
