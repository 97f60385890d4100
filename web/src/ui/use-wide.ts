import { useSyncExternalStore } from 'react'

const query = '(min-width: 72rem)'

/** Whether the screen is a desktop, which has room for tables and for a panel beside a list. */
export const isWide = (): boolean => matchMedia(query).matches

function subscribe(listener: () => void) {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useWide = (): boolean => useSyncExternalStore(subscribe, isWide, () => true)
