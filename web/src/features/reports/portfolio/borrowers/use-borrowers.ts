import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../../api/client.ts'
import type { BorrowerFilter } from './filter.ts'

const rowsPerPage = 10

export const useBorrowers = (filter: BorrowerFilter) =>
  useQuery({
    queryKey: ['borrowers', filter],
    queryFn: ({ signal }) => api('GET /user-portfolio', { query: { ...filter, limit: rowsPerPage }, signal }),
    placeholderData: keepPreviousData,
  })
