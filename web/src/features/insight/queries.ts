import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** These figures change by the day or with a payment: there is no hurry, and their failure is told where they stand. */
const common = { staleTime: 60_000, refetchOnWindowFocus: false }

/** How late the own portfolio is, and what it consists of. */
export const useInsight = () =>
  useQuery({
    ...common,
    queryKey: ['insight'],
    queryFn: ({ signal }) => api('GET /portfolio/insight', { signal, quiet: true }),
  })

/** What was earned, with the cash flows it comes from. */
export const useReturn = () =>
  useQuery({
    ...common,
    queryKey: ['insight', 'return'],
    queryFn: ({ signal }) => api('GET /portfolio/return', { signal, quiet: true }),
  })

/** Expected and received repayments by month. */
export const useRepaymentMonths = () =>
  useQuery({
    ...common,
    queryKey: ['insight', 'months'],
    queryFn: ({ signal }) => api('GET /portfolio/months', { signal, quiet: true }),
  })
