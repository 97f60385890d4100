import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { summaryQuery } from '../../../lender/summary.ts'

/**
 * The progress of a lender who has not signed an agreement yet; null for all others. The server is not asked about
 * lenders with lent money, who have signed one. Refetched when the balances change.
 */
export function useFirstSteps() {
  const { data: summary } = useQuery(summaryQuery())
  const { data } = useQuery({
    queryKey: ['first-steps', summary?.cashBalance, summary?.reservedBalance],
    // The steps are optional help: a failure shows nothing.
    queryFn: ({ signal }) => api('GET /lender/first-steps', { signal, quiet: true }),
    enabled: summary?.outStandingBalance === 0,
    placeholderData: keepPreviousData,
  })
  return summary?.outStandingBalance === 0 && data && !data.signed ? data : null
}
