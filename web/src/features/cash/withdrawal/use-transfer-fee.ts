import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import type { BankAccount, Method } from './send-withdrawal.ts'

const typingPause = 300

/** The value, once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/**
 * The bank's fee for a withdrawal of this amount to this account.
 * @param amount whole rupiah; null for none
 * @returns `isFor`: the fee belongs to exactly this amount, not to the previous one
 */
export function useTransferFee({ bankCode }: BankAccount, method: Method, amount: number | null) {
  const asked = useSettled(amount)
  const fee = useQuery({
    queryKey: ['transfer-fee', bankCode, method, asked],
    queryFn: ({ signal }) =>
      api('POST /withdrawals/fee', {
        body: { amount: asked ?? 0, bankCode, payment_method: method },
        signal,
        // A failure is shown beside the amount and can be retried there.
        quiet: true,
      }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  })
  return { ...fee, isFor: asked === amount && fee.data !== undefined && !fee.isPlaceholderData }
}
