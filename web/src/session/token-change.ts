import { localStore } from './storage.ts'
import { parseSession, type Session, saveToken, sessionKey } from './store.ts'

/** While this key is in the storage, a tab of this browser waits for the new token of the session. */
const changingKey = 'token-change'

/** Milliseconds. A change that takes longer was abandoned, e.g. because its tab was closed. */
const longest = 20_000
const pause = 100

/**
 * Runs a call that answers with a new token of this session, and stores it. Other requests of this and other tabs whose
 * old token is refused meanwhile wait for it (`renewedSession`).
 */
export async function changeToken(call: () => Promise<{ token: string }>): Promise<void> {
  localStore().setItem(changingKey, String(Date.now()))
  try {
    const { token } = await call()
    saveToken(token)
  } finally {
    localStore().removeItem(changingKey)
  }
}

const isChanging = (): boolean => Date.now() - Number(localStore().getItem(changingKey) ?? 0) < longest

/**
 * The session with its new token, if the refused token was replaced, here or in another tab; null otherwise, which
 * means that the session has ended.
 */
export async function renewedSession(refused: Session): Promise<Session | null> {
  while (isChanging()) await new Promise((resolve) => setTimeout(resolve, pause))
  const stored = parseSession(localStore().getItem(sessionKey))
  return stored && stored.userId === refused.userId && stored.token !== refused.token ? stored : null
}
