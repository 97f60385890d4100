import type { SessionUser } from '@pematang/contract/lenders/auth/endpoints'
import { maskUser } from './mask.ts'
import { localStore, tabStore } from './storage.ts'

/**
 * The logged-in lender. Other personal data than the name is masked in the browser's storage, and therefore not part of
 * this type: screens fetch it from the server (`useProfile`).
 */
export type Session = Omit<SessionUser, 'email' | 'phoneNumber' | 'bankInformation'>

/** The local key of the session user (specification, section 3). */
export const sessionKey = 'user'

/** The storage key of the colour theme, which is not personal data and stays when the rest is cleared. */
export const themeKey = 'theme'

/** The storage key of the chosen view of the marketplace, which stays likewise. */
export const listViewKey = 'marketplace-view'

/** What lenders chose for this browser. */
export const choiceKeys: readonly string[] = [themeKey, listViewKey]

/** The storage key for tokens of sessions that ended here; each is kept until the server has confirmed its logout. */
export const pendingLogoutKey = 'pending-logout'

const staying: readonly string[] = [...choiceKeys, pendingLogoutKey]

let current: SessionUser | null | undefined
/** True when the session has ended here and the page is about to reload. */
let leaving = false
const listeners = new Set<() => void>()

/** The session user in a stored text, always masked, or null for any invalid text. */
export function parseSession(stored: string | null): SessionUser | null {
  if (!stored) return null
  try {
    const user = JSON.parse(stored) as SessionUser | null
    const texts = [user?.token, user?.userName, user?.email, user?.phoneNumber]
    const isWhole = texts.every((text) => typeof text === 'string') && typeof user?.userId === 'number'
    return isWhole && user.token !== '' ? maskUser(user) : null
  } catch {
    return null
  }
}

/** The logged-in user of this browser, or null. Read from storage once, then cached. */
export function readSession(): Session | null {
  if (current === undefined) {
    const stored = localStore().getItem(sessionKey)
    current = parseSession(stored)
    // Earlier releases stored phone, e-mail and account number unmasked, so the stored text is replaced.
    if (current && JSON.stringify(current) !== stored) keep(current)
  }
  return current
}

function keep(masked: SessionUser): SessionUser {
  localStore().setItem(sessionKey, JSON.stringify(masked))
  return masked
}

function replace(user: SessionUser | null) {
  current = user
  for (const listener of listeners) listener()
}

/** Starts a session in every tab of this browser. Phone, e-mail and account number are stored masked. */
export function saveSession(user: SessionUser): void {
  replace(keep(maskUser(user)))
}

/** Stores the new token of the current session; does nothing without a session. */
export function saveToken(token: string): void {
  if (readSession() && current) replace(keep({ ...current, token }))
}

/**
 * Removes everything this app stores in the browser, except its choices and pending logouts. The current screen
 * stays until the page reloads, so that a message on it can still be read; other tabs leave at once.
 */
export function clearLocalData(): void {
  leaving = true
  const store = localStore()
  const names = Array.from({ length: store.length }, (_, at) => store.key(at) ?? '')
  for (const name of names) if (!staying.includes(name)) store.removeItem(name)
  tabStore().clear()
}

/** Calls the listener when the session starts, ends or changes, here or in another tab. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Follows other tabs: a login, logout or change there applies here too. Key null means that all storage was cleared.
 */
export function followOtherTabs(target: Window): void {
  target.addEventListener('storage', (event) => {
    // Clearing the storage on logout also triggers this event in the tab that logged out.
    if (leaving || event.storageArea !== target.localStorage) return
    if (event.key !== null && event.key !== sessionKey) return
    const stored = parseSession(target.localStorage.getItem(sessionKey))
    if (stored?.token !== current?.token) replace(stored)
  })
}
