import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { summaryQuery } from '../../../lender/summary.ts'

/**
 * The progress of a lender who has not signed an agreement yet; null for all others, and while it is awaited. The server
 * is not asked about lenders with lent money, who have signed one. Refetched when the balances change.
 */
export function useFirstSteps() {
  const { data: summary } = useQuery(summaryQuery())
  const isAsked = summary?.outStandingBalance === 0
  const { data, isPending, failureCount } = useQuery({
    queryKey: ['first-steps', summary?.cashBalance, summary?.reservedBalance],
    // The steps are optional help: a failure shows nothing.
    queryFn: ({ signal }) => api('GET /lender/first-steps', { signal, quiet: true }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return {
    facts: isAsked && data && !data.signed ? data : null,
    awaited: isAsked && isPending && failureCount === 0,
  }
}
