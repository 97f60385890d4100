import { useState } from 'react'
import { localStore } from '../../../session/storage.ts'
import { listViewKey } from '../../../session/store.ts'
import { useWide } from '../../../ui/use-wide.ts'

export type ListView = 'table' | 'cards'

/** How the loans are shown: a table or, by the lender's choice, cards; a phone has room for cards only. */
export function useListView() {
  const [chosen, setChosen] = useState<ListView>(() =>
    localStore().getItem(listViewKey) === 'cards' ? 'cards' : 'table',
  )
  const isWide = useWide()
  return {
    view: isWide ? chosen : 'cards',
    /** Undefined where there is no choice. */
    choose: isWide
      ? (next: ListView) => {
          localStore().setItem(listViewKey, next)
          setChosen(next)
        }
      : undefined,
  } as const
}
