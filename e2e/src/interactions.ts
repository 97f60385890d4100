import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { chooseMenu } from './account-screens.ts'
import { desktop, launchBrowser, openWindow, phone, type Screen } from './browser.ts'
import { demoLender } from './dashboard.ts'
import { collectInteractions, readInteractions } from './interaction-timing.ts'
import { interactionTable, type Measured } from './interaction-table.ts'
import { watchMainThread } from './main-thread.ts'
import { Product } from './product.ts'
import { appStarted, loanCards, logIn } from './screens.ts'

// Measures how long the screens take from a press or key to the next paint (INP), on the whole product with the demo's
// lender and a CPU four times slower: filter, expand, and open a dialog. Other programs of the machine lengthen that, so
// the CPU time of the longest task is measured too, at full speed: times the factor it is what a slower CPU needs.

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /** Measures only interactions with this word in their name. */
    only: { type: 'string', default: '' },
    /** The slowdown factor of the browser's CPU. */
    slower: { type: 'string', default: '4' },
    out: { type: 'string' },
  },
})
const runs = Number(values.runs)
const slower = Number(values.slower)
if (!(Number.isInteger(runs) && runs > 0 && slower >= 1))
  throw new Error('--runs is a whole number above zero, --slower at least 1')

/** What a lender does: the screen on which it begins, and the presses that are measured. */
type Interaction = { name: string; at: string; on?: 'phone' | 'desktop'; act: (page: Page) => Promise<void> }

const dialogOpened = (page: Page) => page.getByRole('dialog').first().waitFor()
const main = (page: Page) => page.getByRole('main')

async function filterBy(page: Page, field: string, option: string): Promise<void> {
  const opener = main(page).getByRole('button', { name: /^Filter/ })
  const select = page.getByRole('combobox', { name: field, exact: true })
  if (!(await select.isVisible())) await opener.click()
  await select.click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.waitForURL((url) => url.search !== '')
}

const interactions: readonly Interaction[] = [
  {
    name: 'portfolio, filter by status',
    at: '/dashboard/porto',
    act: (page) => filterBy(page, 'Status', 'Late'),
  },
  {
    name: 'portfolio, expand a loan',
    at: '/dashboard/porto',
    act: async (page) => {
      // A loan that was not paid out yet has none.
      await main(page).locator('button:enabled[aria-label^="Angsuran "]').first().click()
      await main(page)
        .getByRole('region', { name: /^Angsuran / })
        .getByRole('table')
        .first()
        .waitFor()
    },
  },
  {
    name: 'portfolio, open Tarik Dana',
    at: '/dashboard/porto',
    act: async (page) => {
      await chooseMenu(page, 'Tarik Dana')
      await dialogOpened(page)
    },
  },
  {
    name: 'transactions, filter by status',
    at: '/dashboard/transaction-history',
    act: (page) => filterBy(page, 'Status', 'Berhasil'),
  },
  {
    name: 'transactions, open an entry',
    at: '/dashboard/transaction-history',
    act: async (page) => {
      await main(page)
        .getByRole('button', { name: /^Rincian / })
        .first()
        .click()
      await dialogOpened(page)
    },
  },
  {
    name: 'marketplace, change the order',
    at: '/marketplace/list',
    act: async (page) => {
      await main(page).getByRole('combobox', { name: 'Urutkan' }).click()
      await page.getByRole('option').nth(1).click()
      await page.waitForURL((url) => url.search !== '')
    },
  },
  {
    name: 'marketplace, filter by tenor',
    at: '/marketplace/list',
    on: 'desktop',
    act: async (page) => {
      await main(page).getByRole('textbox', { name: 'Tenor' }).pressSequentially('12')
      await page.waitForURL((url) => url.searchParams.get('tenor') === '12')
    },
  },
  {
    name: 'marketplace, open Danai',
    at: '/marketplace/list',
    act: async (page) => {
      await loanCards(page)
        .first()
        .getByRole('button', { name: /^Danai/ })
        .click()
      await dialogOpened(page)
    },
  },
]

async function open(page: Page, { at }: Interaction): Promise<void> {
  await page.goto(`/lender${at}`, { waitUntil: 'networkidle' })
  await appStarted(page)
  // A lender reads before they press: the code of menus and dialogs is fetched meanwhile.
  await page.mouse.move(20, 300)
  await page.waitForTimeout(2_500)
  await page.waitForLoadState('networkidle')
}

/** The longest time from a press or key to the next paint, in milliseconds, on a slower CPU. */
async function timeToPaint(page: Page, interaction: Interaction): Promise<number> {
  await open(page, interaction)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await collectInteractions(page)
  await interaction.act(page)
  const longest = await readInteractions(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return longest
}

/** The CPU time of the longest task, in milliseconds of a slower CPU. */
async function longestTask(browser: Browser, page: Page, interaction: Interaction): Promise<number> {
  await open(page, interaction)
  const { longestOfCpu } = await watchMainThread(browser, page, () => interaction.act(page))
  return longestOfCpu * slower
}

const product = await Product.make()
const browser = await launchBrowser()
try {
  await product.start()
  const measured: Measured[] = []
  const loadBefore = os.loadavg()[0] ?? 0
  const sizes: Record<'phone' | 'desktop', Screen> = { phone, desktop }
  for (const [screen, size] of Object.entries(sizes)) {
    const { context, page } = await openWindow(browser, product.address.origin, size)
    await logIn(page, demoLender(product.address))
    for (const interaction of interactions) {
      const { name, on = screen } = interaction
      if (!name.includes(values.only) || on !== screen) continue
      const one: Measured = { name, screen, paints: [], tasks: [] }
      for (let run = 0; run < runs; run += 1) {
        one.paints.push(await timeToPaint(page, interaction))
        one.tasks.push(await longestTask(browser, page, interaction))
      }
      measured.push(one)
      console.error(JSON.stringify(one))
    }
    await context.close()
  }
  const text = [
    `# From a press to the next paint, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `The demo's lender, a processor ${slower} times slower, the longest of each action in ${runs} runs. Milliseconds.`,
    `Machine: ${os.cpus()[0]?.model.trim() ?? 'unknown'}, ${os.cpus().length} cores. Load average before: ${loadBefore.toFixed(2)}.`,
    '',
    interactionTable(measured),
    '',
  ].join('\n')
  console.log(text)
  // Relative to the folder in which npm was called, not to that of the workspace.
  if (values.out) writeFileSync(path.resolve(process.env.INIT_CWD ?? '.', values.out), text)
} finally {
  await browser.close()
  await product.remove()
}
