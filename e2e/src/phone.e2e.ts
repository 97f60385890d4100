import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './browser.ts'
import { demoLender, entries } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import { expectNoSidewaysScroll } from './screen-checks.ts'
import { enterAmount, expectText, loanCards, logIn, pickLoan } from './screens.ts'

useBrowser()

/** Hidden from screen readers while the sheet of the filters is open. */
const filterButton = (page: Page) =>
  page.locator('main').getByRole('button', { name: /^Filter/, includeHidden: true })

journey(
  'DSH-03 MKT-02 no list scrolls sideways on a phone, even with its filter open or set',
  async (fixture) => {
    const { page } = await fixture.openWindow(phone)
    await logIn(page, demoLender(fixture.product))
    for (const [path, query, rows] of [
      ['/dashboard/porto', 'loanStatus=LATE', entries(page)],
      ['/dashboard/user-porto', 'name=a', entries(page)],
      ['/dashboard/transaction-history', 'type=2&startDate=2024-01-01', entries(page)],
      ['/marketplace/list', 'tenor=12', loanCards(page)],
    ] as const) {
      for (const address of [path, `${path}?${query}`]) {
        await page.goto(`/lender${address}`)
        await rows.first().waitFor()
        await expectNoSidewaysScroll(page, address)
        await filterButton(page).click()
        await expect.poll(() => filterButton(page).getAttribute('aria-expanded')).toBe('true')
        await expectNoSidewaysScroll(page, `${address}, filter open`)
      }
    }
  },
)

journey('FND-03 the tabs of both agreements fit a phone', async (fixture) => {
  const loan = await fixture.makeLoan()
  const { page } = await fixture.openWindow(phone)
  await logIn(page, await fixture.makeLender(), '/marketplace/list')
  await pickLoan(page, loan)
  const preview = await enterAmount(page, 1_000_000)
  const tabs = preview.getByRole('tab')
  const fits = () =>
    tabs.evaluateAll((all, width) => {
      return all.map((tab) => {
        const { left, right } = tab.getBoundingClientRect()
        return { cut: tab.scrollWidth - tab.clientWidth, inside: left >= 0 && right <= width }
      })
    }, phone.width ?? 0)
  await expect.poll(fits).toEqual([
    { cut: 0, inside: true },
    { cut: 0, inside: true },
  ])
})

journey(
  'SCN-08 a row of tabs that does not fit a phone fades where it goes on, and shows the current tab',
  async (fixture) => {
    const { page } = await fixture.openWindow(phone)
    await logIn(page, demoLender(fixture.product))
    const row = page.locator('#app').getByRole('navigation', { name: 'Jenis dokumen' })
    const current = row.locator('[aria-current=page]')
    const look = () =>
      row.evaluate((strip) => {
        const { left = 0, right = 0 } =
          strip.querySelector('[aria-current=page]')?.getBoundingClientRect() ?? {}
        const { dataset, clientWidth } = strip as HTMLElement
        const place = strip.getBoundingClientRect().left
        const isWhole = left >= place && right <= place + clientWidth
        return { more: dataset.more, isWhole, isFaded: getComputedStyle(strip).maskImage !== 'none' }
      })
    for (const [kind, more] of [
      ['tax', 'before'],
      ['statements', 'after'],
      ['factsheets', 'before after'],
    ]) {
      await page.goto(`/lender/documents?kind=${kind}`)
      await expect.poll(look).toEqual({ more, isWhole: true, isFaded: true })
    }
    await row.getByRole('link').last().press('Enter')
    await expect.poll(look).toEqual({ more: 'before', isWhole: true, isFaded: true })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(look).toEqual({ more: '', isWhole: true, isFaded: false })
    await expectText(current, 'Pajak')
  },
)
