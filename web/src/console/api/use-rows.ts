import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call, type QueryOf, type Route } from './call.ts'

type Page = { rows: unknown[]; next: string | null }

/** Calls that answer pages with a cursor. */
type Paged = { [R in Route]: Answer<R> extends Page ? R : never }[Route]
type Row<R extends Paged> = Answer<R> extends { rows: (infer One)[] } ? One : never

/** The rows of a call that answers in pages, joined as far as they are loaded. */
export function useRows<R extends Paged>(route: R, query: QueryOf<R>) {
  const result = useInfiniteQuery({
    queryKey: [route, query, 'rows'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const after = pageParam === undefined ? {} : { after: pageParam }
      return (await call(route, { query: { ...(query as object), ...after }, signal })) as Page
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = result.data?.pages.flatMap((page) => page.rows as Row<R>[])
  return { ...result, rows }
}
