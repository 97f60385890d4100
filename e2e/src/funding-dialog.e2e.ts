import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import { checkAllScreens } from './screen-checks.ts'
import {
  agreementBox,
  amountField,
  cardOf,
  closeRead,
  enterAmount,
  expectDisabled,
  expectEnabled,
  expectPath,
  expectPreview,
  expectSentenceUnder,
  expectText,
  expectValue,
  firstPage,
  logIn,
  openMarketplace,
  openTerms,
  pickLoan,
  readTerms,
  sentenceUnder,
  toast,
} from './screens.ts'

useBrowser()

const serverSentence = 'Mohon maaf terjadi kesalahan. Coba beberapa saat lagi.'

const nextButton = (dialog: Locator): Locator => dialog.getByRole('button', { name: 'Selanjutnya' })
const fundButton = (preview: Locator): Locator =>
  preview.getByRole('button', { name: /^(Danai|Proses Pendanaan)$/ })

/** Replaces the content of the field by this amount. */
async function typeAmount(dialog: Locator, text: string): Promise<void> {
  await amountField(dialog).focus()
  await amountField(dialog).press('ControlOrMeta+a')
  await amountField(dialog).pressSequentially(text)
}

/** The number of non-white pixels of a rendered page. */
const inkOf = (sheet: Locator): Promise<number> =>
  sheet.locator('canvas').evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return 0
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return pixels.filter((value, i) => i % 4 === 0 && value < 128).length
  })

journey(
  'FND-01 the funding dialog shows the loan, and "Danai Semua" (fund all) fills in and locks the amount',
  async (fixture) => {
    const loan = await fixture.makeLoan({ total: 7_500_000, purpose: 'Menambah stok barang' })
    const nameless = await fixture.makeLoan({ total: 7_500_000 })
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 10_000_000 }), '/marketplace/list')
    const dialog = await pickLoan(page, loan)
    for (const text of ['11,220%', 'Modal Usaha', 'Rp7.500.000', 'Menambah stok barang'])
      await expectText(dialog, text)
    await expectDisabled(nextButton(dialog))

    const all = dialog.getByRole('switch', { name: 'Danai Semua' })
    await all.click()
    await expectValue(amountField(dialog), '7.500.000')
    await expect.poll(() => amountField(dialog).isEditable()).toBe(false)
    await expectEnabled(nextButton(dialog))
    await all.click()
    await expect.poll(() => amountField(dialog).isEditable()).toBe(true)
    await dialog.getByRole('button', { name: 'Tutup' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await expectText(await pickLoan(page, nameless), 'Tujuan pinjaman -')
  },
)

journey(
  'FND-01 the amount field is in view when the funding dialog opens on a short phone, and when its keyboard shortens the screen',
  async (fixture) => {
    const loan = await fixture.makeLoan({ total: 7_500_000, purpose: 'Menambah stok barang' })
    const { page } = await fixture.openWindow({ width: 390, height: 600 })
    await logIn(page, await fixture.makeLender({ cash: 10_000_000 }), '/marketplace/list')
    const dialog = await pickLoan(page, loan)
    const button = nextButton(dialog)
    /** Whether the field lies between the heading of the dialog and its footer. */
    const isInView = async () => {
      const field = await amountField(dialog).boundingBox()
      const title = await dialog.getByRole('heading', { name: 'Jumlah Funding' }).boundingBox()
      const footer = await button.boundingBox()
      if (!field || !title || !footer) return false
      return field.y >= title.y + title.height && field.y + field.height <= footer.y
    }
    await expect.poll(isInView).toBe(true)
    for (const height of [480, 400, 600]) {
      await page.setViewportSize({ width: 390, height })
      await expect.poll(isInView).toBe(true)
    }
  },
)

journey(
  'FND-02 the funding dialog groups the amount with dots and shows the message of each of the four rules while typing',
  async (fixture) => {
    const large = await fixture.makeLoan({ total: 20_000_000, minimum: 500_000 })
    const small = await fixture.makeLoan({ total: 5_000_000, minimum: 500_000 })
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 8_000_000 }), '/marketplace/list')
    const first = await pickLoan(page, large)
    await typeAmount(first, 'a1b2-500x')
    await expectValue(amountField(first), '12.500')
    const refused: [typeof large, string, string, string][] = [
      [large, '8000001', '8.000.001', 'Jumlah cash balance saat ini Rp8.000.000'],
      [large, '499999', '499.999', 'Minimum jumlah pendanaan adalah Rp500.000'],
      [small, '5000001', '5.000.001', 'Jumlah pendanaan maksimal adalah Rp5.000.000'],
      [small, '4500001', '4.500.001', 'Sisa pendanaan tidak boleh kurang dari Rp500.000'],
    ]
    for (const [loan, typed, shown, sentence] of refused) {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      const dialog = await pickLoan(page, loan)
      await typeAmount(dialog, typed)
      await expectValue(amountField(dialog), shown)
      await expectSentenceUnder(amountField(dialog), sentence)
      await expectDisabled(nextButton(dialog))
    }
    const dialog = page.getByRole('dialog', { name: 'Jumlah Funding' })
    for (const fine of ['4500000', '5000000', '500000']) {
      await typeAmount(dialog, fine)
      await expectEnabled(nextButton(dialog))
      await expect.poll(() => sentenceUnder(amountField(dialog))).not.toMatch(/adalah|kurang|saat ini/)
    }
  },
)

journey(
  'SCR-11 FND-02 dialog, card and the "fund all" button follow the remainder when another lender funds the loan meanwhile',
  async (fixture) => {
    const loan = await fixture.makeLoan({ total: 4_000_000, minimum: 1_000_000 })
    const [slow, quick] = [await fixture.makeLender(), await fixture.makeLender()]
    const { page, watch } = await fixture.openWindow()
    await logIn(page, slow, '/marketplace/list')
    const dialog = await pickLoan(page, loan)
    await typeAmount(dialog, '4000000')
    const api = await fixture.apiOf(quick)
    const offered = await api.offered(loan)
    await api.prepareAgreement(loan.loanNumber, 3_000_000)
    const { loanNumber } = loan
    await api.fund({ loanId: offered?.loanId ?? 0, loanNumber, amount: 3_000_000 }, 'quicker-one-1')
    watch.expect(/^answer 400: POST .*\/funding\/agreement$/)
    await nextButton(dialog).click()
    await expectSentenceUnder(amountField(dialog), 'Jumlah pendanaan maksimal adalah Rp1.000.000')
    await expectText(dialog, 'dari Rp4.000.000 menjadi Rp1.000.000')
    await expectText(dialog, 'Sisa pendanaan Rp1.000.000')
    await checkAllScreens(page, 'funding-changed-offer')
    await dialog.getByRole('switch', { name: 'Danai Semua' }).click()
    await expectValue(amountField(dialog), '1.000.000')
    await expectEnabled(nextButton(dialog))
    await dialog.getByRole('button', { name: 'Tutup' }).click()
    await expectText(cardOf(page, loan), 'Rp1.000.000')
  },
)

journey('FND-03 the agreement preview renders the two generated PDFs with readable text', async (fixture) => {
  const loan = await fixture.makeLoan()
  const lender = await fixture.makeLender()
  const { page } = await fixture.openWindow()
  await logIn(page, lender, '/marketplace/list')
  await pickLoan(page, loan)
  const preview = await enterAmount(page, 1_250_000)
  const tabs = preview.getByRole('tab')
  await expect
    .poll(() => tabs.allInnerTexts())
    .toEqual(['Perjanjian Pemberian Fasilitas Pendanaan', 'Perjanjian Pendanaan'])
  const texts: string[] = []
  for (const title of ['Perjanjian Pemberian Fasilitas Pendanaan', 'Perjanjian Pendanaan']) {
    await preview.getByRole('tab', { name: title, exact: true }).click()
    const sheet = firstPage(preview, title)
    await expect.poll(() => sheet.textContent(), { timeout: 60_000 }).toContain(lender.name)
    await expect.poll(() => inkOf(sheet)).toBeGreaterThan(1_000)
    texts.push((await sheet.textContent()) ?? '')
  }
  expect(texts[0]).toMatch(/fasilitas/i)
  expect(texts[1]).toContain(loan.borrowerName)
})

journey(
  'FND-04 the consent box is enabled once the terms are read to the end, and the funding button once the box is ticked',
  async (fixture) => {
    const loan = await fixture.makeLoan()
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender(), '/marketplace/list')
    await pickLoan(page, loan)
    const preview = await enterAmount(page, 1_000_000)
    const box = agreementBox(preview)
    await expectDisabled(box)
    await expectDisabled(fundButton(preview))

    const terms = await openTerms(page, preview)
    expect(new URL(terms.url()).origin).toBe(fixture.product.origin)
    await terms.mouse.wheel(0, 300)
    // Proves only that nothing happens soon; a slower page cannot fail it.
    await terms.waitForTimeout(500)
    await expectDisabled(box)
    await closeRead(terms, preview)

    await expectDisabled(fundButton(preview))
    await box.check()
    await expectEnabled(fundButton(preview))
    await box.uncheck()
    await expectDisabled(fundButton(preview))
    await box.check()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/funding', async (route) => {
      await held.promise
      await route.continue()
    })
    await fundButton(preview).click()
    await expect.poll(() => fundButton(preview).innerText()).toContain('Proses Pendanaan')
    held.resolve()
    await expectPath(page, '/privy')
  },
)

journey(
  'FND-04 reading the terms in one browser tab does not enable the consent box of another tab',
  async (fixture) => {
    const loan = await fixture.makeLoan()
    const lender = await fixture.makeLender()
    const { page, context } = await fixture.openWindow()
    await logIn(page, lender, '/marketplace/list')
    await pickLoan(page, loan)
    const preview = await enterAmount(page, 1_000_000)
    const other = await context.newPage()
    await other.goto('/lender/marketplace/list')
    await pickLoan(other, loan)
    await readTerms(other, await enterAmount(other, 2_000_000))
    // Proves only that nothing happens soon; a slower page cannot fail it.
    await page.waitForTimeout(1_000)
    await expectDisabled(agreementBox(preview))
  },
)

journey(
  'FND-08 closing the funding dialog discards the agreement, which must be prepared and read again next time',
  async (fixture) => {
    const loan = await fixture.makeLoan()
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender())
    let made = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/funding/agreement')) made += 1
    })
    await openMarketplace(page)
    await pickLoan(page, loan)
    const preview = await enterAmount(page, 1_000_000)
    await readTerms(page, preview)
    await agreementBox(preview).check()
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'hidden' })

    const dialog = await pickLoan(page, loan)
    await expectValue(amountField(dialog), '')
    const again = await enterAmount(page, 1_000_000)
    expect(made).toBe(2)
    await expect.poll(() => agreementBox(again).isChecked()).toBe(false)
    await expectDisabled(agreementBox(again))
  },
)

const brokenDownloads = [
  ['the agreement call fails', '**/api/v1/funding/agreement', /^request failed: POST .*\/funding\/agreement/],
  ['the download fails', '**/api/v1/documents/download', /^request failed: POST .*\/documents\/download/],
] as const
for (const [what, place, problem] of brokenDownloads) {
  journey(`FND-08 the funding dialog shows the error and closes after ${what}`, async (fixture) => {
    const loan = await fixture.makeLoan()
    const { page, watch } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender(), '/marketplace/list')
    const dialog = await pickLoan(page, loan)
    await page.route(place, (route) => route.abort('connectionreset'))
    watch.expect(problem)
    await typeAmount(dialog, '1000000')
    await nextButton(dialog).click()
    await expectText(toast(page), serverSentence)
    await dialog.waitFor({ state: 'hidden' })
    // After the failure, another attempt works at once.
    await page.unroute(place)
    await pickLoan(page, loan)
    await enterAmount(page, 1_000_000)
    await expectPreview(page)
  })
}
