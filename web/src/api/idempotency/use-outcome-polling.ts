import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { discardKey } from './send-once.ts'
import { lookUpOnce, type LookUp, type Outcome } from './outcome.ts'

/** Milliseconds until the next attempt; at most 15 seconds, because a lender is waiting. */
const backoff = (tries: number): number => Math.min(2_000 * 2 ** tries, 15_000)

/**
 * Polls the outcome of a request whose response was lost.
 * @param onKnown is called once
 */
export function useOutcomePolling<T>(key: string, lookUp: LookUp<T>, onKnown: (outcome: Outcome<T>) => void) {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['lost-outcome', key],
    queryFn: () => lookUpOnce(key, lookUp),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data ? false : backoff(state.dataUpdateCount)),
  })
  const client = useQueryClient()
  const known = useEffectEvent((outcome: Outcome<T>) => {
    discardKey(key)
    // Marks all cached data as stale, so that the next screens fetch it again.
    void client.invalidateQueries({ refetchType: 'none' })
    onKnown(outcome)
  })
  useEffect(() => {
    if (data) known(data)
  }, [data])
  return { isPolling: isFetching, pollNow: () => void refetch() }
}
