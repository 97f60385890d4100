import type { Context } from '../../context.ts'
import { usualLargestPayment } from '../../outside/bank/banks.ts'
import { type BankCode, banks } from './banks.ts'

/**
 * The maximum balance up to which deposits are credited, in whole rupiah. Far below 2^53-1, so that repayments and
 * refunds always fit and sums stay exact.
 */
export const largestBalance = 1_000_000_000_000_000

/**
 * The largest plausible payment at a bank, in whole rupiah: a larger one waits in suspense for an operator. A bank that
 * is missing in the file of banks has the default.
 */
export function ceilingOf(context: Pick<Context, 'banks'>, bank: BankCode): number {
  const named = context.banks.find(({ methodPayment }) => methodPayment === banks[bank])
  return named?.inbound.largestPayment ?? usualLargestPayment
}

/** Why an amount needs an explicit confirmation, or null. */
export function doubtOf(
  context: Pick<Context, 'banks'>,
  { bank, amount }: { bank: BankCode; amount: number },
): string | null {
  const ceiling = ceilingOf(context, bank)
  return amount <= ceiling
    ? null
    : `${amount} rupiah di atas yang wajar bagi satu pembayaran di ${bank} (${ceiling}): ` +
        'lihat mutasi bank, dan tegaskan dengan --yes'
}
