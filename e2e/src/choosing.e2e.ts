import { formatInterest } from '@pematang/contract/format/interest'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { expectFocused, tabTo } from './account-screens.ts'
import { phone } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import { takePicture } from './picture.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import {
  cardOf,
  expectCount,
  expectEnabled,
  expectPath,
  expectSentenceUnder,
  expectText,
  loanCards,
  logIn,
  mainMenu,
  openDashboard,
  toast,
} from './screens.ts'
import { until } from './waiting.ts'

useBrowser()

async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await expectEnabled(target)
  await page.keyboard.press(key)
}

/** Closes a dialog by keyboard, which gives the focus back to the button that opened it. */
async function escape(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocused(opener)
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

/** Collects the queries of the marketplace's list that are sent from now on. */
function listQueries(page: Page): URLSearchParams[] {
  const queries: URLSearchParams[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/marketplace')) queries.push(url.searchParams)
  })
  return queries
}

journey(
  'CHO-01 CHO-02 CHO-03 SCN-14 a lender sorts, filters, saves, renames, applies and deletes a search by keyboard alone',
  async (fixture) => {
    const grade = fixture.ownGrade()
    const rates = Array.from({ length: 12 }, (_, index) => (100 + index) / 1000)
    await fixture.operator.makeLoans([
      ...rates.map((interest) => ({ tenor: 331, grade, interest })),
      { tenor: 333, grade },
    ])
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 0 }), '/marketplace/list')
    await loanCards(page).first().waitFor()
    const queries = listQueries(page)

    await pressOn(page, button(page, 'Rentang tenor'))
    await tabTo(page, field(page, 'Terpanjang'))
    await page.keyboard.type('330')
    await expect.poll(() => param(page, 'tenorTo')).toBe('330')
    await tabTo(page, field(page, 'Terpendek'), 'Shift+Tab')
    // As one input: a pause within the number would apply its beginning.
    await page.keyboard.insertText('331')
    await page.keyboard.press('Enter')
    await expectSentenceUnder(
      field(page, 'Terpanjang'),
      'Tenor terpendek tidak boleh di atas tenor terpanjang.',
    )
    expect(queries.filter((query) => query.get('tenorFrom') !== null)).toEqual([])
    await expectAccessible(page, 'choosing refused, 1440')
    await tabTo(page, field(page, 'Terpanjang'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('332')
    await expect.poll(() => param(page, 'tenorTo')).toBe('332')
    await page.keyboard.press('Escape')
    await expectFocused(button(page, 'Rentang tenor'))

    await pressOn(page, button(page, 'Filter lain'))
    const rating = page.getByRole('checkbox', { name: grade })
    await expectText(page.locator('label').filter({ has: rating }), `${grade} 12`)
    await checkAllScreens(page, 'choosing-panel')
    await pressOn(page, rating, 'Space')
    await expect.poll(() => param(page, 'grade')).toBe(grade)
    await pressOn(page, button(page, 'Tampilkan 12 pinjaman'))
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('12 pinjaman')

    await pressOn(page, page.getByRole('combobox', { name: 'Urutkan' }))
    // The list has the focus before its chosen option, and a key that comes between begins at the first one.
    await expectFocused(page.getByRole('option', { name: 'Segera berakhir' }))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => param(page, 'sort')).toBe('interest')
    const descending = rates.toReversed().map((rate) => formatInterest(rate))
    await until('both pages are shown, the highest interest first', async () => {
      await page.keyboard.press('End')
      const shown = await loanCards(page).allInnerTexts()
      return shown.map((text) => /\d+,\d{3}%/.exec(text)?.[0]).join() === descending.join() ? true : null
    })
    await expect.poll(() => queries.at(-1)?.get('cursor')).toBeTruthy()

    // Both the navigation and Back lead to the same filters.
    const chosen = new URL(page.url()).search
    await openDashboard(page)
    await pressOn(page, mainMenu(page).getByRole('link', { name: 'Marketplace' }))
    await expectPath(page, '/marketplace/list')
    await expect.poll(() => new URL(page.url()).search).toBe(chosen)
    // Ten rows do not fill the window, so the next page may be there already.
    await expect.poll(() => loanCards(page).count()).toBeGreaterThanOrEqual(10)
    await page.goBack()
    await page.goBack()
    await expect.poll(() => new URL(page.url()).search).toBe(chosen)
    // Back returns to the end of the list, where the next page loads, so there may be more than ten cards.
    await expect.poll(() => loanCards(page).count()).toBeGreaterThanOrEqual(10)

    await pressOn(page, button(page, 'Pencarian tersimpan'))
    const dialog = page.getByRole('dialog', { name: 'Pencarian tersimpan' })
    await tabTo(page, dialog.getByRole('textbox', { name: 'Nama pencarian' }))
    await page.keyboard.type('Cermat')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Pakai Cermat' }).waitFor()
    await pressOn(page, dialog.getByRole('button', { name: 'Ganti nama Cermat' }))
    await expectFocused(dialog.getByRole('textbox', { name: 'Nama baru untuk Cermat' }))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Bunga tinggi')
    await page.keyboard.press('Enter')
    const saved = dialog.getByRole('button', { name: 'Pakai Bunga tinggi' })
    await expectText(saved, `Rating ${grade} · Tenor 331–332 · Bunga tertinggi`)
    await toast(page).waitFor({ state: 'detached' })
    await expectAccessible(page, 'saved searches, 1440')
    await escape(page, dialog, button(page, 'Pencarian tersimpan'))

    await pressOn(page, button(page, 'Reset filter').filter({ visible: true }))
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=interest')
    await pressOn(page, button(page, 'Pencarian tersimpan'))
    await pressOn(page, saved)
    await expect.poll(() => new URL(page.url()).search).toBe(chosen)
    // Back returns to the end of the list, where the next page loads, so there may be more than ten cards.
    await expect.poll(() => loanCards(page).count()).toBeGreaterThanOrEqual(10)

    await pressOn(page, button(page, 'Pencarian tersimpan'))
    await pressOn(page, dialog.getByRole('button', { name: 'Hapus Bunga tinggi' }))
    await expectFocused(dialog.getByRole('button', { name: /^Urungkan/ }))
    await page.keyboard.press('Enter')
    await saved.waitFor()
    await expectFocused(dialog.getByRole('button', { name: 'Ganti nama Bunga tinggi' }))
    await pressOn(page, dialog.getByRole('button', { name: 'Hapus Bunga tinggi' }))
    await dialog.getByText('Bunga tinggi dihapus.').waitFor()
    await escape(page, dialog, button(page, 'Pencarian tersimpan'))
    await pressOn(page, button(page, 'Pencarian tersimpan'))
    await dialog.getByText('Belum ada pencarian tersimpan.').waitFor()
  },
)

journey(
  'CHO-02 SCN-08 the filter sheet on a phone filters by rating, interest, remainder and loans not yet in the portfolio',
  async (fixture) => {
    const grade = fixture.ownGrade()
    const lender = await fixture.makeLender()
    const [low, mine, high] = await fixture.operator.makeLoans([
      { grade, interest: 0.1 },
      { grade, interest: 0.2 },
      { grade, interest: 0.21 },
    ])
    if (!low || !mine || !high) throw new Error('the loans were not made')
    const api = await fixture.apiOf(lender)
    await api.prepareAgreement(mine.loanNumber, 1_000_000)
    const offered = await api.offered(mine)
    if (offered === null) throw new Error('the loan is not offered')
    await api.fund({ loanId: offered.loanId, loanNumber: mine.loanNumber, amount: 1_000_000 }, `own-${grade}`)

    const { page } = await fixture.openWindow(phone)
    await logIn(page, lender, '/marketplace/list')
    await button(page, /^Filter/).click()
    const sheet = page.getByRole('dialog', { name: 'Pilih pinjaman' })
    await sheet.getByRole('checkbox', { name: grade }).check()
    await field(page, 'Terendah').fill('lima belas')
    await sheet.getByRole('button', { name: /^Tampilkan/ }).click()
    await expectSentenceUnder(
      field(page, 'Terendah'),
      'Tulis persen per tahun dari 0 sampai 109,5, misalnya 12,5.',
    )
    await expectFitsNarrow(page, 'choosing sheet')
    await expectAccessible(page, 'choosing sheet, 390')
    await field(page, 'Terendah').fill('15,5')
    await sheet.getByRole('button', { name: 'Tampilkan 2 pinjaman' }).click()
    await expectCount(loanCards(page), 2)
    await expect.poll(() => param(page, 'interestFrom')).toBe('0.155')

    const active = page.getByRole('list', { name: 'Filter yang dipakai' })
    await expectText(active, 'Bunga mulai 15,5%')
    await button(page, /^Filter/).click()
    await sheet.getByRole('checkbox', { name: 'Belum ada di portofolio saya' }).check()
    await sheet.getByRole('textbox', { name: 'Paling sedikit' }).fill('20000000')
    await sheet.getByRole('button', { name: 'Tampilkan 1 pinjaman' }).click()
    // The previous card may be shown until the new list replaces it.
    await expectCount(loanCards(page), 1)
    await cardOf(page, high).waitFor()
    const top = (target: Locator) => target.evaluate((one) => one.getBoundingClientRect().top)
    const saved = await top(button(page, 'Pencarian tersimpan'))
    await takePicture(page, 'look-choosing-list-390')
    expect(saved).toBe(await top(button(page, /^Filter/)))
    await expectFitsNarrow(page, 'choosing list')

    await active.getByRole('button', { name: /Bunga mulai/ }).click()
    await cardOf(page, low).waitFor()
    await active.getByRole('button', { name: /Belum ada/ }).click()
    await active.getByRole('button', { name: /Sisa mulai/ }).click()
    await expectCount(loanCards(page), 3)
    await button(page, 'Reset filter').filter({ visible: true }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  },
)
