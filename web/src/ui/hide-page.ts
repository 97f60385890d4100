/** The number of open dialogs that hide the page. */
let open = 0

/**
 * Hides the page from assistive technology below a dialog, as a whole: what is drawn anew while the dialog is open, for
 * another width of the window, is hidden too. Messages that are read out above dialogs stand beside the page. The place
 * that is kept free for the page's scrollbar, which no element covers, is dimmed with it.
 * @returns shows the page again, unless another dialog is open
 */
export function hidePage(): () => void {
  const page = document.getElementById('app')
  open += 1
  page?.setAttribute('aria-hidden', 'true')
  document.documentElement.dataset.dimmed = ''
  return () => {
    open -= 1
    if (open > 0) return
    page?.removeAttribute('aria-hidden')
    delete document.documentElement.dataset.dimmed
  }
}
