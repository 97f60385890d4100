import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call, type QueryOf, type Route } from './call.ts'

/** Calls that answer pages with a cursor. */
type Paged = { [R in Route]: Answer<R> extends { rows: unknown[]; next: string | null } ? R : never }[Route]
type Row<R extends Paged> = Answer<R> extends { rows: (infer One)[] } ? One : never

/** The rows of a call that answers in pages, joined as far as they are loaded. */
export function useRows<R extends Paged>(route: R, query: QueryOf<R>) {
  const result = useInfiniteQuery({
    queryKey: [route, query, 'rows'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(route, { query: { ...query, ...(pageParam !== undefined && { after: pageParam }) }, signal }),
    getNextPageParam: ({ next }: Answer<R>) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = result.data?.pages.flatMap((page) => page.rows as Row<R>[])
  return { ...result, rows }
}
