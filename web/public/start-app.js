// Fetches the scripts of the app after the first paint. Over HTTP/1.1 nothing has a priority, so on a slow connection
// they would delay the font and the first calls, and with them what a lender sees first. The server lists the scripts
// in the page (server/src/main/page).
;(() => {
  /** Milliseconds after the first paint within which the balance may come before the scripts are fetched. */
  const forBalance = 100
  /** Milliseconds after which the scripts are fetched in any case. */
  const atMost = 1_000
  const listed = document.getElementById('scripts')
  const entry = listed?.dataset.src
  if (!entry) return
  const preloads = /** @type {string[]} */ (JSON.parse(listed.textContent ?? '[]'))
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const href of preloads) {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      )
    }
    // import() instead of a script element, whose URL the policy of trusted types would refuse.
    import(entry).catch((error) => {
      reportError(error)
      dispatchEvent(new Event('app-not-loaded'))
    })
  }
  // Nothing is painted on an empty page or in a hidden tab.
  if (document.documentElement.dataset.first === 'none' || document.visibilityState === 'hidden')
    return start()
  setTimeout(start, atMost)
  try {
    const afterPaint = () => {
      const { firstBalance } = /** @type {{ firstBalance?: Promise<void> }} */ (window)
      if (!firstBalance) return start()
      setTimeout(start, forBalance)
      // Two frames: the scripts begin when the balance is painted.
      void firstBalance.then(() => requestAnimationFrame(() => requestAnimationFrame(start)))
    }
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      afterPaint()
    }).observe({ type: 'paint', buffered: true })
  } catch {
    start()
  }
})()
