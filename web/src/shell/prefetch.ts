/** Milliseconds to wait: on a slow connection these scripts would delay the answers that the screen waits for. */
const afterAnswers = 2_000

/** Signs that the page is used: a tab in the background, or one that is closed at once, needs no more scripts. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** The first sign since this code was loaded, which is before a login is sent. */
const firstUse = new Promise<void>((resolve) => {
  for (const sign of signs)
    addEventListener(sign, () => resolve(), { capture: true, passive: true, once: true })
})

/** The scripts by part of the app, as the server lists them in the page; none where the page is hosted elsewhere. */
const laterScripts = (): Record<string, string[]> =>
  JSON.parse(document.getElementById('later')?.textContent ?? '{}') as Record<string, string[]>

/**
 * Fetches the code that a lender probably needs next (menus, selects, the dialogs of a funding) once the screen is
 * shown and used, so that it opens at once and offline too. It is executed only when used, so that it does not slow
 * down the current screen.
 */
export function prefetchWhenIdle(part: 'layout' | 'marketplace'): () => void {
  const fetchScripts = () => {
    for (const address of laterScripts()[part] ?? []) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = address
      document.head.append(link)
    }
  }
  let isLeft = false
  let request = 0
  const whenIdle = () => {
    if (isLeft) return
    if ('requestIdleCallback' in window) request = requestIdleCallback(fetchScripts, { timeout: 10_000 })
    else fetchScripts()
  }
  const timer = setTimeout(() => void firstUse.then(whenIdle), afterAnswers)
  return () => {
    isLeft = true
    clearTimeout(timer)
    if (request !== 0) cancelIdleCallback(request)
  }
}
