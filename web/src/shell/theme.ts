import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const oneYear = 31_536_000
const dark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const chosen = (): Theme | null => {
  const value = document.documentElement.dataset.theme
  return value === 'light' || value === 'dark' ? value : null
}

/** What is on the screen: the lender's choice, else what the system asks for. */
export const currentTheme = (): Theme => chosen() ?? (dark.matches ? 'dark' : 'light')

/**
 * Keeps the choice in a cookie of this app's path. Not in local storage: that is cleared when a session ends,
 * and the look of this screen is no data of the lender. public/theme.js reads it before the first paint.
 */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  // oxlint-disable-next-line unicorn/no-document-cookie -- must be read synchronously before the first paint
  document.cookie = `theme=${theme}; path=${import.meta.env.BASE_URL}; max-age=${oneYear}; samesite=lax`
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
