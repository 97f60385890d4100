import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useIsMember } from './use-company.ts'

const none: never[] = []

type Page<Row> = { list: Row[]; next: string | null }

/**
 * The rows of a call that answers in pages with a cursor, joined as far as they are loaded. Of a company of one person there
 * are none, and nothing is asked.
 */
export function useRows<Row>(
  key: readonly string[],
  load: (after: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
  every: number | false = false,
) {
  const enabled = useIsMember()
  const result = useInfiniteQuery({
    enabled,
    queryKey: ['company', ...key],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: every,
    staleTime: 0,
  })
  return { ...result, rows: enabled ? result.data?.pages.flatMap((page) => page.list) : none }
}
