import type { UseQueryResult } from '@tanstack/react-query'

type Query = Pick<UseQueryResult<{ pagination: { totalData: number } }>, 'data' | 'isPlaceholderData'>

/** Whether a list is empty although no filter is set; the filters are then hidden. */
export const hasNothing = ({ data, isPlaceholderData }: Query, activeFilters: number): boolean =>
  activeFilters === 0 && !isPlaceholderData && data?.pagination.totalData === 0
