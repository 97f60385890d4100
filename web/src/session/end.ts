import { onFailure } from '../api/client.ts'
import { type ApiErrorKind, sentences } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast-store.ts'
import { countServerFailure, showOutage } from './outage.ts'
import { endSession } from './pending-logout.ts'
import { localStore, tabStore } from './storage.ts'
import { choiceKeys, clearLocalData, readSession } from './store.ts'

const reloadAfterSessionEnd = 6_500
const reloadAfterServerError = 3_000

/** Opens the login without a return target: a login after Keluar (logout) does not return to the previous screen. */
export const toLogin = () => location.replace(`${import.meta.env.BASE_URL.replace(/\/$/, '')}${paths.login}`)

/**
 * Logs out (Keluar): ends the session in the browser, then on the server, and reloads the app. If the server cannot be
 * reached, the page is not reloaded: a screen explains that and waits for the server.
 */
export async function logOut(leave = toLogin): Promise<void> {
  const choices = choiceKeys.map((key) => [key, localStore().getItem(key)] as const)
  const token = readSession()?.token
  // Removes the keys before the server's answer clears the storage: other tabs get events for keys removed by a script,
  // but not for a cleared storage.
  clearLocalData()
  const ended = token === undefined || (await endSession(token))
  for (const [key, choice] of choices) if (choice !== null) localStore().setItem(key, choice)
  if (ended) leave()
}

/**
 * The common handling of failed calls (specification, section 8): 401 warns, clears local data and reloads after 6.5 s;
 * 500 shows a message and reloads after 3 s, once: if the server fails again soon after, a screen reports it and waits
 * longer each time. Only the first failure of a page counts.
 * @returns a function that stops following
 */
export function followFailures(reload = () => location.reload()): () => void {
  let leaving = false
  const leave = (kind: ApiErrorKind) => {
    if (leaving) return
    leaving = true
    if (kind === 'session') {
      clearLocalData()
      toast.warning(sentences.session, { now: true })
      setTimeout(reload, reloadAfterSessionEnd)
      return
    }
    const waitSeconds = countServerFailure(tabStore(), Date.now())
    if (waitSeconds !== null) return showOutage(waitSeconds)
    toast.error(sentences.server, { now: true })
    setTimeout(reload, reloadAfterServerError)
  }
  return onFailure(({ kind, status }) => {
    if (kind === 'session' || status === 500) leave(kind)
  })
}
