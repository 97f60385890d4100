import { useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../../../api/client.ts'
import type { SigningRequest } from './signing-request.ts'

export type FundingState = Answer<'GET /funding/status'>

/**
 * Polling intervals of our server in milliseconds: while the lender reads, and once the provider has reported the end.
 */
const calmly = 5_000
const eagerly = 1_000
/** Timeout of the request: our server waits for the provider no longer than this. Milliseconds. */
const longestWait = 45_000

/**
 * The provider's page for this document and lender. It is opened once; a refetch opens a new one.
 * @param signed tokens of pages that were signed: while the newest is one of them and more documents follow, the next
 * page is requested
 */
export const useSigningToken = (request: SigningRequest, signed: ReadonlySet<string>) =>
  useQuery({
    queryKey: ['signing', 'token', request.docToken],
    queryFn: ({ signal }) =>
      api('POST /signing/token', {
        body: request,
        signal: AbortSignal.any([signal, AbortSignal.timeout(longestWait)]),
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && data.furtherDocuments > 0 && signed.has(data.token) ? eagerly : false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The state of the funding, polled until it has ended. Only this answer counts, not the provider's messages. */
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
