import { useSyncExternalStore } from 'react'
import { localStore } from '../session/storage.ts'
import { themeKey } from '../session/store.ts'

export type Theme = 'light' | 'dark'

const dark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const chosen = (): Theme | null => {
  const value = document.documentElement.dataset.theme
  return value === 'light' || value === 'dark' ? value : null
}

/** The theme in use: the lender's choice, or else the system's setting. */
export const currentTheme = (): Theme => chosen() ?? (dark.matches ? 'dark' : 'light')

/** Stores the choice beyond the end of the session; public/first-paint.js reads it before the first paint. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  localStore().setItem(themeKey, theme)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  dark.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    dark.removeEventListener('change', listener)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme)
