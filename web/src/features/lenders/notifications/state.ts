import { skipToken, useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../api/client.ts'

export type NoticeState = Answer<'GET /notices/state'>

/** Cache keys of the number of unread notices, of those at the top of the screen, and of the notification list. */
export const stateKey = ['notice-state']
export const bannersKey = ['notices']
export const centreKey = ['notice-centre']

/** The last received state of the notices. `hasNew` means that there are more unread ones than before. */
export type Heard = NoticeState & { hasNew: boolean }

export const heard = (before: Heard | undefined, state: NoticeState): Heard => ({
  ...state,
  hasNew: before !== undefined && state.unread > before.unread,
})

/** The number of unread notices as last received (watch.ts); does not fetch. */
export const useHeard = (): Pick<Heard, 'unread' | 'hasNew'> =>
  useQuery<Heard>({ queryKey: stateKey, queryFn: skipToken }).data ?? { unread: 0, hasNew: false }

/** The width of the panel, the same before and after its code has loaded. */
export const panelWidth = 'w-[min(22.375rem,calc(100vw-2.125rem))]'

/** The text of the badge: '99+' from 100 on, because the server counts no further. */
export const unreadText = (unread: number): string => (unread > 99 ? '99+' : String(unread))

const changed = 'notices-changed'

/** Reports that a notice was read in this tab, so that the number is polled at once. */
export function noticesChanged(): void {
  window.dispatchEvent(new Event(changed))
}

export function onNoticesChanged(listener: () => void): () => void {
  window.addEventListener(changed, listener)
  return () => window.removeEventListener(changed, listener)
}
