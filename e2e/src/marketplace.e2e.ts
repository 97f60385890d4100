import { randomInt } from 'node:crypto'
import { daysLeft } from '@pematang/contract/format/days-left'
import { formatInterest } from '@pematang/contract/format/interest'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import {
  cardOf,
  expectCount,
  expectPath,
  expectText,
  expectValue,
  filterByTenor,
  findLoan,
  loanCards,
  logIn,
  openDashboard,
  openMarketplace,
  readText,
} from './screens.ts'
import { until } from './waiting.ts'

useBrowser()

async function shownNumbers(page: Page): Promise<string[]> {
  const cards = await loanCards(page).allInnerTexts()
  return cards.map((text) => /[A-Z0-9]+-[\d-]+/.exec(text)?.[0] ?? text)
}

journey(
  'MKT-03 MKT-04 SCN-14 a loan card shows remainder, number, tenor, rating, minimum, interest, progress and days left, and a row of the table the most of it',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const plain = await fixture.makeLoan({ total: 20_000_000, minimum: 1_500_000, days: 9, grade: 'C2' })
    const last = await fixture.makeLoan({ days: 1 })
    const api = await fixture.apiOf(lender)
    // This lender funds a quarter of the loan before the card is checked.
    await api.prepareAgreement(plain.loanNumber, 5_000_000)
    const offered = await api.offered(plain)
    if (offered === null) throw new Error('the loan is not offered')
    await api.fund(
      { loanId: offered.loanId, loanNumber: plain.loanNumber, amount: 5_000_000 },
      'card-quarter-01',
    )

    const { page } = await fixture.openWindow()
    await logIn(page, lender, '/marketplace/list')
    const row = await findLoan(page, plain)
    const inRow = await readText(row)
    for (const part of [plain.borrowerName, 'Modal Usaha', plain.loanNumber, 'C2', '11,220%', '15.000.000'])
      expect(inRow).toContain(part)
    expect(inRow).toMatch(new RegExp(`${plain.tenor} Bulan.*\\d hari lagi`))
    expect(await row.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
    await row.getByRole('button', { name: 'Danai' }).waitFor()

    // The choice of cards stays after another visit.
    await page.getByRole('button', { name: 'Tampilkan sebagai kartu' }).click()
    await page.reload()
    const card = await findLoan(page, plain)
    const text = await readText(card)
    expect(text).toContain(plain.borrowerName)
    expect(text).toContain('Modal Usaha')
    expect(text).toContain(`Sisa Pendanaan ${formatRupiah(15_000_000)}`)
    expect(text).toContain(`Nomor Pinjaman ${plain.loanNumber}`)
    expect(text).toContain(`Tenor ${plain.tenor} Bulan`)
    expect(text).toContain('Rating C2')
    expect(text).toContain('Minimal Pendanaan Rp1.500.000')
    expect(text).toContain(formatInterest(0.1122))
    expect(text).toContain('11,220%')
    expect(text).toContain(daysLeft(offered.dueDate, new Date()))
    expect(text).toMatch(/\d hari lagi/)
    expect(text).toMatch(
      /\d{1,2} (Januari|Februari|Maret|April|Mei|Juni|Juli|Agustus|September|Oktober|November|Desember) \d{4}/,
    )
    await card.getByRole('button', { name: 'Danai' }).waitFor()
    const progress = card.getByRole('progressbar')
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBe(25)
    expect(text).toContain('25')

    const lastCard = await findLoan(page, last)
    await expectText(lastCard, 'Hari terakhir')
    await expectText(lastCard, 'Rating -')
  },
)

journey(
  'MKT-05 marketplace pages accumulate without duplicates, show a skeleton while more remain, and restart after leaving',
  async (fixture) => {
    const tenor = fixture.ownTenor()
    const loans = await fixture.operator.makeLoans(Array.from({ length: 25 }, () => ({ tenor })))
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 0 }))
    const pages: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/marketplace') && url.searchParams.get('tenor') === String(tenor)) {
        pages.push(['page', 'limit', 'flag'].map((name) => url.searchParams.get(name)).join(' '))
      }
    })
    // The second page is delayed, so that the skeleton at the end of the first can be checked.
    let held = Promise.withResolvers<void>()
    await page.route(/marketplace\?.*page=2/, async (route) => {
      await held.promise
      await route.continue()
    })
    await openMarketplace(page)
    await filterByTenor(page, { tenor })
    await expectText(page.getByRole('main'), '25 pinjaman')
    await expectCount(loanCards(page), 10)
    await expect.poll(() => page.locator('[data-skeleton]').count()).toBeGreaterThan(0)
    held.resolve()
    await until('all loans are shown', async () => {
      await page.mouse.wheel(0, 3_000)
      return (await loanCards(page).count()) === 25 ? true : null
    })
    const shown = await shownNumbers(page)
    expect(new Set(shown)).toEqual(new Set(loans.map(({ loanNumber }) => loanNumber)))
    expect(shown.length).toBe(25)
    expect(pages).toEqual(['1 10 web', '2 10 web', '3 10 web'])
    await expectCount(page.locator('[data-skeleton]'), 0)

    // Leaving the screen discards the list, so coming back starts with page 1 alone.
    held = Promise.withResolvers<void>()
    await openDashboard(page)
    await page.goBack()
    await expectPath(page, '/marketplace/list')
    await expectCount(loanCards(page), 10)
    expect(pages[3]).toBe('1 10 web')
    held.resolve()
  },
)

journey(
  'MKT-05 a loan that moved to the next page of the marketplace meanwhile is shown once',
  async (fixture) => {
    const tenor = fixture.ownTenor()
    const loans = await fixture.operator.makeLoans(Array.from({ length: 12 }, () => ({ tenor })))
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 0 }))
    const held = Promise.withResolvers<void>()
    await page.route(/marketplace\?.*page=2/, async (route) => {
      await held.promise
      await route.continue()
    })
    await openMarketplace(page)
    await filterByTenor(page, { tenor })
    // The list of before has as many on its first page.
    await expectText(page.getByRole('main'), '12 pinjaman')
    await expectCount(loanCards(page), 10)
    // A new offer that ends earlier pushes the last loan of page 1 onto page 2.
    const early = await fixture.makeLoan({ tenor, days: 2 })
    held.resolve()
    await until('the rest is shown', async () => {
      await page.mouse.wheel(0, 3_000)
      return (await loanCards(page).count()) === 12 ? true : null
    })
    const shown = await shownNumbers(page)
    expect(new Set(shown)).toEqual(new Set(loans.map(({ loanNumber }) => loanNumber)))
    await expectCount(cardOf(page, early), 0)
  },
)

journey(
  'MKT-02 a marketplace filter sends the tenor as a number and the loan types joined by commas, starting at page 1',
  async (fixture) => {
    const tenor = fixture.ownTenor()
    const ended = `Jenis Lama ${randomInt(10 ** 6)}`
    await fixture.operator.run(['loan-types', 'add', ended])
    await fixture.operator.run(['loan-types', 'deactivate', ended])
    await fixture.operator.makeLoans(Array.from({ length: 12 }, () => ({ tenor })))
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 0 }))
    const asked: Record<string, string>[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/marketplace')) asked.push(Object.fromEntries(url.searchParams))
    })
    await openMarketplace(page)
    const field = page.getByRole('textbox', { name: 'Tenor' })
    await field.pressSequentially(String(tenor).replaceAll(/\d/g, 'a$&-,'))
    await expectValue(field, String(tenor))
    await page.waitForURL((url) => url.searchParams.get('tenor') === String(tenor))
    await page.getByRole('combobox', { name: 'Jenis pinjaman' }).click()
    const options = page.getByRole('option')
    await expect.poll(() => options.allInnerTexts()).toContain('Modal Usaha')
    const names = await options.allInnerTexts()
    expect(names).not.toContain(ended)
    const other = names.find((name) => name !== 'Modal Usaha') ?? '?'
    for (const name of ['Modal Usaha', other]) await page.getByRole('option', { name, exact: true }).click()
    await page.keyboard.press('Escape')
    // The address changes before the list does, so the test waits for the request.
    const filtered = await until('the filtered list is requested', () =>
      asked.find((query) => query.tenor === String(tenor) && /^\d+,\d+$/.test(query.loanTypeId ?? '')),
    )
    expect(filtered).toMatchObject({ page: '1', limit: '10', flag: 'web' })
    expect(asked.at(0)).toMatchObject({ tenor: '', loanTypeId: '', page: '1' })
    await until('both pages are shown', async () => {
      await page.mouse.wheel(0, 3_000)
      return (await loanCards(page).count()) === 12 ? true : null
    })
    await page.route(/marketplace\?.*page=2/, (route) => route.abort('aborted'))
    const first = asked.length
    await page.getByRole('button', { name: /jenis pinjaman/ }).click()
    await expectCount(loanCards(page), 10)
    expect(asked[first]).toMatchObject({ tenor: String(tenor), loanTypeId: '', page: '1' })
  },
)
