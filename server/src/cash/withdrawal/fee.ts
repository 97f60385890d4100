import type { TransferType } from '@pematang/contract/cash/withdrawal/rules'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'

/** The fee of a transfer for the lender in whole rupiah, and the network of the transfer. */
export type TransferFee = { fee: number; transferType: TransferType }

/**
 * The fee of a withdrawal to a bank (three-digit code) through the bank of the payment method, whatever the amount.
 * @throws Refusal WITHDRAWAL_UNAVAILABLE when no bank is configured for the method
 */
export function transferFeeOf({ banks }: Context, methodPayment: 1 | 2, bankCode: string): TransferFee {
  const outbound = banks.find((bank) => bank.methodPayment === methodPayment)?.outbound
  if (!outbound) throw new Refusal('WITHDRAWAL_UNAVAILABLE')
  return outbound.bankCode === bankCode
    ? { fee: outbound.fees.internal, transferType: 'IM' }
    : { fee: outbound.fees.external, transferType: 'INTERBANK' }
}
