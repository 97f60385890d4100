import { useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../../../api/client.ts'
import { useRows } from '../../../company/use-rows.ts'

export type Proposal = Answer<'GET /company/proposals/one'>
export type View = 'me' | 'mine' | 'all'

/** While the screen is looked at, what others propose and decide is asked for this often, in milliseconds. */
const often = 15_000

export const useProposals = (view: View) =>
  useRows(
    ['proposals', view],
    (after, signal) =>
      api('GET /company/proposals', { query: { for: view, ...(after && { after }) }, signal, quiet: true }),
    often,
  )

export const useProposal = (number: string) =>
  useQuery({
    queryKey: ['company', 'proposal', number],
    queryFn: ({ signal }) => api('GET /company/proposals/one', { query: { number }, signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === 'WAITING' ? often : false),
    staleTime: 0,
  })
