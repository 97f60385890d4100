import type { SessionUser } from '@pematang/contract/auth/endpoints'
import { useSyncExternalStore } from 'react'
import { onSessionChange, readSession } from './store.ts'

/** The logged-in user, or null for a guest. Draws again when that changes, also from another tab. */
export const useSession = (): SessionUser | null => useSyncExternalStore(onSessionChange, readSession)

/**
 * The logged-in user of a screen that only exists with a session.
 * @throws Error when used outside the logged-in layout
 */
export function useLender(): SessionUser {
  const user = useSession()
  if (!user) throw new Error('useLender needs the logged-in layout')
  return user
}
