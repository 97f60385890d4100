import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { isTransient } from '../../../api/errors.ts'
import { localStore } from '../../../session/storage.ts'
import { sessionKey } from '../../../session/store.ts'
import { followNotices } from './live.ts'
import { bannersKey, centreKey, type Heard, heard, onNoticesChanged, stateKey } from './state.ts'

/**
 * Keeps the notices on the screen current without a reload.
 * @returns a function that stops it
 */
export function watchNotices(client: QueryClient, userId: number): () => void {
  const live = followNotices({
    name: `notices-${userId}`,
    ask: (signal) => api('GET /notices/state', { signal, quiet: true }),
    onState(state) {
      // The server answers, so what failed on this screen meanwhile comes without a press.
      void client.refetchQueries({ type: 'active', predicate: ({ state: { error } }) => isTransient(error) })
      const before = client.getQueryData<Heard>(stateKey)
      client.setQueryData<Heard>(stateKey, heard(before, state))
      if (before?.version === state.version) return
      for (const queryKey of [bannersKey, centreKey]) void client.invalidateQueries({ queryKey })
    },
    // Checks the storage, because a logout removes the session there first, and only then calls the server.
    isLoggedIn: () => localStore().getItem(sessionKey) !== null,
    page: document,
    network: window,
    locks: navigator.locks,
  })
  const forget = onNoticesChanged(live.poke)
  return () => {
    forget()
    live.stop()
  }
}
