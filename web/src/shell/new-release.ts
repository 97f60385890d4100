import { tabStore } from '../session/storage.ts'
import { toast } from '../ui/toast-store.ts'

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

/** The entry script of a newer release, if the server has one; without an answer there is none. */
async function newerEntry(): Promise<string | null> {
  try {
    const answer = await fetch(import.meta.env.BASE_URL, {
      cache: 'no-store',
      signal: AbortSignal.timeout(5_000),
    })
    const entry = answer.ok ? entryIn(await answer.text()) : null
    return entry === ownEntry() ? null : entry
  } catch {
    return null
  }
}

/**
 * Reloads the page if the server has a newer release, once for each release: if a file is still missing after that,
 * another reload would not help.
 * @returns whether the page reloads
 */
export async function reloadForNewRelease(reload = () => location.reload()): Promise<boolean> {
  const entry = await newerEntry()
  if (entry === null || tabStore().getItem(reloadedFor) === entry) return false
  tabStore().setItem(reloadedFor, entry)
  reload()
  return true
}

/**
 * Says that the page has to be loaded again, if the code of a part is missing because of a newer release. It is not
 * reloaded by itself: around a dialog or menu that did not open there may be something typed.
 */
export async function tellNewRelease(): Promise<void> {
  if ((await newerEntry()) !== null)
    toast.warning('Aplikasi ini sudah diperbarui. Muat ulang halaman ini untuk melanjutkan.', { now: true })
}
