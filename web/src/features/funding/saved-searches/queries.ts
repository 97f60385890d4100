import type { MarketplaceFilters } from '@pematang/contract/funding/marketplace/choosing'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, api } from '../../../api/client.ts'

export type SavedSearch = Answer<'GET /saved-searches'>['list'][number]

const key = ['saved-searches']

/** This lender's saved searches. */
export function useSavedSearches() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /saved-searches', { signal, quiet: true }),
    select: ({ list }) => list,
    staleTime: 0,
  })
}

/** A mutation of the saved searches, which are refetched whatever the outcome. */
function useChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Saves a search. Repeating the call after a lost response does not save it twice. */
export const useSave = () =>
  useChange((body: { name: string; filters: MarketplaceFilters }) => api('POST /saved-searches', { body }))

export const useRename = () =>
  useChange((body: { savedSearchId: string; name: string }) => api('PUT /saved-searches', { body }))

export const useDelete = () =>
  useChange((savedSearchId: string) => api('DELETE /saved-searches', { query: { savedSearchId } }))
