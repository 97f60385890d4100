import { expect } from 'vitest'
import { desktop, phone } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import {
  expectPath,
  expectText,
  fundLoan,
  logIn,
  mainMenu,
  openDashboard,
  openMarketplace,
  pathOf,
  readText,
  sign,
  tryLogIn,
} from './screens.ts'

useBrowser()

/** The routes of section 2 of the specification that need nothing brought to them. */
const innerRoutes = [
  '/dashboard/porto',
  '/dashboard/user-porto',
  '/dashboard/transaction-history',
  '/marketplace/list',
  '/deposit',
]
/** Inner routes that lead on when nothing was brought to them. */
const guardedRoutes = [
  ['/privy', '/marketplace/list'],
  ['/fundingStatus', '/marketplace/list'],
  ['/withdrawStatus', '/dashboard/porto'],
] as const

journey(
  'NAV-01 the app is under /lender; each route opens, the empty and any unknown path lead to the portfolio',
  async (world) => {
    const { page } = await world.openWindow()
    await logIn(page, await world.makeLender({ cash: 0 }))
    for (const route of innerRoutes) {
      await page.goto(`/lender${route}`)
      await page.getByRole('main').waitFor()
      await page.waitForLoadState('networkidle')
      expect(pathOf(page)).toBe(`/lender${route}`)
    }
    for (const [route, target] of guardedRoutes) {
      await page.goto(`/lender${route}`)
      await expectPath(page, target)
    }
    for (const path of [
      '/',
      '/lender',
      '/lender/',
      '/lender/tidak-ada',
      '/lender/dashboard',
      '/lender/a/b/c?d=e',
    ]) {
      await page.goto(path)
      await expectPath(page, '/dashboard/porto')
    }
  },
)

journey(
  'NAV-02 NAV-03 who is logged out lands on login, without the layout; who is logged in never sees login',
  async (world) => {
    const lender = await world.makeLender({ cash: 0 })
    const { page } = await world.openWindow()
    const brought = [...guardedRoutes.map(([route]) => route), '/bulk-list/a/1/1/1']
    const inner = [...innerRoutes, ...brought, '/x']
    for (const route of inner) {
      await page.goto(`/lender${route}`)
      await expectPath(page, '/login')
      await page.getByRole('button', { name: 'Masuk' }).waitFor()
      expect(await page.getByRole('banner').count()).toBe(0)
      expect(await page.getByRole('navigation').count()).toBe(0)
    }
    await tryLogIn(page, lender.phone, lender.password)
    await expectPath(page, '/dashboard/porto')
    await page.getByRole('banner').waitFor()
    await mainMenu(page).waitFor()
    await page.goto('/lender/login')
    await expectPath(page, '/dashboard/porto')
  },
)

journey('NAV-04 the result page hides the top bar, and leaving it brings the bar back', async (world) => {
  const loan = await world.makeLoan()
  const { page } = await world.openWindow()
  await logIn(page, await world.makeLender())
  await fundLoan(page, loan, 1_000_000)
  expect(await page.getByRole('banner').count()).toBe(1)
  await sign(page)
  await expectPath(page, '/fundingStatus')
  await expectText(page.getByRole('main'), 'Pendanaan Berhasil')
  expect(await page.getByRole('banner').count()).toBe(0)
  await page.reload()
  await expectText(page.getByRole('main'), 'Pendanaan Berhasil')
  expect(await page.getByRole('banner').count()).toBe(0)
  await page.getByRole('button', { name: 'Kembali ke marketplace' }).click()
  await expectPath(page, '/marketplace/list')
  await page.getByRole('banner').waitFor()
  await page.goBack()
  await expectPath(page, '/fundingStatus')
  await expect.poll(() => page.getByRole('banner').count()).toBe(0)
})

for (const [name, screen] of [
  ['desktop', desktop],
  ['phone', phone],
] as const) {
  journey(
    `NAV-05 the menu of a ${name}: Dashboard and Marketplace, the current one is marked`,
    async (world) => {
      const { page } = await world.openWindow(screen)
      await logIn(page, await world.makeLender({ cash: 0 }))
      const links = mainMenu(page).getByRole('link')
      const marked = async () => {
        const all = await links.evaluateAll((elements) =>
          elements.map((link) => [
            link.textContent,
            link.getAttribute('href'),
            link.getAttribute('aria-current'),
          ]),
        )
        return all
      }
      const dashboard = ['Dashboard', '/lender/dashboard/porto']
      const marketplace = ['Marketplace', '/lender/marketplace/list']
      await expect.poll(marked).toEqual([
        [...dashboard, 'page'],
        [...marketplace, null],
      ])
      await openMarketplace(page)
      await expect.poll(marked).toEqual([
        [...dashboard, null],
        [...marketplace, 'page'],
      ])
      await openDashboard(page)
      await page.goto('/lender/dashboard/transaction-history')
      await expect.poll(marked).toEqual([
        [...dashboard, 'page'],
        [...marketplace, null],
      ])
    },
  )
}

journey(
  'NAV-06 the top bar: logo, title, the four TKB figures of the guest call, and the profile menu',
  async (world) => {
    const lender = await world.makeLender({ cash: 0 })
    const { page } = await world.openWindow()
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/tkb'))
    await logIn(page, lender)
    const tkb: Record<string, string> = await (await asked).json()
    const bar = page.getByRole('banner')
    await expectText(bar, 'Lender Dashboard')
    for (const name of ['TKB90', 'TKB60', 'TKB30', 'TKB0']) {
      expect(tkb[name]).toMatch(/^\d{1,3},\d{2}%$/)
      await expectText(bar, `${name} ${tkb[name]}`)
    }
    const guest = await fetch(`${world.product.origin}/api/v1/tkb`)
    expect(await guest.json()).toEqual(tkb)

    await bar.getByRole('button', { name: lender.name }).click()
    const entries = page.getByRole('menuitem')
    await entries.first().waitFor()
    const names = (await entries.allInnerTexts()).map((text) => text.trim())
    expect(names).toEqual(['Profil', 'Deposit', 'Tarik Dana', 'Ubah Kata Sandi', 'Keluar'])
    await entries.filter({ hasText: 'Profil' }).click()
    expect(await readText(page.getByRole('dialog', { name: 'Profil' }))).toContain(lender.email)
  },
)

journey('NAV-05 a screen that is opened from the menu begins at its top', async (world) => {
  const { page } = await world.openWindow(phone)
  await logIn(page, await world.makeLender({ cash: 0 }))
  await openMarketplace(page)
  await page.getByText('Sisa Pendanaan').first().waitFor()
  const place = () => page.evaluate(() => window.scrollY)
  await page.mouse.wheel(0, 1_500)
  await expect.poll(place).toBeGreaterThan(500)
  await openDashboard(page)
  await expect.poll(place).toBe(0)
})
