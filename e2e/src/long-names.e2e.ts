import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, phone } from './browser.ts'
import { openTab, showFilter } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import { takePicture } from './picture.ts'
import { expectNoSidewaysScroll } from './screen-checks.ts'
import { dashboardShown, expectText, fundLoan, logIn, openDashboard, portfolioRow } from './screens.ts'

useBrowser()

const longName = 'Koperasi Serba Usaha Perdagangan Sumber Makmur Sejahtera Abadi'

/** Checks that an element is within the window, and that nothing in it is cut. */
async function expectWhole(page: Page, shown: Locator, what: string): Promise<void> {
  await expect
    .poll(() =>
      shown.evaluate((root) => {
        const { left, right } = root.getBoundingClientRect()
        const parts = [root, ...root.querySelectorAll<HTMLElement>('*')]
        const isCut = (one: Element) => {
          const { overflowX } = getComputedStyle(one)
          return overflowX !== 'visible' && one.clientWidth > 1 && one.scrollWidth > one.clientWidth
        }
        return {
          isWithin: left >= 0 && right <= document.documentElement.clientWidth,
          cut: parts.filter(isCut).map((one) => one.outerHTML.slice(0, 120)),
        }
      }),
    )
    .toEqual({ isWithin: true, cut: [] })
  await expectNoSidewaysScroll(page, what)
}

for (const [width, screen] of [
  ['1440', desktop],
  ['390', phone],
] as const) {
  journey(
    `SCN-08 long names of lenders and borrowers, and the calendar, are whole at ${width} with scrollbars shown`,
    async (fixture) => {
      const loan = await fixture.makeLoan({ total: 10_000_000, borrowerName: longName })
      const lender = await fixture.makeLender({ cash: 20_000_000, company: `PT ${longName}` })
      const { page } = await fixture.openWindow(screen)
      await logIn(page, lender)
      await dashboardShown(page)
      await page.getByRole('banner').getByRole('button', { name: /^Akun/ }).click()
      const menu = page.getByRole('menu')
      await menu.waitFor()
      await expectText(menu, longName)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await takePicture(page, `look-long-name-menu-${width}-${colorScheme}`)
      }
      await expectWhole(page, menu, `account menu, ${width}`)
      await page.keyboard.press('Escape')
      await fundLoan(page, loan, 1_000_000)
      await openDashboard(page)
      const name = portfolioRow(page, loan).getByText(longName)
      await name.waitFor()
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await name.scrollIntoViewIfNeeded()
        await takePicture(page, `look-long-name-portfolio-${width}-${colorScheme}`)
      }
      await expectWhole(page, name, `portfolio, ${width}`)
      await openTab(page, 'Transaction History')
      await showFilter(page)
      const buttons = page.getByRole('button', { name: /^Pilih dari kalender/ })
      for (const place of [0, 1]) {
        await buttons.nth(place).click()
        const calendar = page.getByRole('dialog', { name: /^Kalender/ })
        await calendar.waitFor()
        // A low window gives the calendar a scrollbar.
        await page.setViewportSize({ width: Number(width), height: 500 })
        await expectWhole(page, calendar, `calendar ${place}, ${width}`)
        await takePicture(page, `look-calendar-${place}-${width}`)
        await page.setViewportSize({ width: Number(width), height: screen.height ?? 900 })
        await page.keyboard.press('Escape')
      }
    },
  )
}

journey(
  'SCN-08 the current tab is in view on a phone when a page opens with the last one',
  async (fixture) => {
    const { page } = await fixture.openWindow(phone)
    await logIn(page, await fixture.makeLender({ cash: 0 }))
    await dashboardShown(page)
    await page.goto('/lender/documents?kind=tax')
    const row = page.getByRole('navigation', { name: 'Jenis dokumen' })
    const isInView = () =>
      row.evaluate((strip) => {
        const tab = strip.querySelector('[aria-current=page]')?.getBoundingClientRect()
        const { left, right } = strip.getBoundingClientRect()
        return tab !== undefined && tab.width > 0 && tab.left >= left && tab.right <= right + 1
      })
    await row.waitFor()
    await expect.poll(isInView).toBe(true)
  },
)
