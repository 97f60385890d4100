import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import type { Loan } from './operator.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import {
  agreementBox,
  cardOf,
  expectCount,
  expectDisabled,
  expectPath,
  expectPreview,
  expectText,
  filterByTenor,
  logIn,
  press,
  readTerms,
  sign,
} from './screens.ts'

useBrowser()

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Pinjaman yang dipilih' })
const lineOf = (page: Page, { loanNumber }: Loan): Locator => page.locator(`[data-selected="${loanNumber}"]`)

/** Chooses a loan by the keyboard alone. */
async function choose(page: Page, loan: Loan): Promise<void> {
  const box = cardOf(page, loan).getByRole('checkbox', { name: 'Pilih' })
  await press(box, 'Space')
  await expect.poll(() => box.isChecked()).toBe(true)
}

journey(
  'CHO-08 CHO-09 CHO-10 LIM-02 by keyboard a lender funds a selection of five loans, learns which one was taken, and signs the others',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 5_000_000, income: 32_000_000 })
    const other = await fixture.makeLender({ cash: 20_000_000 })
    const tenor = fixture.ownTenor()
    const loans = await fixture.operator.makeLoans(
      [1, 2, 3, 4, 5].map(() => ({ total: 4_000_000, minimum: 500_000, tenor })),
    )
    const [first, second, taken] = loans as [Loan, Loan, Loan]
    const kept = loans.filter((loan) => loan !== taken)
    const { page } = await fixture.openWindow()
    await logIn(page, lender, '/marketplace/list')
    await filterByTenor(page, first)
    for (const loan of loans) await choose(page, loan)
    await expectText(bar(page), '5 pinjaman')
    await expectText(bar(page), 'Rp2.500.000')

    // Another filter and a reload must not change the selection.
    await press(page.getByRole('button', { name: 'Reset filter' }).filter({ visible: true }))
    await page.reload()
    await expectText(bar(page), '5 pinjaman')
    await checkAllScreens(page, 'select-bar')
    await expectFitsNarrow(page, 'select bar')

    await press(bar(page).getByRole('button', { name: 'Lanjutkan' }))
    const amounts = page.getByRole('dialog', { name: 'Jumlah Funding' })
    await press(amounts.getByRole('switch', { name: 'Sama untuk semua' }), 'Space')
    const same = amounts.getByLabel('Jumlah untuk setiap pinjaman')
    await same.pressSequentially('499999')
    await expectText(amounts, 'Minimum jumlah pendanaan adalah Rp500.000')
    await same.fill('')
    await same.pressSequentially('600000')
    await press(amounts.getByRole('switch', { name: 'Sama untuk semua' }), 'Space')
    const own = amounts.getByLabel(`Jumlah pendanaan ${second.loanNumber}`)
    await own.fill('')
    await own.pressSequentially('900000')
    await expectText(amounts, 'Sisa batas pendanaan Anda Rp3.200.000, kurang Rp100.000.')
    await expectDisabled(amounts.getByRole('button', { name: 'Selanjutnya' }))
    await own.fill('')
    await own.pressSequentially('800000')
    await expectText(amounts, 'Rp3.200.000')
    await expectText(amounts, 'Sisa batas pendanaan Rp3.200.000')
    await expectText(amounts, 'di atas 10%')
    await checkAllScreens(page, 'select-amounts')
    await press(amounts.getByRole('button', { name: 'Selanjutnya' }))

    const preview = await expectPreview(page)
    await expectText(preview, '5 perjanjian siap')
    await checkAllScreens(page, 'select-agreements')
    const rival = await fixture.apiOf(other)
    const loanId = (await rival.offered(taken))?.loanId ?? 0
    await rival.prepareAgreement(taken.loanNumber, taken.total)
    await rival.fund({ loanId, amount: taken.total, loanNumber: taken.loanNumber }, `taken-${loanId}`)
    await readTerms(page, preview)
    await press(agreementBox(preview), 'Space')
    await press(preview.getByRole('button', { name: 'Danai', exact: true }))

    await page.waitForURL(/\/marketplace\/selection\//)
    await expectText(lineOf(page, taken), 'Sisa pinjaman ini baru saja habis didanai.')
    await expectText(page.getByRole('main'), '4 perjanjian menunggu tanda tangan Anda')
    await checkAllScreens(page, 'select-signing')
    await press(page.getByRole('button', { name: 'Mulai tanda tangan' }))
    await sign(page)
    await page.waitForURL(/\/marketplace\/selection\//)
    await expectText(page.getByRole('main'), '3 perjanjian menunggu tanda tangan Anda')
    await page.reload()

    const { width = 0, height = 0 } = phone
    await page.setViewportSize({ width, height })
    for (const left of [
      '2 perjanjian menunggu',
      '1 perjanjian menunggu',
      '4 dari 5 pinjaman sudah Anda danai',
    ]) {
      await press(page.getByRole('button', { name: 'Tanda tangani berikutnya' }))
      await sign(page)
      await page.waitForURL(/\/marketplace\/selection\//)
      await expectText(page.getByRole('main'), left)
    }
    for (const loan of kept) await expectText(lineOf(page, loan), 'Sudah ditandatangani')
    await checkAllScreens(page, 'select-done')

    const { cashBalance } = await (await fixture.apiOf(lender)).summary()
    expect(cashBalance).toBe(5_000_000 - 3 * 600_000 - 800_000)
  },
  // Timeout in milliseconds for ten checks of five screens and four signatures.
  420_000,
)

journey(
  'CHO-08 the address of a selection that the lender does not have leads to the portfolio, not to another try',
  async (fixture) => {
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^answer 404: GET .*\/funding\/selection\?/)
    await logIn(page, await fixture.makeLender({ cash: 0 }), '/marketplace/selection/tidak-ada')
    const main = page.getByRole('main')
    await expectText(main, 'Pendanaan ini tidak ditemukan')
    await expectCount(main.getByRole('button', { name: 'Coba lagi' }), 0)
    await main.getByRole('button', { name: 'Lihat portofolio' }).click()
    await expectPath(page, '/dashboard/porto')
  },
)
