/**
 * A press on any link of the page to the URL in the address bar only scrolls to the top. The router notices the same
 * URL only once it has rendered the screen, so that after a double click one would have to go back twice. Dialogs and
 * panels are outside of the root: their links close them. Of a link with `data-repeats` only the double click is
 * ignored, because each further press has an effect.
 */
export function ignoreLinksToHere(root: HTMLElement): void {
  // In the capture phase, so that the link itself sees that nothing is left to do.
  root.addEventListener('click', onClick, true)
}

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hash || link.href !== location.href) return
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  const repeats = link.dataset.repeats !== undefined
  if (repeats && event.detail < 2) return
  event.preventDefault()
  if (!repeats) scrollTo(0, 0)
}
