import { skipToken, useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/client.ts'

export type NoticeState = Answer<'GET /notices/state'>

/** The parts of the cache that show notices: their number, those on top of the screen, and the lists of the centre. */
export const stateKey = ['notice-state']
export const bannersKey = ['notices']
export const centreKey = ['notice-centre']

/** What was last heard of the notices, and whether there are more unread ones than before. */
export type Heard = NoticeState & { hasNew: boolean }

export const heard = (before: Heard | undefined, state: NoticeState): Heard => ({
  ...state,
  hasNew: before !== undefined && state.unread > before.unread,
})

/** How many notices are unread, as it was last heard (watch.ts); nothing is fetched here. */
export const useHeard = (): Pick<Heard, 'unread' | 'hasNew'> =>
  useQuery<Heard>({ queryKey: stateKey, queryFn: skipToken }).data ?? { unread: 0, hasNew: false }

/** The classes of the panel's width, before and after its code has come. */
export const panelWidth = 'w-[min(22.375rem,calc(100vw-2.125rem))]'

/** What the badge says: the server counts to 100. */
export const unreadText = (unread: number): string => (unread > 99 ? '99+' : String(unread))

const changed = 'notices-changed'

/** Says that a notice was read here, so that the number is asked for at once. */
export function noticesChanged(): void {
  window.dispatchEvent(new Event(changed))
}

export function onNoticesChanged(listener: () => void): () => void {
  window.addEventListener(changed, listener)
  return () => window.removeEventListener(changed, listener)
}
