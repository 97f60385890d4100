import type { MouseEvent } from 'react'

/**
 * Ignores a press on a link to the URL in the address bar. The router notices the same URL only once it has rendered the
 * screen, so that after a double click one would have to go back twice.
 */
export function ignoreIfHere(event: MouseEvent<HTMLAnchorElement>): void {
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (isPlain && event.currentTarget.href === window.location.href) event.preventDefault()
}
