import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { artifacts } from './artifacts.ts'
import { launchBrowser, openWindow, type Screen, type Visit } from './browser.ts'
import { LenderApi } from './lender-api.ts'
import { type Lender, type Loan, type LoanWish, Operator } from './operator.ts'
import { Product, type ProductAddress, readLog } from './product.ts'

/** What one journey has: people and loans of its own, windows, and the operator. */
export class World {
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

  /** True once somebody was given money that could move. */
  get moneyMoved(): boolean {
    return this.#moneyMoved
  }

  makeLender(wish: { cash?: number; company?: string } = {}): Promise<Lender> {
    this.#moneyMoved ||= wish.cash !== 0
    return this.operator.makeLender(wish)
  }

  async makeLoan(wish: LoanWish = {}): Promise<Loan> {
    const [loan] = await this.operator.makeLoans([wish])
    if (loan === undefined) throw new Error('no loan was made')
    return loan
  }

  apiOf(lender: Lender): Promise<LenderApi> {
    return LenderApi.logIn(this.product, lender)
  }

  /** A new window with an empty profile, still without a page. */
  async openWindow(screen?: Screen): Promise<Visit> {
    const visit = await openWindow(this.#browser, this.product.origin, screen)
    this.visits.push(visit)
    return visit
  }

  async close(): Promise<void> {
    for (const { context } of this.visits) await context.close()
  }
}

let browser: Browser | null = null
let ownProduct: Product | null = null
/** Whose books are still to be audited: money moved there in this file. */
let unaudited: Operator | null = null

/**
 * To be called once in a file of journeys, after useProduct(): its browser runs as long as the file does. Where money
 * could move, the file fails at its end on books that are not whole; an audit asks as much of the machine as some
 * journeys do, so it is one for all of them.
 */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    browser = null
    expect((await unaudited?.auditBooks()) ?? []).toEqual([])
  })
}

/** Gives a file of journeys a product of its own, e.g. with SIGNATURE_SECONDS; it runs without the demo's loans. */
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

/**
 * One journey as a test. It fails on anything unwanted in any of its windows. Of a failed one, screenshots and consoles
 * are kept under e2e/artifacts.
 *
 * @param title begins with the ids of the checklist rows it shows
 */
export function journey(title: string, walk: (world: World) => Promise<void>, timeout = 180_000): void {
  // oxlint-disable-next-line vitest/valid-title -- the titles stand where journey() is called
  test(title, { timeout }, async () => {
    if (browser === null) throw new Error('call useBrowser() in this file')
    const world = new World(browser, ownProduct?.address ?? inject('product'))
    try {
      await walk(world)
      for (const { watch } of world.visits) expect(watch.verdict()).toEqual([])
    } catch (error) {
      await keepEvidence(title, world)
      throw error
    } finally {
      if (world.moneyMoved) unaudited = world.operator
      await world.close()
    }
  })
}

async function keepEvidence(title: string, world: World): Promise<void> {
  mkdirSync(artifacts, { recursive: true })
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
  writeFileSync(path.join(artifacts, `${name}-product.log`), readLog(world.product))
  for (const [number, { context, watch }] of world.visits.entries()) {
    for (const [tab, page] of context.pages().entries()) {
      const file = path.join(artifacts, `${name}-${number + 1}-${tab + 1}.png`)
      await page.screenshot({ path: file, timeout: 10_000 }).catch(() => undefined)
    }
    const lines = [...watch.console, '', ...watch.verdict()]
    writeFileSync(path.join(artifacts, `${name}-${number + 1}.log`), `${lines.join('\n')}\n`)
  }
}
