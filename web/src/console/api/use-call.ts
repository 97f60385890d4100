import { keepPreviousData, type Query, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type Answer, call, type QueryOf, type Route } from './call.ts'

type Options<R extends Route> = {
  enabled?: boolean
  /** True where the rows of before stay, dimmed, until those of another filter have come. */
  keeps?: boolean
  /** Milliseconds after which it is asked again while the screen is looked at. */
  every?: number | ((data: Answer<R> | undefined) => number | false)
}

/** What a reading call answers, kept under its route and query. */
export function useCall<R extends Route>(
  route: R,
  query?: QueryOf<R>,
  { enabled = true, keeps = false, every }: Options<R> = {},
): UseQueryResult<Answer<R>> {
  return useQuery({
    queryKey: [route, query ?? null],
    queryFn: ({ signal }) => call(route, { signal, ...(query !== undefined && { query }) }),
    enabled,
    ...(keeps && { placeholderData: keepPreviousData }),
    ...(every !== undefined && {
      refetchInterval: typeof every === 'number' ? every : ({ state }: Query<Answer<R>>) => every(state.data),
    }),
  })
}
