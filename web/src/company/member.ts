import type { RuleSubject } from '@pematang/contract/lenders/company/rules'
import { useSession } from '../session/use-session.ts'

/** The user type of a company (specification, section 9). */
const corporateType = 3

export const useIsCompany = (): boolean => useSession()?.userTypeId === corporateType

/**
 * Whether this lender may do what a rule is about: everything, unless they are a member of a company whose roles do not
 * allow it. The server enforces it; here it only hides buttons.
 */
export function useMay(subject: RuleSubject): boolean {
  const roles = useSession()?.member?.roles
  const isOfPeople = subject === 'PEOPLE'
  return (
    !roles ||
    roles.some((role) => (isOfPeople ? role === 'ADMINISTRATOR' : role === 'MAKER' || role === 'APPROVER'))
  )
}

/** Whether this lender signs: who is alone does, of a company its signatory. */
export const useMaySign = (): boolean => useSession()?.member?.isSignatory ?? true
