import type { StaffRight } from '@pematang/contract/staff/call'
import { createContext, use } from 'react'

/** The person who is logged in. */
export type Me = { id: number; name: string; rights: StaffRight[]; passkeys: number }

const MeContext = createContext<Me | null>(null)
export const MeProvider = MeContext.Provider

/** @throws Error outside of the screens behind the login */
export function useMe(): Me {
  const me = use(MeContext)
  if (me === null) throw new Error('no one is logged in here')
  return me
}

/** Whether the person has this right now. */
export const useMay = (right: StaffRight): boolean => useMe().rights.includes(right)
