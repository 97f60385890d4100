import type { SessionUser } from '@pematang/contract/auth/endpoints'

/** The local key of the session user (specification, section 3). */
export const sessionKey = 'user'

/** The look of the screen. It is no data of the lender, and stays when the rest is cleared. */
export const themeKey = 'theme'

let current: SessionUser | null | undefined
const listeners = new Set<() => void>()

/** The session user in a stored text, or null for anything that cannot be one. */
export function parseSession(stored: string | null): SessionUser | null {
  if (!stored) return null
  try {
    const user = JSON.parse(stored) as SessionUser | null
    const isWhole =
      typeof user?.token === 'string' && typeof user.userId === 'number' && typeof user.userName === 'string'
    return isWhole && user.token !== '' ? user : null
  } catch {
    return null
  }
}

/** The logged-in user of this browser, or null. Read from storage once, then kept. */
export function readSession(): SessionUser | null {
  if (current === undefined) current = parseSession(localStorage.getItem(sessionKey))
  return current
}

function replace(user: SessionUser | null) {
  current = user
  for (const listener of listeners) listener()
}

/** Begins a session in this browser, in every tab. */
export function saveSession(user: SessionUser): void {
  localStorage.setItem(sessionKey, JSON.stringify(user))
  replace(user)
}

/**
 * Removes everything this app keeps in the browser, but for the chosen theme. The screen that is shown stays as it is until the page is
 * loaded again, so that a message can still be read on it; other tabs leave at once.
 */
export function clearLocalData(): void {
  for (const key of Object.keys(localStorage)) if (key !== themeKey) localStorage.removeItem(key)
  sessionStorage.clear()
}

/** Calls the listener when the session begins, ends or changes, here or in another tab. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows other tabs: a login, logout or change there is one here. Key null means that all was cleared. */
export function followOtherTabs(target: Window): void {
  target.addEventListener('storage', (event) => {
    if (event.storageArea !== target.localStorage) return
    if (event.key !== null && event.key !== sessionKey) return
    const stored = parseSession(target.localStorage.getItem(sessionKey))
    if (stored?.token !== current?.token) replace(stored)
  })
}
