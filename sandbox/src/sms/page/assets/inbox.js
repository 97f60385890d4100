// Refreshes the list of messages: fetches this page again and replaces the list if it has changed.

const PAUSE_MS = 2_000

/** @param {ParentNode} page */
const listOf = (page) => /** @type {HTMLElement} */ (page.querySelector('#messages'))
/** @param {HTMLElement} list */
const newestOf = (list) => list.querySelector('.message')?.getAttribute('data-id')

async function refresh() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok) return
  const fresh = listOf(new DOMParser().parseFromString(await response.text(), 'text/html'))
  const shown = listOf(document)
  if (fresh.innerHTML === shown.innerHTML) return
  const isNewer = newestOf(fresh) !== newestOf(shown)
  shown.replaceChildren(...fresh.childNodes)
  const news = document.querySelector('#news')
  if (isNewer && news) {
    news.textContent = `Pesan baru untuk ${shown.querySelector('.message a')?.textContent ?? ''}`
  }
}

for (;;) {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  // A hidden page does not poll; an unreachable sandbox is polled again.
  if (document.visibilityState === 'visible') await refresh().catch(() => {})
}
