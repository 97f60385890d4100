import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useLender } from '../../session/use-session.ts'

/** The user type of a company (specification, section 9). */
const corporateType = 3

/** The company behind a corporate lender, with the accounts it pays in to. */
export const institutionQuery = queryOptions({
  queryKey: ['institution'],
  // Fetched beside the screen that is shown: where it fails, whoever asked for it says so.
  queryFn: ({ signal }) => api('GET /lender/institution', { signal, quiet: true }),
})

/** Whether a company is logged in. */
export const useIsCorporate = (): boolean => useLender().userTypeId === corporateType

/** The profile of the company that is logged in; nothing is asked for where a person is. */
export const useInstitution = () => useQuery({ ...institutionQuery, enabled: useIsCorporate() })
