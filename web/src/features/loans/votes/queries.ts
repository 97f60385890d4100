import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, api } from '../../../api/client.ts'
import { type Acting, carriedOut } from '../../../company/proposed.ts'

export type Vote = Answer<'GET /votes/one'>
export type ListedVote = Answer<'GET /votes'>['list'][number]

const keyOf = (id: string) => ['votes', id]

/** A vote, asked for again while it is open, because others vote too. */
export const useVote = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api('GET /votes/one', { query: { id }, signal, quiet: true }),
    staleTime: 0,
  })

export function useCast(id: string, proposal: Acting) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (choice: { agrees: boolean; password: string }) =>
      carriedOut(await api('POST /votes/cast', { body: { id, ...choice }, quiet: true, proposal })),
    onSuccess: (vote) => {
      client.setQueryData(keyOf(id), vote)
      void client.invalidateQueries({ queryKey: ['votes', 'list'] })
      void client.invalidateQueries({ queryKey: ['company'] })
    },
  })
}

/** The votes of the lender, the newest first. */
export const useVotes = () =>
  useQuery({
    queryKey: ['votes', 'list'],
    queryFn: ({ signal }) => api('GET /votes', { query: {}, signal, quiet: true }),
    select: ({ list }) => list,
  })
