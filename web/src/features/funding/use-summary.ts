import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The lender's figures; the funding dialog needs the cash balance (whole rupiah) as it is now. */
export const useSummary = () =>
  useQuery({ queryKey: ['summary'], queryFn: ({ signal }) => api('GET /lender/summary', { signal }) })
