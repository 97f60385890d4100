import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'

/** The figures change only with a payment, so they are not refetched when the window gets the focus. */
const common = { staleTime: 60_000, refetchOnWindowFocus: false }

/** The tax of a year, by month. The previous year is shown while another one loads. */
export const useTaxYear = (year: number) =>
  useQuery({
    ...common,
    queryKey: ['tax', year],
    queryFn: ({ signal }) => api('GET /tax', { query: { year: String(year) }, signal, quiet: true }),
    placeholderData: (before) => before,
  })

/** The installments of a month, page by page. */
export const useTaxedInstallments = (period: string) =>
  useInfiniteQuery({
    ...common,
    queryKey: ['tax', 'installments', period],
    queryFn: ({ signal, pageParam }) =>
      api('GET /tax/installments', { query: { period, after: pageParam }, signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
