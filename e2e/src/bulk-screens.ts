import type { Locator, Page } from 'playwright-core'
import type { Lender, MadeProduct } from './operator.ts'
import { agreementBox, expectPath, expectPreview, expectText, openMarketplace, readTerms } from './screens.ts'
import { until } from './waiting.ts'

// What a lender does with a bulk product, one function per action.

export const productsTab = (page: Page): Locator => page.getByRole('tab', { name: 'Pendanaan Product' })

export const productCard = (page: Page, { partner }: Pick<MadeProduct, 'partner'>): Locator =>
  page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: partner })

/** Opens the loans of a product by its card, from any screen. */
export async function openProduct(page: Page, product: MadeProduct): Promise<void> {
  await openMarketplace(page)
  await productsTab(page).click()
  await productCard(page, product).getByRole('link').click()
  await page.waitForURL((url) => url.pathname.startsWith('/lender/bulk-list/'))
  await page.getByRole('heading', { name: product.partner }).waitFor()
}

export const bulkLoanCards = (page: Page): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bunga per tahun' })

/** The bar with the funding button, above the loans of a bulk product. */
export const fundingBar = (page: Page): Locator => page.getByRole('region', { name: 'Danai produk ini' })

/**
 * Presses Danai Pinjaman.
 * @returns the dialog Detail
 */
export async function askToFund(page: Page): Promise<Locator> {
  await fundingBar(page).getByRole('button', { name: 'Danai Pinjaman' }).click()
  const detail = page.getByRole('dialog', { name: 'Detail' })
  await detail.waitFor()
  return detail
}

/**
 * Confirms the dialog Detail.
 * @returns the dialog Preview Agreement, with the first document drawn
 */
export async function confirmFunding(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Ya, Danai Pinjaman' }).click()
  return expectPreview(page)
}

/**
 * Reads the terms, consents and continues.
 * @param action the label of the button that consents
 * @returns the dialog Masukan Kata Sandi
 */
export async function agreeToAll(page: Page, preview: Locator, action = 'Danai'): Promise<Locator> {
  await readTerms(page, preview)
  await agreementBox(preview).check()
  await preview.getByRole('button', { name: action, exact: true }).click()
  const password = page.getByRole('dialog', { name: 'Masukan Kata Sandi' })
  await password.waitFor()
  return password
}

export const checkField = (dialog: Locator): Locator => dialog.getByLabel('Kata Sandi', { exact: true })

/** Types the password and continues to the next dialog. */
export async function passCheck(dialog: Locator, { password }: Pick<Lender, 'password'>): Promise<void> {
  await checkField(dialog).fill(password)
  await dialog.getByRole('button', { name: 'Lanjut' }).click()
}

/**
 * Completes all four steps, from the loans of a product to Pendanaan Diproses.
 * @returns its dialog
 */
export async function fundProduct(page: Page, lender: Lender): Promise<Locator> {
  await askToFund(page)
  const preview = await confirmFunding(page)
  await passCheck(await agreeToAll(page, preview), lender)
  const processed = page.getByRole('dialog', { name: 'Pendanaan Diproses' })
  await processed.waitFor()
  return processed
}

/** The outcome of the last bulk funding, on the dashboard. */
export const bulkEnd = (page: Page): Locator => page.locator('[data-bulk-end]')

/** Goes from Pendanaan Diproses to the end of the bulk funding, on the dashboard. */
export async function followToEnd(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Lihat Progress Pendanaan' }).click()
  await expectPath(page, '/dashboard/transaction-history')
  await expectText(bulkEnd(page), 'Pendanaan selesai')
}

/** Whether a backdrop dims the dialog with this title. */
export const isDimmed = (page: Page, title: string): Promise<boolean> =>
  page
    .locator('[role=dialog]')
    .filter({ hasText: title })
    .evaluate((dialog) => {
      const { left, top } = dialog.getBoundingClientRect()
      const stack = document.elementsFromPoint(left + 30, top + 30)
      const above = stack.slice(
        0,
        stack.findIndex((one) => dialog.contains(one)),
      )
      const isPainted = ({ backgroundColor }: CSSStyleDeclaration) => backgroundColor !== 'rgba(0, 0, 0, 0)'
      const own = getComputedStyle(dialog, '::after')
      return (
        (own.content !== 'none' && isPainted(own)) || above.some((one) => isPainted(getComputedStyle(one)))
      )
    })

/**
 * Scrolls through the loans to the last one. The page itself notes what it draws: on a busy machine a card may come and
 * go between two looks from outside.
 * @returns every loan number that was shown
 */
export async function scrollThrough(page: Page, { loans }: MadeProduct): Promise<Set<string>> {
  await page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body
    const seen = new Set<string>()
    const note = () => {
      for (const part of main.querySelectorAll('li *'))
        if (/^E2E-\d+$/.test(part.textContent)) seen.add(part.textContent)
      document.body.dataset.seen = [...seen].join()
    }
    new MutationObserver(note).observe(main, { subtree: true, childList: true })
    note()
  })
  const look = async (): Promise<Set<string> | null> => {
    const text = await page.evaluate(() => {
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
      scrollTo({ top: isAtEnd ? 0 : scrollY + 600, behavior: 'instant' })
      return document.body.dataset.seen ?? ''
    })
    const seen = new Set(text.split(','))
    return seen.size >= loans.length ? seen : null
  }
  return until('each loan has been shown', look, { limitMs: 180_000 })
}
