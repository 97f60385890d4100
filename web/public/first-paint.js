// Runs before the first paint: it applies the chosen theme and shows only the fitting part of the server's markup.
// These settings remain until the app renders: see src/shell/first-paint.ts.
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
      // The browser denies access to the storage: the theme of the system applies, and the login is shown.
      return 'login'
    }
  }
  dataset.first = first()
  const say = (/** @type {string} */ text) => document.getElementById('early')?.append(text)
  // Stores a click or submit that comes before the app's script has loaded; the app repeats it then.
  const keep = (/** @type {Event} */ event, /** @type {string} */ pressed) => {
    if (dataset.first === undefined) return
    event.preventDefault()
    if (dataset.pressed === undefined && dataset.failed === undefined) say('Mohon tunggu…')
    dataset.pressed = pressed
  }
  addEventListener('submit', (event) => keep(event, 'submit'))
  const press = (/** @type {MouseEvent} */ event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    // The app must open this link itself: a page load by the browser would lose the login's return target, which is in
    // the history entry.
    const isForgot = target instanceof Element && target.closest('#app a[href$="/reset-password"]') !== null
    if (isForgot && dataset.failed === undefined && !ctrlKey && !metaKey && !shiftKey) keep(event, 'forgot')
  }
  // On the way down: while the app waits for the script of the login, React stops a click before it comes back up.
  addEventListener('click', press, true)
  const fail = () => {
    if (dataset.first === undefined) return
    dataset.failed = ''
    document.getElementById('early')?.replaceChildren()
    say('Tidak ada koneksi internet, harap periksa jaringan Anda dan muat ulang halaman.')
  }
  addEventListener('app-not-loaded', fail)
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && fail(), true)
})()
