import type { MouseEvent } from 'react'

/**
 * A press on a link to the URL in the address bar only scrolls to the top. The router notices the same URL only once it
 * has rendered the screen, so that after a double click one would have to go back twice.
 */
export function ignoreIfHere(event: MouseEvent<HTMLAnchorElement>): void {
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (!isPlain || event.currentTarget.href !== window.location.href) return
  event.preventDefault()
  window.scrollTo(0, 0)
}
