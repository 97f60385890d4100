import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './browser.ts'
import { askToFund, openProduct } from './bulk-screens.ts'
import { type Fixture, journey, useBrowser, useProduct } from './journey.ts'
import { withoutConsole } from './product.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import type { Loan } from './operator.ts'
import {
  agreeAndFund,
  amountField,
  appStarted,
  enterAmount,
  expectPath,
  expectPreview,
  expectText,
  logIn,
  openMarketplace,
  phoneField,
  pickLoan,
  readText,
} from './screens.ts'

// A product of its own, because these tests publish another text, which every lender of the product has to accept.
useProduct(withoutConsole)
useBrowser()

const riskDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Peringatan risiko' })
const acceptButton = (dialog: Locator): Locator =>
  dialog.getByRole('button', { name: 'Setuju dan lanjutkan' })

/** Reads to the end by keyboard alone, consents and continues. */
async function readAndAccept(page: Page): Promise<void> {
  const dialog = riskDialog(page)
  const text = dialog.getByRole('region', { name: 'Teks peringatan risiko' })
  await text.waitFor()
  const consent = dialog.getByRole('checkbox')
  await expect.poll(() => acceptButton(dialog).isDisabled()).toBe(true)
  await text.focus()
  await page.keyboard.press('End')
  await expect.poll(() => consent.isEnabled()).toBe(true)
  await consent.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => acceptButton(dialog).isEnabled()).toBe(true)
  await acceptButton(dialog).focus()
  await page.keyboard.press('Enter')
}

/** Requests the agreements of a loan, which the server refuses until the lender accepts the risk warning. */
async function askFor(page: Page, loan: Loan): Promise<void> {
  const dialog = await pickLoan(page, loan)
  await amountField(dialog).pressSequentially('1000000')
  await dialog.getByRole('button', { name: 'Selanjutnya' }).click()
  await riskDialog(page).waitFor()
}

/** Publishes a new text that begins with this paragraph and is longer than the screen of a phone. */
async function publish(fixture: Fixture, first: string): Promise<void> {
  const file = path.join(fixture.product.dataDir, 'peringatan.txt')
  const paragraph = 'Dana yang Anda danai dapat hilang sebagian atau seluruhnya, dan tidak dijamin siapa pun.'
  writeFileSync(file, [first, ...Array.from({ length: 16 }, () => paragraph)].join('\n\n'))
  await fixture.operator.run(['risk-warning', 'publish', file])
}

journey(
  'LIM-06 a lender must read and accept the risk warning once before the first funding, and again when its text changes',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 20_000_000, acceptsRisk: false, company: 'PT Dana Hati' })
    await fixture.operator.offerProducts(lender)
    const [loan, second, product] = [
      await fixture.makeLoan(),
      await fixture.makeLoan(),
      await fixture.operator.makeProduct([{ total: 2_000_000 }]),
    ]
    const { page, watch } = await fixture.openWindow(phone)
    watch.expect(/^answer 409: (POST|GET) .*\/(funding\/agreement|marketplace\/bulk\/loan-numbers)/)
    await logIn(page, lender)
    await expectText(page.locator('footer'), 'Peringatan risiko.')
    await openMarketplace(page)
    await askFor(page, loan)
    await expectText(riskDialog(page), 'Risiko gagal bayar sepenuhnya Anda tanggung.')
    await checkAllScreens(page, 'risk-warning')
    await expectFitsNarrow(page, 'risk-warning')

    // Closing the dialog funds nothing and accepts nothing.
    await page.keyboard.press('Escape')
    await riskDialog(page).waitFor({ state: 'detached' })
    await askFor(page, loan)
    await readAndAccept(page)
    const preview = await expectPreview(page)

    // Another text is published while the lender reads the agreements.
    await publish(fixture, 'Teks kedua.')
    watch.expect(/^answer 409: POST .*\/api\/v1\/funding$/)
    await agreeAndFund(page, preview)
    await expectText(riskDialog(page), 'Teks kedua.')
    await readAndAccept(page)
    await expectPath(page, '/privy')

    const shown = await fixture.operator.run(['risk-warning', 'acceptances', '--phone', lender.phone])
    expect(shown).toMatchObject({ acceptances: [{ version: 2 }, { version: 1 }] })
    await openMarketplace(page)
    await pickLoan(page, second)
    await enterAmount(page, 1_000_000)
    await expectPreview(page)

    await publish(fixture, 'Teks ketiga.')
    await page.goto('/lender/marketplace/list')
    await openProduct(page, product)
    await askToFund(page)
    await page.getByRole('button', { name: 'Ya, Danai Pinjaman' }).click()
    await expectText(riskDialog(page), 'Teks ketiga.')
    await readAndAccept(page)
    await expectPreview(page)
  },
)

journey(
  'LIM-06 LIM-07 the login screen shows the five credit-quality figures and the risk warning without a layout shift',
  async (fixture) => {
    const { page, watch } = await fixture.openWindow(phone)
    watch.expect(/^request failed: GET .*\/credit-quality/)
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/v1/credit-quality', async (route) => {
      await promise
      await route.fulfill({
        json: {
          asOf: '2026-11-22',
          quality: [
            { name: 'LANCAR', daysFrom: 0, daysUntil: 0, share: '91,20%' },
            { name: 'DALAM_PERHATIAN_KHUSUS', daysFrom: 1, daysUntil: 30, share: '4,31%' },
            { name: 'KURANG_LANCAR', daysFrom: 31, daysUntil: 60, share: '2,02%' },
            { name: 'DIRAGUKAN', daysFrom: 61, daysUntil: 90, share: '0,00%' },
            { name: 'MACET', daysFrom: 91, daysUntil: null, share: '2,47%' },
          ],
        },
      })
    })
    await page.goto('/lender/login')
    const quality = page.getByRole('region', { name: 'Kualitas pendanaan platform' })
    await phoneField(page).fill('81234')
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main, footer, section, dd')].map((one) => {
          const { x, y, height } = one.getBoundingClientRect()
          return one.tagName === 'DD' ? [y, height] : [x, y, height]
        }),
      )
    await quality.getByText('Memuat…').waitFor()
    // The server has rendered this already; the answer is shown only once the app and its font are there.
    await appStarted(page)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const before = await places()
    resolve()
    await expectText(quality, '22 November 2026')
    expect(await places()).toEqual(before)
    const text = await readText(quality)
    for (const part of ['Lancar 91,20%', 'Dalam perhatian khusus 4,31%', 'Diragukan 0,00%', 'Macet 2,47%'])
      expect(text).toContain(part)
    await expectText(page.getByRole('contentinfo'), 'Peringatan risiko.')
    await checkAllScreens(page, 'login-quality')
    await expectFitsNarrow(page, 'login-quality')

    const answer = await fetch(`${fixture.product.origin}/api/v1/credit-quality`)
    expect([answer.status, ((await answer.json()) as { quality: object[] }).quality.length]).toEqual([200, 5])
    await page.unroute('**/api/v1/credit-quality')
    await page.route('**/api/v1/credit-quality', (route) => route.abort('internetdisconnected'))
    await page.reload()
    await expectText(quality, 'Belum dapat dimuat')
  },
)
