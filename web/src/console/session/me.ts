import type { ConsoleSession } from '@pematang/contract/staff/people/endpoints'
import type { StaffRight } from '@pematang/contract/staff/rights'
import { createContext, use } from 'react'

const MeContext = createContext<ConsoleSession | null>(null)
export const MeProvider = MeContext.Provider

/**
 * The person who is logged in.
 * @throws Error outside of the screens behind the login
 */
export function useMe(): ConsoleSession {
  const me = use(MeContext)
  if (me === null) throw new Error('no one is logged in here')
  return me
}

/** Whether the person has this right now. */
export const useMay = (right: StaffRight): boolean => useMe().rights.includes(right)
