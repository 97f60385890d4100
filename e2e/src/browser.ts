import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findTool } from '../../scripts/setup-tests/tools.ts'
import { type PageWatch, watchContext } from './page-watch.ts'

/** What a visitor's screen is like. */
export type Screen = {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
}

export const desktop: Screen = { width: 1440, height: 900 }
export const phone: Screen = { width: 390, height: 844 }
/** Where a screen is looked at: each size and each scheme once. */
export const corners = [
  { variant: '1440 light', screen: { ...desktop, colorScheme: 'light' } },
  { variant: '390 dark', screen: { ...phone, colorScheme: 'dark' } },
] as const

/** A browser window of one person with an empty profile, and everything that went wrong in it. */
export type Visit = { context: BrowserContext; page: Page; watch: PageWatch }

/** Flags that keep the browser from talking to anybody but us. */
const quietly = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts the browser of this machine. A superuser's has no sandbox of its own; neither has anybody's in a container
 * that forbids it: there the first try fails.
 */
export async function launchBrowser(): Promise<Browser> {
  const launch = (flags: string[]) => chromium.launch({ executablePath: findTool('chromium'), args: flags })
  const unsandboxed = [...quietly, '--no-sandbox']
  if (process.getuid?.() === 0) return launch(unsandboxed)
  return launch(quietly).catch(() => launch(unsandboxed))
}

/** Opens an empty window; it loads nothing yet. */
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
  context.setDefaultTimeout(15_000)
  const watch = await watchContext(context)
  return { context, page: await context.newPage(), watch }
}
