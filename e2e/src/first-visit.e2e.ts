import { randomInt } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import { expectNoSidewaysScroll, checkAllScreens } from './screen-checks.ts'
import {
  expectCount,
  expectPath,
  expectText,
  fundLoan,
  logInByForm,
  openDashboard,
  portfolioRow,
  readText,
  sign,
  summaryFigure,
} from './screens.ts'

useBrowser()

/** Whether the whole element is in the visible part of the page. */
const isInView = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

journey(
  'DSH-01 the dashboard guides a new lender from the first deposit to the first signature',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0, company: 'PT Awal Terang' })
    const loan = await fixture.makeLoan({ total: 10_000_000 })
    const number = `98800${String(randomInt(10 ** 10)).padStart(10, '0')}`
    const account = ['--method', '1', '--code', '009', '--bank', 'BNI', '--holder', 'PT Awal Terang']
    await fixture.operator.run([
      'lenders',
      'virtual-account',
      'add',
      number,
      '--phone',
      lender.phone,
      ...account,
    ])
    const { page } = await fixture.openWindow()
    await logInByForm(page, lender)

    const steps = page.getByRole('region', { name: 'Mulai mendanai dalam tiga langkah' })
    const current = steps.locator('[aria-current=step]')
    const done = () => steps.getByRole('heading', { level: 3 }).allTextContents()
    await expectText(current, 'Deposit')
    await page.getByText('Belum ada pinjaman yang Anda danai').waitFor()
    // The filters are not shown, because an empty list has nothing to filter.
    await expectCount(page.getByRole('search'), 0)
    await checkAllScreens(page, 'first-visit')

    const balance = page.getByRole('region', { name: 'Ringkasan saldo' })
    await balance.getByRole('button', { name: 'Deposit' }).click()
    await expectPath(page, '/deposit')
    const payment = [
      '--amount',
      '5000000',
      '--payment',
      `e2e-first-${lender.phone}`,
      '--bank',
      'BNI',
      '--without-line',
      'e2e',
    ]
    await fixture.operator.run(['lenders', 'top-up', '--phone', lender.phone, ...payment])
    await expectText(page.getByRole('region', { name: 'Saldo', exact: true }), 'Saldo bertambah')
    await openDashboard(page)
    await expectText(current, 'Pilih pinjaman')
    await expect.poll(done).toEqual(['Deposit: selesai', 'Pilih pinjaman', 'Tanda tangan'])

    await fundLoan(page, loan, 1_000_000)
    await openDashboard(page)
    await expectText(current, 'Tanda tangan')
    await expect.poll(done).toEqual(['Deposit: selesai', 'Pilih pinjaman: selesai', 'Tanda tangan'])
    // The list is below the first screen, and the link is pressed on the tab that it leads to.
    const signNow = portfolioRow(page, loan).getByRole('button', { name: /^Tanda tangani/ })
    await signNow.waitFor()
    await expect.poll(() => isInView(signNow)).toBe(false)
    await current.getByRole('link', { name: 'Lihat yang menunggu' }).click()
    await expect.poll(() => isInView(signNow)).toBe(true)
    await signNow.click()
    await sign(page)
    await expectPath(page, '/fundingStatus')
    await page.getByRole('button', { name: 'Lihat Dashboard' }).click()
    await expect.poll(() => summaryFigure(page, 'Outstanding Balance')).toBe('Rp1.000.000')
    await expectCount(steps, 0)

    await balance.getByRole('button', { name: 'Tarik Dana' }).click()
    await expectText(page.getByRole('dialog'), 'Rekening bank Anda belum terdaftar')
    await page.keyboard.press('Escape')

    // On the smallest phone the balance is the largest figure, and both buttons are fully visible.
    await page.setViewportSize({ width: 320, height: phone.height ?? 844 })
    await expect
      .poll(async () => {
        const [first = 0, ...others] = await balance
          .locator('.figures')
          .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
        return Math.max(...others) / first
      })
      .toBeLessThan(1 / 1.5)
    await expectNoSidewaysScroll(page, 'dashboard, 320')
    for (const name of ['Deposit', 'Tarik Dana']) {
      const button = balance.getByRole('button', { name })
      await expect.poll(() => readText(button)).toBe(name)
      await expect.poll(async () => (await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  },
)
