import { useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../../api/client.ts'
import type { SigningRequest } from './signing-request.ts'

export type FundingState = Answer<'GET /funding/status'>

/** How often our server is asked, in milliseconds: while the lender reads, and once the provider said it ended. */
const calmly = 5_000
const eagerly = 1_000

/** The page of the provider for this document and lender. It is opened once; asking again opens a new one. */
export const useSigningToken = (request: SigningRequest) =>
  useQuery({
    queryKey: ['signing', 'token', request.docToken],
    queryFn: ({ signal }) => api('POST /signing/token', { body: request, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Where the funding stands, asked for until it has ended. Only this answer counts, whatever a window says. */
export const useFundingState = (docToken: string, confirming: boolean) =>
  useQuery({
    queryKey: ['signing', 'state', docToken],
    queryFn: ({ signal }) => api('GET /funding/status', { query: { docToken }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (data && data.state !== 'WAITING') return false
      return confirming ? eagerly : calmly
    },
  })
