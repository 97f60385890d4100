import { api, onFailure } from '../api/client.ts'
import { type ApiErrorKind, sentences } from '../api/errors.ts'
import { toast } from '../ui/toast-store.ts'
import { clearLocalData } from './store.ts'

const reloadAfterSessionEnd = 6_500
const reloadAfterServerError = 3_000

/** Keluar: the server forgets the session (best effort), the browser too, and the page starts again. */
export async function logOut(reload = () => location.reload()): Promise<void> {
  await api('POST /auth/logout', { signal: AbortSignal.timeout(3_000) }).catch(() => undefined)
  clearLocalData()
  reload()
}

/**
 * What calls have in common when they fail (specification, section 8): 401 warns, clears
 * local data and reloads after 6.5 s; 500 tells it and reloads after 3 s. Only the first failure counts.
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
    } else {
      toast.error(sentences.server, { now: true })
    }
    setTimeout(reload, kind === 'session' ? reloadAfterSessionEnd : reloadAfterServerError)
  }
  return onFailure(({ kind, status }) => {
    if (kind === 'session' || status === 500) leave(kind)
  })
}
