// Runs before the first paint: a chosen theme never flashes, and of what the server has drawn only what fits is seen.
// What this says stays until the app draws: see src/shell/first-paint.ts.
;(() => {
  const { dataset } = document.documentElement
  const first = () => {
    try {
      const theme = localStorage.getItem('theme')
      if (theme === 'light' || theme === 'dark') dataset.theme = theme
      const bare =
        localStorage.getItem('user') === null
          ? /\/(reset-password|verifikasi)/
          : /\/(terms|fundingStatus|withdrawStatus|verifikasi)\b/
      if (bare.test(location.pathname)) return 'none'
      return localStorage.getItem('user') === null ? 'login' : 'shell'
    } catch {
      // Storage is closed to this page: the system decides.
      return 'login'
    }
  }
  dataset.first = first()
  const say = (/** @type {string} */ text) => document.getElementById('early')?.append(text)
  // What is pressed before the script can act on it waits for the script.
  const keep = (/** @type {Event} */ event, /** @type {string} */ pressed) => {
    if (dataset.first === undefined) return
    event.preventDefault()
    if (dataset.pressed === undefined && dataset.failed === undefined) say('Mohon tunggu…')
    dataset.pressed = pressed
  }
  addEventListener('submit', (event) => keep(event, 'submit'))
  addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    // The target of a login is stored in the history entry, which a link opened by the browser itself would lose.
    const isForgot = target instanceof Element && target.closest('#app a[href$="/reset-password"]') !== null
    if (isForgot && dataset.failed === undefined && !ctrlKey && !metaKey && !shiftKey) keep(event, 'forgot')
  })
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || dataset.first === undefined) return
      dataset.failed = ''
      document.getElementById('early')?.replaceChildren()
      say('Tidak ada koneksi internet, harap periksa jaringan Anda dan muat ulang halaman.')
    },
    true,
  )
})()
