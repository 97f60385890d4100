import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, phone } from './browser.ts'
import { checkField, fundingBar, openProduct } from './bulk-screens.ts'
import { demoLender, entries } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import {
  agreementBox,
  amountField,
  expectEnabled,
  expectPreview,
  expectValue,
  findLoan,
  logIn,
  openMarketplace,
  passwordField,
  readTerms,
} from './screens.ts'
import {
  chooseReason,
  formDialog,
  makeLender,
  nextButton,
  passwordDialog,
  amountField as withdrawalField,
} from './withdraw-screens.ts'

useBrowser()

/** Milliseconds between the presses of quick and of slow people. */
const pauses = [0, 120, 350] as const

/** Presses a control twice, as people do who double-click everything. */
async function pressTwice(page: Page, control: Locator, pause: number): Promise<void> {
  await expectEnabled(control)
  await control.hover()
  await page.mouse.down()
  await page.mouse.up()
  await page.evaluate((wait) => new Promise((resolve) => setTimeout(resolve, wait)), pause)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

const expectOpen = (opener: Locator, open: boolean): Promise<void> =>
  expect.poll(() => opener.getAttribute('aria-expanded')).toBe(String(open))

for (const [name, screen] of [
  ['a desktop', desktop],
  ['a phone', phone],
] as const) {
  journey(
    `SCN-04 a double click on ${name} keeps the withdrawal dialog and what was typed in it`,
    async (fixture) => {
      const { lender } = await makeLender(fixture)
      const { page } = await fixture.openWindow(screen)
      await logIn(page, lender)
      for (const pause of pauses) {
        await page.getByRole('banner').getByRole('button', { name: /^Akun/ }).click()
        await pressTwice(page, page.getByRole('menuitem', { name: 'Tarik Dana' }), pause)
        await formDialog(page).waitFor()
        await withdrawalField(page).fill('150000')
        await chooseReason(page)
        await pressTwice(page, nextButton(page), pause)
        await passwordDialog(page).waitFor()
        await passwordField(page).fill('unfinished')
        await expectValue(passwordField(page), 'unfinished')
        await pressTwice(page, passwordDialog(page).getByRole('button', { name: 'Kembali' }), pause)
        await expectValue(withdrawalField(page), '150.000')
        await formDialog(page).getByRole('button', { name: 'Tutup' }).click()
        await formDialog(page).waitFor({ state: 'detached' })
      }
    },
  )
}

journey(
  'SCN-04 a double click opens each menu, panel and list and leaves it open, a later click or a second Enter closes it',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, demoLender(fixture.product))
    const main = page.getByRole('main')
    const row = entries(page)
      .filter({ has: page.getByRole('button', { name: /^Dokumen / }) })
      .first()
    const openers = [
      page.getByRole('banner').getByRole('button', { name: 'Notifikasi' }),
      page.getByRole('banner').getByRole('button', { name: /^Akun/ }),
      main.getByRole('button', { name: 'Unduh Portofolio' }),
      main.getByRole('combobox', { name: 'Status' }),
      row.getByRole('button', { name: /^Dokumen / }),
      row.getByRole('cell').getByRole('button').first(),
      main.getByRole('button', { name: /^Angsuran /, disabled: false }).first(),
    ]
    for (const pause of pauses) {
      for (const opener of openers) {
        await pressTwice(page, opener, pause)
        await expectOpen(opener, true)
        await opener.click()
        await expectOpen(opener, false)
      }
      // Each popup that loads with its first press is a new one after this.
      await page.reload()
    }
    for (const opener of openers.slice(0, 3)) {
      await opener.focus()
      for (const open of [true, false]) {
        await page.keyboard.press('Enter')
        await expectOpen(opener, open)
        if (open) await opener.focus()
      }
    }
  },
)

journey(
  'SCN-04 a double click on each button of a funding keeps the dialog that it opened',
  async (fixture) => {
    const loan = await fixture.makeLoan({ total: 7_500_000, minimum: 100_000 })
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 10_000_000 }))
    for (const pause of pauses) {
      await openMarketplace(page)
      const card = await findLoan(page, loan)
      await pressTwice(page, card.getByRole('button', { name: 'Danai' }), pause)
      const dialog = page.getByRole('dialog', { name: 'Jumlah Funding' })
      await dialog.waitFor()
      await amountField(dialog).fill('150000')
      await expectValue(amountField(dialog), '150.000')
      await pressTwice(page, dialog.getByRole('button', { name: 'Selanjutnya' }), pause)
      const preview = await expectPreview(page)
      await readTerms(page, preview)
      await agreementBox(preview).check()
      await page.reload()
    }
  },
)

journey(
  'SCN-04 a double click on each button of a bulk funding leads to the password and no step back',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 20_000_000, company: 'PT Dana Bersama' })
    await fixture.operator.offerProducts(lender)
    const product = await fixture.operator.makeProduct([{ total: 2_000_000 }, { total: 2_000_000 }])
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    for (const pause of pauses) {
      await openProduct(page, product)
      await pressTwice(page, fundingBar(page).getByRole('button', { name: 'Danai Pinjaman' }), pause)
      const detail = page.getByRole('dialog', { name: 'Detail' })
      await pressTwice(page, detail.getByRole('button', { name: 'Ya, Danai Pinjaman' }), pause)
      const preview = await expectPreview(page)
      await readTerms(page, preview)
      await agreementBox(preview).check()
      await pressTwice(page, preview.getByRole('button', { name: 'Danai', exact: true }), pause)
      const password = page.getByRole('dialog', { name: 'Masukan Kata Sandi' })
      await checkField(password).fill('unfinished')
      await expectValue(checkField(password), 'unfinished')
      await page.reload()
    }
  },
)
