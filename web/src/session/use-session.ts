import { useSyncExternalStore } from 'react'
import { onSessionChange, readSession, type Session } from './store.ts'

/** Without a browser, the app is rendered for a guest. */
const nobody = () => null

/** The logged-in user, or null for a guest. Re-renders when that changes, also from another tab. */
export const useSession = (): Session | null => useSyncExternalStore(onSessionChange, readSession, nobody)

/**
 * The logged-in user, on a screen that requires a session.
 * @throws Error when used outside the logged-in layout
 */
export function useLender(): Session {
  const user = useSession()
  if (!user) throw new Error('useLender needs the logged-in layout')
  return user
}
