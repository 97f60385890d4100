import { useLayoutEffect } from 'react'

// The server has rendered the login form into #app and the logged-in layout into #shell (server/src/main/page).
// public/first-paint.js has chosen which one is visible until the app renders, and set it as `data-first` of the page.

const shell = typeof document === 'undefined' ? null : document.getElementById('shell')
let isShellShown = false

const page = () => document.documentElement.dataset

/**
 * Hydrates the login form that the server rendered, if there is one.
 * @returns whether the server rendered one
 */
export function keepDrawnLogin(root: Element): boolean {
  if (root.firstElementChild === null) return false
  page().first = 'login'
  return true
}

/** Shows the server-rendered layout while the app's own layout loads: after a login, and at the start. */
export function useDrawnShell(isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown || shell === null) return
    document.body.append(shell)
    page().first = 'shell'
    isShellShown = true
    return () => {
      shell.remove()
      delete page().first
      isShellShown = false
    }
  }, [isShown])
}

/** Removes the server's markup when the app renders in its place. The login form stays until it is hydrated. */
export function useFirstDrawing(): void {
  useLayoutEffect(() => {
    if (isShellShown) return
    shell?.remove()
    if (page().first !== 'login') delete page().first
  }, [])
}

/**
 * Marks the login form as hydrated.
 * @returns the button or link that was pressed last before that
 */
export function takeOverLogin(): 'submit' | 'forgot' | null {
  const { pressed } = page()
  delete page().pressed
  delete page().first
  document.getElementById('early')?.remove()
  return pressed === 'submit' || pressed === 'forgot' ? pressed : null
}
