import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { summaryQuery } from '../../../lender/summary.ts'

const refresh = 3_000

/**
 * Polls the balances while the lender waits for a payment, as long as the screen is shown and its window is in front.
 * @returns `gained`: by how many rupiah they grew since the screen was opened, 0 for none
 */
export function useArrivals() {
  const summary = useQuery({
    ...summaryQuery({ quiet: true }),
    refetchInterval: refresh,
    refetchIntervalInBackground: false,
  })
  const { data } = summary
  const total = data && data.cashBalance + (data.additionalCashBalance ?? 0)
  const [lowest, setLowest] = useState<number | null>(null)
  // Compares with the lowest total so far, so that money that went out meanwhile does not hide a payment that arrived.
  if (total !== undefined && (lowest === null || total < lowest)) setLowest(total)
  return { summary, gained: total === undefined || lowest === null ? 0 : total - lowest }
}
