import { decidersOf, type RuleSubject } from '@pematang/contract/lenders/company/rules'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../api/client.ts'
import { useSession } from '../session/use-session.ts'
import { useIsCompany } from './member.ts'

export type Company = Answer<'GET /company'>

const companyQuery = queryOptions({
  queryKey: ['company'],
  // Quiet, because the caller reports the failure.
  queryFn: ({ signal }) => api('GET /company', { signal, quiet: true }),
})

/** The company of this member, with its rules; not fetched for a lender who is alone. */
export const useCompany = () => useQuery({ ...companyQuery, enabled: useIsCompany() })

/** Whether the lender is one of several people of a company. */
export function useIsMember(): boolean {
  const people = useCompany().data?.people.length ?? 0
  return useSession()?.member !== undefined || people > 1
}

/**
 * Whether a rule of the company asks others to decide on this sum, so that it is proposed instead of done.
 * @returns a function of the sum in whole rupiah, null where there is none
 */
export function useIsProposed(subject: RuleSubject): (amount: number | null) => boolean {
  const { rules = [], today = [] } = useCompany().data ?? {}
  const rule = rules.find((one) => one.subject === subject)
  const done = today.find((one) => one.subject === subject)?.amount ?? 0
  return (amount) => decidersOf(rule, amount, done) > 0
}
