/**
 * Moves the focus to the closest surroundings that are still there when the focused element is removed or hidden: the
 * button of a failed list that loads again, a row, a link to another screen. The browser would leave it on the body, where a
 * screen reader starts from the top of the page.
 */
export function keepFocus(): void {
  /** The focused element and what it is in, the innermost first. */
  let place: HTMLElement[] = []
  let isWaiting = false
  addEventListener('focusin', ({ target }) => {
    place = []
    for (let one = target as HTMLElement | null; one && one !== document.body; one = one.parentElement)
      place.push(one)
  })
  // A press beside everything takes the focus from everything.
  addEventListener('pointerdown', () => (place = []))
  function check() {
    isWaiting = false
    if (place.length === 0 || document.activeElement !== document.body) return
    // A menu or dialog that closes returns the focus itself, a little later.
    const popup = place.find((one) =>
      one.matches('[role=menu], [role=listbox], [role=dialog], [role=alertdialog]'),
    )
    if (popup && !(popup.isConnected && 'open' in popup.dataset)) return
    const around = place.find((one) => one.isConnected && one.id !== 'app' && one.checkVisibility())
    const [lost] = place
    place = []
    if (!around || !lost) return
    // A part that was loaded on its first use draws its opener anew.
    const again = [...around.querySelectorAll<HTMLElement>(lost.tagName)].find((one) => isAlike(one, lost))
    if (again) return again.focus({ preventScroll: true })
    if (!around.hasAttribute('tabindex')) {
      around.tabIndex = -1
      around.addEventListener('blur', () => around.removeAttribute('tabindex'), { once: true })
    }
    around.focus({ preventScroll: true })
  }
  new MutationObserver(() => {
    if (isWaiting) return
    isWaiting = true
    // A hidden element loses the focus only when the page is drawn.
    requestAnimationFrame(() => setTimeout(check))
  }).observe(document.body, { childList: true, subtree: true })
}

const isAlike = (one: HTMLElement, other: HTMLElement): boolean =>
  one.textContent === other.textContent && one.ariaLabel === other.ariaLabel && one.checkVisibility()
