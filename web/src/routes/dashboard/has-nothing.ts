import type { UseQueryResult } from '@tanstack/react-query'

type Query = Pick<UseQueryResult<{ pagination: { totalData: number } }>, 'data' | 'isPlaceholderData'>

/** Whether a list is empty without any filter: then the filters are not needed. */
export const hasNothing = ({ data, isPlaceholderData }: Query, activeFilters: number): boolean =>
  activeFilters === 0 && !isPlaceholderData && data?.pagination.totalData === 0
