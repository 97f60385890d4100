import type { BarredAction } from '@pematang/contract/reports/insight/endpoints'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../api/client.ts'

export type Requirement = Answer<'GET /lender/requirements'>['list'][number]

/** What the account still needs. Quiet, because a failure shows nothing: the server refuses by the same facts. */
export const requirementsQuery = queryOptions({
  queryKey: ['requirements'],
  queryFn: ({ signal }) => api('GET /lender/requirements', { signal, quiet: true }),
  meta: { above: true },
  select: ({ list }) => list,
})

/** What must be there before the lender can do this; empty until it is known. */
export const useBarring = (action: BarredAction): readonly Requirement[] =>
  (useQuery(requirementsQuery).data ?? []).filter(({ bars }) => bars.includes(action))
