import type { Pagination } from '@pematang/contract/fields'

type Query = {
  isPending: boolean
  isError: boolean
  /** True while the data is still that of the previous page or filter. */
  isPlaceholderData: boolean
  data: { list: readonly unknown[]; pagination: Pagination } | undefined
}

/**
 * The state of a page of a list: loading, failed, rows, empty, or beyond the last page. An empty answer to the previous
 * request does not count for this page, which is still loading.
 */
export function listState(
  { isPending, isError, isPlaceholderData, data }: Query,
  page: number,
): 'pending' | 'failed' | 'rows' | 'empty' | 'beyond' {
  if (isPending) return 'pending'
  if (!data) return isError ? 'failed' : 'pending'
  const { list, pagination } = data
  if (list.length > 0) return 'rows'
  if (isPlaceholderData) return 'pending'
  return pagination.totalPage > 0 && page > pagination.totalPage ? 'beyond' : 'empty'
}
