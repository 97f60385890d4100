import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'

/** The figures change only daily or with a payment, so they are not refetched when the window gets the focus. */
const common = { staleTime: 60_000, refetchOnWindowFocus: false }

/** Quality and composition of the lender's own portfolio. */
export const useInsight = () =>
  useQuery({
    ...common,
    queryKey: ['insight'],
    queryFn: ({ signal }) => api('GET /portfolio/insight', { signal, quiet: true }),
  })

/** The return, with the cash flows it is calculated from. */
export const useReturn = () =>
  useQuery({
    ...common,
    queryKey: ['insight', 'return'],
    queryFn: ({ signal }) => api('GET /portfolio/return', { signal, quiet: true }),
  })

export const useRepaymentMonths = () =>
  useQuery({
    ...common,
    queryKey: ['insight', 'months'],
    queryFn: ({ signal }) => api('GET /portfolio/months', { signal, quiet: true }),
  })

/** The key figures: the return, what is due next, and what is late. */
export const useOverview = () =>
  useQuery({
    ...common,
    queryKey: ['insight', 'overview'],
    queryFn: ({ signal }) => api('GET /portfolio/overview', { signal, quiet: true }),
  })
