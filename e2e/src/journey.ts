import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type BrowserOptions, launchBrowser, openWindow, type Screen, type Visit } from './browser.ts'
import { keepEvidence } from './evidence.ts'
import { LenderApi } from './lender-api.ts'
import { type Lender, type LenderSettings, type Loan, type LoanSettings, Operator } from './operator.ts'
import { ownGrade, ownTenor } from './own-numbers.ts'
import { Product, type ProductAddress } from './product.ts'

/** What one end-to-end test uses: lenders and loans of its own, windows, and the operator. */
export class Fixture {
  readonly product: ProductAddress
  readonly operator: Operator
  readonly visits: Visit[] = []
  readonly #browser: Browser
  #moneyMoved = false

  constructor(browser: Browser, product: ProductAddress) {
    this.#browser = browser
    this.product = product
    this.operator = new Operator(product)
  }

  /** True once a lender received cash. */
  get moneyMoved(): boolean {
    return this.#moneyMoved
  }

  makeLender(options: LenderSettings = {}): Promise<Lender> {
    this.#moneyMoved ||= options.cash !== 0
    return this.operator.makeLender(options)
  }

  async makeLoan(settings: LoanSettings = {}): Promise<Loan> {
    const [loan] = await this.operator.makeLoans([settings])
    if (loan === undefined) throw new Error('no loan was made')
    return loan
  }

  /** A tenor in months that only loans of this try have. */
  ownTenor(): number {
    return ownTenor(this.product)
  }

  /** A rating that only loans of this try have. */
  ownGrade(): string {
    return ownGrade(this.product)
  }

  apiOf(lender: Pick<Lender, 'phone' | 'password'>): Promise<LenderApi> {
    return LenderApi.logIn(this.product, lender)
  }

  /** A new window with an empty profile and without a page. */
  async openWindow(screen?: Screen): Promise<Visit> {
    const visit = await openWindow(this.#browser, this.product.origin, screen)
    this.visits.push(visit)
    return visit
  }

  async close(): Promise<void> {
    for (const { context } of this.visits) {
      // A call that is still answered by the test would fail with the page, outside every test.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
  }
}

/**
 * The browser of this process. Test files share it one after the other, because a start takes as long as a short test.
 */
let running: { browser: Browser; options: string } | null = null
let browser: Browser | null = null
let ownProduct: Product | null = null
/** The operator whose books still have to be audited, because money moved in this file. */
let unaudited: Operator | null = null

/**
 * Call it once in a test file, after useProduct(). Each test opens its own windows in the browser. After the last test
 * the books are audited, if money could have moved; one audit per file, because it takes as long as some tests.
 * @param options requirements for the browser, evaluated when it starts
 */
export function useBrowser(options: () => Promise<BrowserOptions> = async () => ({})): void {
  beforeAll(async () => {
    browser = await browserWith(await options())
  })
  afterAll(async () => {
    browser = null
    const operator = unaudited
    unaudited = null
    expect((await operator?.auditBooks()) ?? []).toEqual([])
  })
}

/** Returns the running browser if it was started with the same options; otherwise replaces it by a new one. */
async function browserWith(options: BrowserOptions): Promise<Browser> {
  const wanted = JSON.stringify(options)
  if (running?.options === wanted && running.browser.isConnected()) return running.browser
  await running?.browser.close()
  running = { browser: await launchBrowser(options), options: wanted }
  return running.browser
}

/**
 * The address of the file's own product.
 * @throws Error before it has started
 */
export function ownAddress(): ProductAddress {
  if (ownProduct === null) throw new Error('call useProduct() before useBrowser() in this file')
  return ownProduct.address
}

/**
 * Gives a test file its own instance of the app with these settings, e.g. SIGNATURE_SECONDS, without the demo's loans.
 */
export function useProduct(settings: Record<string, string>): void {
  beforeAll(async () => {
    ownProduct = await Product.make({ DEMO: 'off', ...settings })
    await ownProduct.start()
  })
  afterAll(async () => {
    await ownProduct?.remove()
    ownProduct = null
  })
}

/** Starts the own instance again with other settings; sessions and data stay. */
export async function restartProduct(settings: Record<string, string>): Promise<void> {
  if (ownProduct === null) throw new Error('call useProduct() in this file')
  Object.assign(ownProduct.env, settings)
  await ownProduct.stop()
  await ownProduct.start()
}

/**
 * One user journey as a test. It fails on any unexpected problem in its windows; its error then names the files of
 * keepEvidence.
 * @param title begins with the ids of the checklist rows that it covers
 */
export function journey(title: string, walk: (fixture: Fixture) => Promise<void>, timeout?: number): void {
  // oxlint-disable-next-line vitest/valid-title -- the titles stand where journey() is called
  test(title, timeout === undefined ? {} : { timeout }, async ({ task }) => {
    if (browser === null) throw new Error('call useBrowser() in this file')
    const fixture = new Fixture(browser, ownProduct?.address ?? inject('product'))
    const startedAt = new Date()
    try {
      await walk(fixture)
      for (const { watch } of fixture.visits) expect(watch.verdict()).toEqual([])
    } catch (error) {
      const { product, visits } = fixture
      const number = (task.result?.retryCount ?? 0) + 1
      const files = await keepEvidence({ title, number, startedAt, product, visits })
      if (error instanceof Error) nameEvidence(error, files)
      throw error
    } finally {
      if (fixture.moneyMoved) unaudited = fixture.operator
      await fixture.close()
    }
  })
}

/** The terminal prints the message of an error, a report its stack. */
function nameEvidence(error: Error, files: readonly string[]): void {
  const lines = `\nEvidence:\n${files.join('\n')}`
  error.stack = `${error.stack ?? error.message}${lines}`
  error.message += lines
}
