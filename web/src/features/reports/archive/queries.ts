import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type Answer, api } from '../../../api/client.ts'

export type FundingDocuments = Answer<'GET /documents/fundings'>['list'][number]
export type Confirmation = Answer<'GET /statements/confirmations'>['list'][number]
export type Statement = Answer<'GET /statements'>['list'][number]
export type Archive = Answer<'GET /documents/archives'>['list'][number]

const archivesKey = ['documents', 'archives']
const confirmationsKey = ['documents', 'confirmations']

/** The documents of fundings, page by page. */
export const useFundingDocuments = ({ year, search }: { year: string; search: string }) =>
  useInfiniteQuery({
    queryKey: ['documents', 'fundings', year, search],
    queryFn: ({ pageParam: after, signal }) =>
      api('GET /documents/fundings', { query: { year, search, after }, signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

/** The confirmations of balances of a year, or all, page by page. */
export const useConfirmations = (year: string) =>
  useInfiniteQuery({
    queryKey: [...confirmationsKey, year],
    queryFn: ({ pageParam: after, signal }) =>
      api('GET /statements/confirmations', { query: { year, after }, signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ list }) => list),
  })

/** The monthly statements of a year, or of all years, as one page of at most 100. */
export const useStatements = (year: string) =>
  useQuery({
    queryKey: ['documents', 'statements', year],
    queryFn: ({ signal }) => api('GET /statements', { query: { year, limit: 100 }, signal, quiet: true }),
    select: ({ list }) => list,
  })

const issueKey = ['issue-confirmation']

/**
 * Issues a confirmation of balances. `isIssuing` is true at once, unlike `isPending`, which a screen shows only a moment
 * later: a double click would issue two.
 */
export function useIssueConfirmation() {
  const client = useQueryClient()
  const issue = useMutation({
    mutationKey: issueKey,
    mutationFn: (on: string) => api('POST /statements/confirmations', { body: { on } }),
    onSettled: () => client.invalidateQueries({ queryKey: confirmationsKey }),
  })
  return { ...issue, isIssuing: () => client.isMutating({ mutationKey: issueKey }) > 0 }
}

const pollWhileMade = 2_000

export const isUnderWay = ({ state }: Archive): boolean => state === 'WAITING' || state === 'RUNNING'

/** The archives, polled while one is in progress and the tab is visible. */
export const useArchives = () =>
  useQuery({
    queryKey: archivesKey,
    queryFn: ({ signal }) => api('GET /documents/archives', { signal, quiet: true }),
    select: ({ list }) => list,
    refetchInterval: ({ state }) => (state.data?.list.some(isUnderWay) ? pollWhileMade : false),
  })

export function useRequestArchive() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (year: string) => api('POST /documents/archives', { body: { year } }),
    onSettled: () => client.invalidateQueries({ queryKey: archivesKey }),
  })
}
