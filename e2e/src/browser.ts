import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../scripts/setup-tests/tools.ts'
import { delayingProxy } from './jitter.ts'
import { type PageWatch, watchContext } from './page-watch.ts'
import { patience } from './waiting.ts'

/** Size and colour scheme of a visitor's screen. */
export type Screen = {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
}

export const desktop: Screen = { width: 1440, height: 900 }
export const phone: Screen = { width: 390, height: 844 }
/** Combinations with each screen size and each colour scheme once, for screenshots that people review. */
export const corners = [
  { variant: '1440 light', screen: { ...desktop, colorScheme: 'light' } },
  { variant: '390 dark', screen: { ...phone, colorScheme: 'dark' } },
] as const

/** A browser window with an empty profile, and every error that occurred in it. */
export type Visit = { context: BrowserContext; page: Page; watch: PageWatch }

export type BrowserOptions = { flags?: readonly string[]; viewsPdf?: boolean }

/** Flags that keep the browser from contacting other servers. */
const quietly = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Flags for a browser that another program starts; as the superuser it runs without its sandbox. */
export const browserFlags = (): string[] =>
  process.getuid?.() === 0 ? [...quietly, '--no-sandbox'] : [...quietly]

/**
 * Starts the browser of this machine. For the superuser, and in a container that forbids it, the browser has no sandbox
 * of its own: in such a container the first attempt fails.
 * @param flags additional flags, e.g. to resolve a public host name to this machine
 * @param viewsPdf whether a PDF file is opened in a tab, which only the full browser supports
 */
export async function launchBrowser({
  flags: more = [],
  viewsPdf = false,
}: BrowserOptions = {}): Promise<Browser> {
  // The proxy does not know the host names that a flag resolves.
  const proxy = more.length === 0 ? await delayingProxy() : undefined
  const launch = (flags: string[]) =>
    chromium.launch({
      executablePath: findBrowser({ viewsPdf }),
      args: [...flags, ...more],
      // Most people's browsers have scrollbars, which narrow the page.
      ignoreDefaultArgs: ['--hide-scrollbars'],
      ...(proxy !== undefined && { proxy: { server: proxy } }),
    })
  const unsandboxed = [...quietly, '--no-sandbox']
  if (process.getuid?.() === 0) return launch(unsandboxed)
  return launch(quietly).catch(() => launch(unsandboxed))
}

/** Opens an empty window without loading a page. */
export async function openWindow(browser: Browser, origin: string, screen: Screen = desktop): Promise<Visit> {
  const { width = 1440, height = 900, colorScheme = 'light' } = screen
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme,
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patience)
  const watch = await watchContext(context)
  return { context, page: await context.newPage(), watch }
}
