import type { FrameLocator, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Lender, Loan } from './operator.ts'
import { painted } from './picture.ts'
import { patience, until } from './waiting.ts'

// What a lender does on the screens, one function per action. Every step only clicks and types. What a test expects after
// an action is polled, because a screen may change later than the action ends.

export const pathOf = (page: Page): string => new URL(page.url()).pathname

export async function expectPath(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === `/lender${path}`)
}

/** The text of an element with its white space collapsed. */
export async function readText(locator: Locator): Promise<string> {
  return (await locator.innerText()).replaceAll(/\s+/g, ' ').trim()
}

export async function expectText(locator: Locator, text: string): Promise<void> {
  await expect.poll(async () => readText(locator)).toContain(text)
}

export async function expectCount(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.count()).toBe(count)
}

export async function expectValue(field: Locator, value: string): Promise<void> {
  await expect.poll(() => field.inputValue()).toBe(value)
}

export async function expectEnabled(control: Locator): Promise<void> {
  await expect.poll(() => control.isEnabled()).toBe(true)
}

export async function expectDisabled(control: Locator): Promise<void> {
  await expect.poll(() => control.isDisabled()).toBe(true)
}

/** Presses a key on a control once it is enabled: a disabled one would ignore the key. */
export async function press(control: Locator, key = 'Enter'): Promise<void> {
  await expectEnabled(control)
  await control.press(key)
}

/** Stops what pages opened from now on do periodically with this interval (milliseconds), e.g. asking the API. */
export async function stopIntervals(page: Page, interval: number): Promise<void> {
  await page.addInitScript((stopped) => {
    const start = window.setInterval.bind(window)
    window.setInterval = ((work: () => void, every?: number) =>
      every === stopped ? 0 : start(work, every)) as typeof setInterval
  }, interval)
}

/** Waits until the font has loaded, which changes places and widths. */
export async function fontLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
  })
}

/** Waits until the app has replaced or taken over what the server rendered. A page's load event does not wait for it. */
export async function appStarted(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.first === undefined)
}

export const phoneField = (page: Page): Locator => page.getByRole('textbox', { name: 'Nomor Handphone' })
export const passwordField = (page: Page): Locator => page.getByLabel('Kata Sandi', { exact: true })

export async function tryLogIn(page: Page, phone: string, password: string): Promise<void> {
  await phoneField(page).fill(phone)
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Masuk' }).click()
}

/** Logs in with the form from an empty window; ends on the portfolio. */
export async function logInByForm(
  page: Page,
  { phone, password }: Pick<Lender, 'phone' | 'password'>,
): Promise<void> {
  await page.goto('/lender/')
  await tryLogIn(page, phone, password)
  await expectPath(page, '/dashboard/porto')
}

/**
 * Logs in from an empty window and opens a screen. The session is asked for without the form, which has journeys of its
 * own: a page that only a login needs takes as long as the screen.
 */
export async function logIn(
  page: Page,
  { phone, password }: Pick<Lender, 'phone' | 'password'>,
  path = '/dashboard/porto',
): Promise<void> {
  const answer = await page.request.post('/api/v1/auth/login', {
    data: { phoneNumber: phone, password, type: 'lender' },
  })
  const session = await answer.text()
  expect(answer.status(), session).toBe(200)
  // The storage belongs to the origin, so any page of it will do.
  await page.goto('/readyz')
  await page.evaluate((user) => localStorage.setItem('user', user), session)
  await page.goto(`/lender${path}`)
  await appStarted(page)
}

/** The sentence under a field, found through the field's own reference; empty when there is none. */
export async function sentenceUnder(field: Locator): Promise<string> {
  return field.evaluate((input) => {
    const ids = (input.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean)
    const texts = ids.map((id) => document.getElementById(id)?.textContent ?? '')
    return texts.join(' ').trim()
  })
}

export async function expectSentenceUnder(field: Locator, sentence: string): Promise<void> {
  await expect.poll(() => sentenceUnder(field)).toContain(sentence)
}

export const toast = (page: Page): Locator => page.locator('[data-toast]')

/** The main navigation: beside the content on a desktop, below it on a phone. */
export const mainMenu = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true })

/** Waits until the app shows the dashboard; the server's markup, which has the same words, is outside #app. */
export const dashboardShown = (page: Page): Promise<void> =>
  page.locator('#app').getByText('Cash Balance').first().waitFor()

export async function openMarketplace(page: Page): Promise<void> {
  await mainMenu(page).getByRole('link', { name: 'Marketplace' }).click()
  await expectPath(page, '/marketplace/list')
  // The dashboard has a button "Filter" too, and stays until the marketplace is rendered.
  await page.locator('#app').getByRole('heading', { level: 1, name: 'Marketplace' }).waitFor()
}

export async function openDashboard(page: Page): Promise<void> {
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click()
  await expectPath(page, '/dashboard/porto')
  // The URL changes first; the old screen is replaced only when the new one is rendered, so this waits for its content.
  await dashboardShown(page)
}

export async function openTransactions(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Transaction History' }).click()
  await expectPath(page, '/dashboard/transaction-history')
}

/** The loans of the marketplace: rows of a table on a desktop, cards on a phone and by choice. */
export const loanCards = (page: Page): Locator => {
  const main = page.getByRole('main')
  return main.getByRole('listitem').or(main.getByRole('row')).filter({ hasText: 'Nomor Pinjaman' })
}

export const cardOf = (page: Page, { loanNumber }: Pick<Loan, 'loanNumber'>): Locator =>
  loanCards(page).filter({ hasText: loanNumber })

/** Filters the marketplace by the loan's tenor, which leaves few pages. */
export async function filterByTenor(page: Page, { tenor }: Pick<Loan, 'tenor'>): Promise<void> {
  const main = page.getByRole('main')
  const filter = main.getByRole('button', { name: /^Filter/ })
  await filter.waitFor()
  const field = main.getByRole('textbox', { name: 'Tenor' })
  if (await field.isVisible()) {
    await field.fill(String(tenor))
    await field.press('Enter')
  } else {
    await filter.click()
    const sheet = page.getByRole('dialog', { name: 'Pilih pinjaman' })
    for (const name of ['Terpendek', 'Terpanjang'])
      await sheet.getByRole('textbox', { name }).fill(String(tenor))
    await sheet.getByRole('button', { name: /^Tampilkan/ }).click()
  }
  await page.waitForURL((url) => url.searchParams.get('tenor') === String(tenor))
}

/** Finds a loan's card, scrolling as long as there are more. */
export async function findLoan(page: Page, loan: Loan): Promise<Locator> {
  await filterByTenor(page, loan)
  const card = cardOf(page, loan)
  await scrollUntilDrawn(page, card, loan)
  return card
}

/**
 * Scrolls a list down, and again from the top, until the entry of a loan is drawn: only those near the viewport are, and
 * a filter that has just been set restarts the list.
 */
export async function scrollUntilDrawn(page: Page, entry: Locator, { loanNumber }: Loan): Promise<void> {
  await until(`${loanNumber} is drawn`, async () => {
    // What is drawn on the way gets its height and moves the rest: in view and still, a loan stays drawn.
    const isInView = () =>
      entry.scrollIntoViewIfNeeded({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    if ((await entry.count()) > 0 && (await isInView())) return true
    await page.evaluate(() => {
      const end = document.documentElement.scrollHeight - window.innerHeight
      const top = window.scrollY >= end - 1 ? 0 : window.scrollY + window.innerHeight
      window.scrollTo({ top, behavior: 'instant' })
    })
    return null
  })
}

/**
 * Presses Danai on a loan's card.
 * @returns the dialog Jumlah Funding
 */
export async function pickLoan(page: Page, loan: Loan): Promise<Locator> {
  const card = await findLoan(page, loan)
  await card.getByRole('button', { name: 'Danai' }).click()
  const dialog = page.getByRole('dialog', { name: 'Jumlah Funding' })
  await dialog.waitFor()
  return dialog
}

export const amountField = (dialog: Locator): Locator => dialog.getByLabel('Jumlah pendanaan')

/**
 * Types an amount and continues.
 * @returns the dialog Preview Agreement, with the first document drawn
 */
export async function enterAmount(page: Page, amount: number): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Jumlah Funding' })
  await amountField(dialog).pressSequentially(String(amount))
  await dialog.getByRole('button', { name: 'Selanjutnya' }).click()
  return expectPreview(page)
}

/** The first page of an agreement in the preview: its canvas and its text. */
export const firstPage = (preview: Locator, title: string): Locator =>
  preview.getByRole('region', { name: new RegExp(`^${title}, halaman 1 dari`) })

export async function expectPreview(page: Page): Promise<Locator> {
  const preview = page.getByRole('dialog', { name: 'Preview Agreement' })
  const first = firstPage(preview, 'Perjanjian Pemberian Fasilitas Pendanaan')
  await expect.poll(() => first.textContent(), { timeout: 60_000 }).toMatch(/\w/)
  return preview
}

export const agreementBox = (preview: Locator): Locator => preview.getByRole('checkbox')

export async function openTerms(page: Page, preview: Locator): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await preview.getByRole('link', { name: 'Syarat & Ketentuan' }).click()
  const terms = await opening
  await terms.getByText('Gulir sampai akhir untuk melanjutkan.').waitFor()
  await painted(terms)
  return terms
}

/** Scrolls the window of the terms to its end. */
export async function readToEnd(terms: Page): Promise<void> {
  // A browser drops the keys that a new window receives before its first frame, so the key is pressed again, as a person
  // does.
  await expect
    .poll(async () => {
      await terms.keyboard.press('End')
      return terms.getByText('Sudah dibaca sampai akhir').isVisible()
    })
    .toBe(true)
}

/** Closes a tab that a page has opened. Without the last line the browser may draw the page no more. */
export async function closeTab(tab: Page, page: Page): Promise<void> {
  await tab.close()
  await page.bringToFront()
}

/** Reads the terms to their end in their own window, and closes it once the dialog has noticed. */
export async function readTerms(page: Page, preview: Locator): Promise<void> {
  await closeRead(await openTerms(page, preview), preview)
}

/** Reads open terms to their end, and closes them once the dialog has noticed. */
export async function closeRead(terms: Page, preview: Locator): Promise<void> {
  await readToEnd(terms)
  await expectEnabled(agreementBox(preview))
  await closeTab(terms, preview.page())
}

/** Reads the terms, consents, and presses Danai. */
export async function agreeAndFund(page: Page, preview: Locator): Promise<void> {
  await readTerms(page, preview)
  await agreementBox(preview).check()
  await preview.getByRole('button', { name: 'Danai', exact: true }).click()
}

/** The page of the e-signature provider inside ours. */
export const signingPage = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Halaman tanda tangan elektronik"]')

/**
 * Waits until the provider's page shows both documents.
 * @returns that page
 */
export async function expectSigningPage(page: Page): Promise<FrameLocator> {
  await expectPath(page, '/privy')
  const provider = signingPage(page)
  await provider.getByLabel('PIN enam angka').waitFor()
  // The provider's page marks the end of each document once all its pages are rendered.
  await expectCount(provider.locator('[role=tabpanel] .end'), 2)
  return provider
}

export async function sign(page: Page, pin = '123456'): Promise<void> {
  const provider = await expectSigningPage(page)
  await provider.getByLabel('PIN enam angka').pressSequentially(pin)
  await provider.getByRole('button', { name: 'Tanda tangani', exact: true }).click()
}

/** Declines to sign on the provider's page. */
export async function reject(page: Page): Promise<void> {
  const provider = await expectSigningPage(page)
  await provider.getByRole('button', { name: 'Tolak', exact: true }).click()
  await provider.getByRole('button', { name: 'Tolak dokumen' }).click()
}

/** Goes from the marketplace to the reserved money, with the provider's page open. */
export async function fundLoan(page: Page, loan: Loan, amount: number): Promise<void> {
  await openMarketplace(page)
  await pickLoan(page, loan)
  const preview = await enterAmount(page, amount)
  await agreeAndFund(page, preview)
  await expectPath(page, '/privy')
}

export const portfolioRow = (page: Page, { loanNumber }: Pick<Loan, 'loanNumber'>): Locator =>
  page.getByRole('table').getByRole('rowgroup').filter({ hasText: loanNumber })

export type AgreementName = 'Perjanjian Pendanaan' | 'Perjanjian Fasilitas Pendanaan'

/**
 * Opens one of a loan's two signed agreements from the portfolio in a new tab.
 * @returns the received bytes
 */
export async function openAgreement(
  page: Page,
  loan: Pick<Loan, 'loanNumber'>,
  name: AgreementName = 'Perjanjian Pendanaan',
): Promise<Buffer> {
  const place = '**/api/v1/documents/download'
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  // The browser does not expose the body of an answer that became a blob, so the route reads it.
  await page.route(place, async (route) => {
    const answer = await route.fetch()
    resolve(await answer.body())
    await route.fulfill({ response: answer })
  })
  // The row offers the unsigned agreement until the agreement is signed.
  await portfolioRow(page, loan).waitFor()
  await portfolioRow(page, loan).getByText('Menunggu tanda tangan').waitFor({ state: 'detached' })
  await portfolioRow(page, loan)
    .getByRole('button', { name: `Dokumen ${loan.loanNumber}` })
    .click()
  // The click's own timeout is the shorter one, so that a click that never happens is reported as such.
  const [tab, bytes] = await Promise.all([
    page.waitForEvent('popup', { timeout: 2 * patience }),
    promise,
    page.getByRole('menuitem', { name, exact: true }).click(),
  ])
  await tab.waitForURL(/^blob:/)
  await page.unroute(place)
  await closeTab(tab, page)
  return bytes
}

export const transactionRow = (page: Page, { loanNumber }: Pick<Loan, 'loanNumber'>): Locator =>
  page.getByRole('table').getByRole('row').filter({ hasText: loanNumber })

/** Reads the amount below a name in the summary. */
export async function summaryFigure(page: Page, name: string): Promise<string> {
  const summary = page.getByRole('region', { name: 'Ringkasan saldo' })
  const value = summary.locator('dt').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')
  return readText(value.locator('.figures').first())
}
