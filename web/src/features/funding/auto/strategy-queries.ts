import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { StrategyTerms } from '@pematang/contract/funding/auto/strategy'
import { type Acting, carriedOut } from '../../../company/proposed.ts'
import type { WithPassword } from '../../../session/password-consent.tsx'
import { type Answer, api } from '../../../api/client.ts'

export type Strategies = Answer<'GET /auto-funding/strategies'>
export type Strategy = Strategies['list'][number]
export type StrategyState = Strategy['state']
export type Estimate = Answer<'POST /auto-funding/estimate'>
export type StrategyRun = Answer<'GET /auto-funding/runs'>['list'][number]
export type RunDetail = Answer<'GET /auto-funding/run'>

const key = ['auto-funding', 'strategies']

export const useStrategies = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /auto-funding/strategies', { signal, quiet: true }),
    staleTime: 0,
  })

/** A mutation of the strategies, which are refetched whatever the outcome. */
function useChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: ['auto-funding'] }),
  })
}

/** Creates a strategy, or changes the terms of the one with this id. */
export const useSaveStrategy = (withPassword: WithPassword, proposal: Acting) =>
  useChange(({ strategyId, terms }: { strategyId: string | null; terms: StrategyTerms }) =>
    withPassword<unknown>(async () =>
      carriedOut<unknown>(
        strategyId === null
          ? await api('POST /auto-funding/strategies', { body: terms, quiet: true, proposal })
          : await api('PUT /auto-funding/strategies', {
              body: { strategyId, ...terms },
              quiet: true,
              proposal,
            }),
      ),
    ),
  )

export const useSetState = (proposal: Acting, withPassword: WithPassword = (call) => call()) =>
  useChange((body: { strategyId: string; state: StrategyState }) =>
    withPassword(async () => carriedOut(await api('PUT /auto-funding/strategies/state', { body, proposal }))),
  )

/** Changes the order; the list shows it at once, and reverts it if it is refused. */
export function useOrder(proposal: Acting) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (strategyIds: string[]) =>
      carriedOut(await api('PUT /auto-funding/strategies/order', { body: { strategyIds }, proposal })),
    onMutate: (strategyIds) => {
      client.setQueryData<Strategies>(
        key,
        (before) => before && { ...before, list: inOrder(before.list, strategyIds) },
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

const inOrder = (list: readonly Strategy[], ids: readonly string[]): Strategy[] => {
  const placed = list.map((one) => {
    const place = ids.indexOf(one.strategyId)
    return place < 0 ? one : { ...one, place: place + 1 }
  })
  return placed.sort((a, b) => (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER))
}

/** The loans that the terms would match; the previous figures remain until the new ones have arrived. */
export const useEstimate = (terms: StrategyTerms | null) =>
  useQuery({
    queryKey: ['auto-funding', 'estimate', terms],
    queryFn: ({ signal }) =>
      terms === null ? null : api('POST /auto-funding/estimate', { body: terms, signal, quiet: true }),
    enabled: terms !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** The types, ratings and tenors of open loans, as options. */
export const useChoices = () =>
  useQuery({
    queryKey: ['auto-funding', 'choices'],
    queryFn: ({ signal }) => api('GET /marketplace/counts', { signal, quiet: true }),
    staleTime: 60_000,
  })

export const useRuns = (strategyId: string, page: number) =>
  useQuery({
    queryKey: ['auto-funding', 'runs', strategyId, page],
    queryFn: ({ signal }) =>
      api('GET /auto-funding/runs', { query: { strategyId, page, limit: 10 }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useRun = (strategyId: string, roundNumber: number) =>
  useQuery({
    queryKey: ['auto-funding', 'run', strategyId, roundNumber],
    queryFn: ({ signal }) =>
      api('GET /auto-funding/run', { query: { strategyId, roundNumber }, signal, quiet: true }),
    staleTime: 0,
  })
