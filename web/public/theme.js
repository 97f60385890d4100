// Runs before the first paint, so that a chosen theme never flashes. Without a choice the system decides (CSS).
;(() => {
  try {
    const chosen = localStorage.getItem('theme')
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
  } catch {
    // Storage is closed to this page: the system decides.
  }
})()
