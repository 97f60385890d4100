import { loadConfig } from '../config.ts'
import { localStore } from './storage.ts'
import { pendingLogoutKey } from './store.ts'

/** The timeout of a logout request; milliseconds. */
const patience = 3_000

let waits = false
const listeners = new Set<() => void>()

/** Whether this tab has logged out but the server has not confirmed it. */
export const isLogoutPending = (): boolean => waits

export function onPendingLogout(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setWaits(next: boolean) {
  waits = next
  for (const listener of listeners) listener()
}

function pendingTokens(): string[] {
  try {
    const kept: unknown = JSON.parse(localStore().getItem(pendingLogoutKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((token) => typeof token === 'string') : []
  } catch {
    return []
  }
}

function keepPending(tokens: readonly string[]) {
  if (tokens.length > 0) localStore().setItem(pendingLogoutKey, JSON.stringify(tokens))
  else localStore().removeItem(pendingLogoutKey)
}

/** Whether the session of this token has ended on the server: the logout succeeded, or the session is unknown. */
async function endOnServer(token: string): Promise<boolean> {
  try {
    const { apiBase } = await loadConfig()
    const { ok, status } = await fetch(`${apiBase}/auth/logout`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'X-Platform': 'WEB' },
      signal: AbortSignal.timeout(patience),
    })
    return ok || status === 401
  } catch {
    return false
  }
}

/**
 * Ends a session on the server. Its token is stored until the server has confirmed the logout, so that a logout without
 * a network is repeated later, also after a page load.
 * @returns whether it has ended; if not, the screen reports it (`isLogoutPending`)
 */
export async function endSession(token: string): Promise<boolean> {
  keepPending([...new Set([...pendingTokens(), token])])
  const others = pendingTokens().filter((one) => one !== token)
  const ended = await endOnServer(token)
  // The server's answer may have made the browser clear its storage, including the other pending tokens, so they are
  // stored again.
  if (ended) keepPending(others)
  else setWaits(true)
  return ended
}

/**
 * Ends the sessions whose logout is pending.
 * @returns whether none is left
 */
export async function endPendingSessions(): Promise<boolean> {
  let left = pendingTokens()
  for (const token of left) {
    if (!(await endOnServer(token))) continue
    left = left.filter((one) => one !== token)
    keepPending(left)
  }
  return left.length === 0
}

/** Sends pending logouts when the page loads, and again whenever the browser comes online. */
export function followPendingLogouts(target: Window): void {
  const end = () => void endPendingSessions()
  if (pendingTokens().length > 0) end()
  target.addEventListener('online', end)
}
