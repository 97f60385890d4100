import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { useIsCompany } from '../../../company/member.ts'
import { profileQuery } from '../../../lender/profile.ts'

/** The company of a corporate lender, with the accounts it pays into. */
export const institutionQuery = queryOptions({
  queryKey: ['institution'],
  // Quiet, because the caller reports the failure.
  queryFn: ({ signal }) => api('GET /lender/institution', { signal, quiet: true }),
})

/** The profile of the company that is logged in; not fetched for a personal lender. */
export const useInstitution = () => useQuery({ ...institutionQuery, enabled: useIsCompany() })

/** The accounts the lender pays into, from the company's profile or the lender's own. */
export function useDepositAccounts() {
  const isCorporate = useIsCompany()
  const company = useInstitution()
  const person = useQuery({ ...profileQuery, enabled: !isCorporate })
  return isCorporate ? company : person
}
