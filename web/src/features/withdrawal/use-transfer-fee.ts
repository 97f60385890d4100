import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import type { BankAccount, Method } from './send-withdrawal.ts'

const typingPause = 300

/** The value, once it has stayed the same for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/**
 * What the bank takes for a withdrawal of this amount to this account.
 * @param amount whole rupiah; null where there is none to ask for
 * @returns `isFor`: what came is the fee of this very amount, not of the one before
 */
export function useTransferFee({ bankCode }: BankAccount, method: Method, amount: number | null) {
  const asked = useSettled(amount)
  const fee = useQuery({
    queryKey: ['transfer-fee', bankCode, method, asked],
    queryFn: ({ signal }) =>
      api('POST /withdrawals/fee', {
        body: { amount: asked ?? 0, bankCode, payment_method: method },
        signal,
        // Told beside the amount, where it can be asked for again.
        quiet: true,
      }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  })
  return { ...fee, isFor: asked === amount && fee.data !== undefined && !fee.isPlaceholderData }
}
