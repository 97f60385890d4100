import type { LoanPage } from '@pematang/contract/funding/marketplace/loan'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, api } from '../../../../api/client.ts'

const keyOf = (loanNumber: string) => ['marketplace-loan', loanNumber] as const

/** One loan by its number. The screen itself shows a failure. */
export const useLoanPage = (loanNumber: string) =>
  useQuery({
    queryKey: keyOf(loanNumber),
    queryFn: ({ signal }) => api('GET /marketplace/loan', { query: { loanNumber }, signal, quiet: true }),
  })

/**
 * The expected payments for an amount. The previous projection is shown while the next one loads.
 * @param amount whole rupiah; null sends no request
 */
export const useProjection = (loanNumber: string, amount: number | null) =>
  useQuery({
    queryKey: [...keyOf(loanNumber), 'projection', amount],
    queryFn: ({ signal }) =>
      api('GET /marketplace/loan/projection', {
        query: { loanNumber, amount: String(amount) },
        signal,
        quiet: true,
      }),
    enabled: amount !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** Returns a function that shows a newer remainder of the loan at once, and refetches the rest of the page. */
export function useLoanOfferChange(loanNumber: string): (offer: Answer<'GET /funding/offer'>) => void {
  const client = useQueryClient()
  return (offer) => {
    client.setQueryData<LoanPage>(
      keyOf(loanNumber),
      (page) => page && { ...page, loan: { ...page.loan, ...offer } },
    )
    void client.invalidateQueries({ queryKey: keyOf(loanNumber), exact: true })
  }
}
