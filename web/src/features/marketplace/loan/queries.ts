import type { LoanPage } from '@pematang/contract/marketplace/loan'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, api } from '../../../api/client.ts'

const keyOf = (loanNumber: string) => ['marketplace-loan', loanNumber] as const

/** One loan by its number. Its failures are shown by the screen. */
export const useLoanPage = (loanNumber: string) =>
  useQuery({
    queryKey: keyOf(loanNumber),
    queryFn: ({ signal }) => api('GET /marketplace/loan', { query: { loanNumber }, signal, quiet: true }),
  })

/**
 * What an amount brings. The last projection stays while that of another amount loads.
 * @param amount whole rupiah; null asks for nothing
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

/** Shows a newer open amount of the loan at once, and asks for the rest of the page again. */
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
