/** Milliseconds without input after which the lender counts as away. */
const patience = 60_000

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let touchedAt = Number.NEGATIVE_INFINITY

/** Records the time of the last input on the screen. */
export function followTouches(target: Window = window): void {
  touchedAt = Date.now()
  for (const sign of signs) {
    target.addEventListener(
      sign,
      () => {
        touchedAt = Date.now()
      },
      { passive: true, capture: true },
    )
  }
}

/**
 * Whether the lender is at the screen: there was recent input, or the provider's embedded page, whose input cannot be
 * observed, has the focus. Polling while the lender is away does not keep the session alive.
 */
export const isAttended = (): boolean =>
  Date.now() - touchedAt < patience || (document.hasFocus() && document.activeElement?.tagName === 'IFRAME')
