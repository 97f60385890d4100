import type { MouseEvent } from 'react'

/**
 * The layout's handler of presses on links: one to the URL in the address bar only scrolls to the top. The router
 * notices the same URL only once it has rendered the screen, so that after a double click one would have to go back
 * twice. Dialogs and panels are outside of the layout's element: their links close them. Of a link with `data-repeats`
 * only the double click is ignored, because each further press has an effect.
 */
export function ignoreLinksToHere(event: MouseEvent<HTMLElement>): void {
  const link = (event.target as Element).closest('a')
  if (!event.currentTarget.contains(link) || !link || link.target || link.hash) return
  if (link.href !== location.href || event.metaKey || event.ctrlKey || event.shiftKey) return
  const repeats = link.dataset.repeats !== undefined
  if (repeats && event.detail < 2) return
  event.preventDefault()
  if (!repeats) scrollTo(0, 0)
}
