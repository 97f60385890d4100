import { tabStore } from '../session/storage.ts'

const reloadedFor = 'pematang.reloaded-for'

/** The entry script of a page: named by its list of scripts, or linked where the page shows nothing before them. */
const entryIn = (page: string): string | null =>
  /<script[^<>]*\bsrc="([^"<>]*\/assets\/[^"<>/]+)"/.exec(page)?.[1] ?? null

/** The URL of the script that started this page. */
const ownEntry = (): string | null =>
  document.getElementById('scripts')?.dataset.src ??
  [...document.scripts]
    .map((script) => script.getAttribute('src'))
    .find((src) => src?.includes('/assets/')) ??
  null

/**
 * Reloads the page if the server has a newer release, once for each release: if a file is still missing after that,
 * another reload would not help.
 * @returns whether the page reloads
 */
export async function reloadForNewRelease(reload = () => location.reload()): Promise<boolean> {
  try {
    const answer = await fetch(import.meta.env.BASE_URL, {
      cache: 'no-store',
      signal: AbortSignal.timeout(5_000),
    })
    const entry = answer.ok ? entryIn(await answer.text()) : null
    if (entry === null || entry === ownEntry() || tabStore().getItem(reloadedFor) === entry) return false
    tabStore().setItem(reloadedFor, entry)
    reload()
    return true
  } catch {
    // Without an answer there is no network, and the current screen stays.
    return false
  }
}
