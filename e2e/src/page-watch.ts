import type { BrowserContext, ConsoleMessage, Page, Request, Response } from 'playwright-core'

/** An unexpected event in a browser, described in one line. */
type Problem = { text: string }

/**
 * Collects everything that goes wrong in the pages of one window: console errors and policy warnings, uncaught errors,
 * failed requests, answers of 400 and above. A test declares in advance what it provokes.
 */
export class PageWatch {
  /** All console lines, for the report of a failed test. */
  readonly console: string[] = []
  /** All calls of the API with time, status and duration, for the report of a failed test. */
  readonly calls: string[] = []
  readonly #problems: Problem[] = []
  readonly #expected: { pattern: RegExp; seen: boolean }[] = []

  /** Expects a problem whose line matches from now on; the test fails when it never occurs. */
  expect(pattern: RegExp): void {
    this.#expected.push({ pattern, seen: false })
  }

  /** Discards matching problems that were already recorded, for problems that occur in only one of several windows. */
  excuse(pattern: RegExp): void {
    const kept = this.#problems.filter(({ text }) => !pattern.test(text))
    this.#problems.splice(0, this.#problems.length, ...kept)
  }

  note(text: string): void {
    const wanted = this.#expected.filter(({ pattern }) => pattern.test(text))
    for (const one of wanted) one.seen = true
    if (wanted.length === 0) this.#problems.push({ text })
  }

  /** Unexpected problems that occurred, and expected ones that did not. */
  verdict(): string[] {
    const missing = this.#expected.filter(({ seen }) => !seen).map(({ pattern }) => `never seen: ${pattern}`)
    return [...this.#problems.map(({ text }) => text), ...missing]
  }
}

/** Observes all pages of a window, including those that it opens later. */
export async function watchContext(context: BrowserContext): Promise<PageWatch> {
  const watch = new PageWatch()
  // The console reports most violations of the content security policy, but without the directive.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} refused ${event.blockedURI} ${event.sample}`)
    })
  })
  context.on('page', (page) => watchPage(page, watch))
  return watch
}

function watchPage(page: Page, watch: PageWatch): void {
  page.on('console', (message) => hearConsole(message, watch))
  page.on('pageerror', (error) => watch.note(`page error: ${error.message}`))
  page.on('crash', () => watch.note('the page crashed'))
  page.on('requestfailed', (request) => hearFailure(request, watch))
  page.on('response', (response) => hearAnswer(response, watch))
  page.on('request', (request) => hearCall(request, watch))
}

function hearConsole(message: ConsoleMessage, watch: PageWatch): void {
  const line = `${message.type()}: ${message.text()} (${message.location().url})`
  watch.console.push(line)
  // A resource that could not be loaded is reported by its request, with the status.
  if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
    watch.note(`console ${line}`)
  }
}

function hearFailure(request: Request, watch: PageWatch): void {
  const why = request.failure()?.errorText ?? 'unknown'
  // Requests are aborted when a page is left or a query is no longer needed.
  if (why === 'net::ERR_ABORTED') return
  // Another network interface of this machine came or went: the browser ends its calls, and the app repeats them.
  if (why === 'net::ERR_NETWORK_CHANGED') return
  watch.note(`request failed: ${request.method()} ${request.url()} ${why}`)
}

function hearAnswer(response: Response, watch: PageWatch): void {
  if (response.status() < 400) return
  watch.note(`answer ${response.status()}: ${response.request().method()} ${response.url()}`)
}

/** Notes a call of the API, and later its end in the same line. */
function hearCall(request: Request, watch: PageWatch): void {
  if (!new URL(request.url()).pathname.startsWith('/api/')) return
  const began = Date.now()
  const line = watch.calls.length
  const call = `${new Date(began).toISOString()} ${request.method()} ${request.url()}`
  watch.calls.push(`${call} (no answer)`)
  request.response().then(
    (response) => {
      if (response === null) return
      watch.calls[line] = `${call} ${response.status()} after ${Date.now() - began} ms`
    },
    () => undefined,
  )
}
