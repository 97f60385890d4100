import { useSyncExternalStore } from 'react'
import { tabStore } from '../../../session/storage.ts'
import { type Chosen, parseChosen } from './chosen.ts'

/** The storage lasts as long as the tab and is cleared at logout. */
const storageName = 'selection'
const listeners = new Set<() => void>()
let latest: { text: string | null; lenderId: number; chosen: readonly Chosen[] } | undefined

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Cached, so that the stored text is parsed once for all cards of a list. */
function read(lenderId: number): readonly Chosen[] {
  const text = tabStore().getItem(storageName)
  if (latest?.text !== text || latest.lenderId !== lenderId)
    latest = { text, lenderId, chosen: parseChosen(text, lenderId) }
  return latest.chosen
}

function store(lenderId: number, chosen: readonly Chosen[]): void {
  if (chosen.length === 0) tabStore().removeItem(storageName)
  else tabStore().setItem(storageName, JSON.stringify({ lender: lenderId, chosen }))
  for (const listener of listeners) listener()
}

/** The loans that this lender has selected; they survive scrolling, other filters and a reload of the tab. */
export function useSelection(lenderId: number) {
  const chosen = useSyncExternalStore(subscribe, () => read(lenderId))
  return {
    chosen,
    /** @param update receives the latest selection */
    change: (update: (now: readonly Chosen[]) => readonly Chosen[]) =>
      store(lenderId, update(read(lenderId))),
  }
}
