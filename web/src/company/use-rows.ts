import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

type Page<Row> = { list: Row[]; next: string | null }

/** The rows of a call that answers in pages with a cursor, joined as far as they are loaded. */
export function useRows<Row>(
  key: readonly string[],
  load: (after: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
  every: number | false = false,
) {
  const result = useInfiniteQuery({
    queryKey: ['company', ...key],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: every,
    staleTime: 0,
  })
  return { ...result, rows: result.data?.pages.flatMap((page) => page.list) }
}
