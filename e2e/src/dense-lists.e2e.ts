import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, phone } from './browser.ts'
import { demoLender, entries } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import { takePicture } from './picture.ts'
import { expectNoSidewaysScroll } from './screen-checks.ts'
import { expectCount, expectText, logIn } from './screens.ts'

useBrowser()

const boxOf = async (shown: Locator) => {
  const box = await shown.boundingBox()
  return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? 0) }
}

for (const [width, screen] of [
  ['1440', desktop],
  ['390', phone],
] as const) {
  journey(
    `SCN-16 DSH-01 the portfolio's list starts on the first screen, below the figures with their insight, at ${width} with scrollbars shown`,
    async (fixture) => {
      const lender = demoLender(fixture.product)
      const api = await fixture.apiOf(lender)
      const { late, total, days } = await api.read('GET /portfolio/overview')
      const { page } = await fixture.openWindow(screen)
      await logIn(page, lender)
      await expectCount(entries(page), 10)
      const summary = page.getByRole('region', { name: 'Ringkasan saldo' })
      await expectText(summary, `Terlambat ${formatRupiah(late.amount)}`)
      await expectText(summary, `30 hari ke depan ${formatRupiah(total)}`)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await takePicture(page, `look-portfolio-first-screen-${width}-${colorScheme}`)
      }
      await expectNoSidewaysScroll(page, `portfolio, ${width}`)
      const last = entries(page).nth(width === '390' ? 0 : 9)
      const menu = page.getByRole('navigation', { name: 'Menu utama' }).last()
      const end = width === '390' ? (await boxOf(menu)).top : (screen.height ?? 0)
      await expect.poll(async () => (await boxOf(last)).bottom).toBeLessThanOrEqual(end)
      if (width === '1440') {
        const { top, bottom } = await boxOf(summary)
        expect(bottom - top).toBe(72)
      }

      await summary.getByRole('button', { name: /^30 hari ke depan/ }).click()
      const dialog = page.getByRole('dialog', { name: '30 hari ke depan' })
      await expectCount(dialog.locator('tbody > tr'), days.length + 1)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await summary.getByRole('link', { name: /^Terlambat/ }).click()
      await page.waitForURL((url) => url.searchParams.get('loanStatus') === 'LATE')
      await expectCount(entries(page), late.loans)

      await entries(page)
        .first()
        .getByRole('button', { name: /^Dokumen/ })
        .click()
      await page.getByRole('menuitem', { name: 'Perjanjian Pendanaan', exact: true }).waitFor()
      await takePicture(page, `look-portfolio-documents-${width}`)
      await page.getByRole('menuitem', { name: 'Factsheet', exact: true }).waitFor()
    },
  )
}
