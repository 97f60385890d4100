import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone as phoneScreen } from './browser.ts'
import type { Lender } from './operator.ts'
import type { ProductAddress } from './product.ts'
import { expectCount } from './screens.ts'

// Functions for the three tabs of the dashboard, one per action of a lender.

/** The lender of the demo data: with active, late, waiting, repaid, restructured and written-off loans. */
export function demoLender({ dataDir }: ProductAddress): Lender {
  const { phone, password }: Pick<Lender, 'phone' | 'password'> = JSON.parse(
    readFileSync(path.join(dataDir, 'demo.json'), 'utf8'),
  )
  return { phone, password, name: 'Ratna Wirasena', contact: 'Ratna Wirasena', email: '', cash: 0 }
}

export async function openTab(page: Page, tab: 'Portofolio' | 'User Portofolio' | 'Transaction History') {
  await page
    .getByRole('navigation', { name: 'Bagian dashboard' })
    .getByRole('link', { name: tab, exact: true })
    .click()
  await page.getByRole('region', { name: tab, exact: true }).waitFor()
}

/** The row groups of the current list, one for each entry. */
export const entries = (page: Page): Locator =>
  page.getByRole('main').getByRole('table').first().locator('> tbody')

export const entryOf = (page: Page, text: string): Locator => entries(page).filter({ hasText: text })

/**
 * Opens the panel below a row.
 * @returns the panel
 */
export async function expand(entry: Locator, button: 'Angsuran' | 'Pinjaman'): Promise<Locator> {
  const toggle = entry.getByRole('button', { name: new RegExp(`^${button} `) })
  const label = await toggle.getAttribute('aria-label')
  await toggle.click()
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true')
  const panel = entry.getByRole('region', { name: label ?? '', exact: true })
  await panel.getByRole('table').waitFor()
  return panel
}

/** The rows of a panel as the texts of their cells. */
export async function cellsOf(panel: Locator): Promise<string[][]> {
  const rows = panel.locator('tbody > tr')
  return rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.innerText.replaceAll(/\s+/g, ' ').trim()),
    ),
  )
}

export const queryOf = (page: Page): Record<string, string> =>
  Object.fromEntries(new URL(page.url()).searchParams)

export async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Shows the choices of an open tab, which a phone has behind a button that comes with the list. */
export async function showFilter(page: Page): Promise<void> {
  const isPhone = page.viewportSize()?.width === phoneScreen.width
  if (isPhone)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Filter/ })
      .click()
}

/** The texts of the pagination: page numbers and gaps. */
export async function pageLinks(page: Page): Promise<string[]> {
  const items = page.getByRole('navigation', { name: 'Halaman' }).getByRole('listitem')
  return (await items.allInnerTexts()).map((text) => text.trim())
}

export async function expectEmptyList(page: Page, sentence: string): Promise<void> {
  const main = page.getByRole('main')
  await main.getByText(sentence).waitFor()
  // The illustration is shown beside the sentence.
  const card = main.locator('section', { has: page.getByText(sentence) }).last()
  await expectCount(card.locator('svg[viewBox="0 0 192 144"]'), 1)
  await expectCount(main.getByRole('navigation', { name: 'Halaman' }), 0)
}
