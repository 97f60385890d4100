import type { MouseEvent } from 'react'

/**
 * A press on a link to the URL in the address bar only scrolls to the top. The router notices the same URL only once it
 * has rendered the screen, so that after a double click one would have to go back twice.
 */
export function ignoreIfHere(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.currentTarget.href !== location.href) return
  event.preventDefault()
  scrollTo(0, 0)
}
