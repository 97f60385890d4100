import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../../api/client.ts'
import { wholePage } from '../../../../lists/whole-page.ts'
import type { BorrowerFilter } from './filter.ts'

const rowsPerPage = 10

export const useBorrowers = (filter: BorrowerFilter) =>
  useQuery({
    queryKey: ['borrowers', filter],
    queryFn: async ({ signal }) =>
      wholePage(await api('GET /user-portfolio', { query: { ...filter, limit: rowsPerPage }, signal })),
    placeholderData: keepPreviousData,
  })
