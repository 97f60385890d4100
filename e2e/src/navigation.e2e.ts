import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, phone } from './browser.ts'
import { chooseMenu } from './account-screens.ts'
import { demoLender } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import {
  expectPath,
  expectText,
  fundLoan,
  loanCards,
  logIn,
  mainMenu,
  openDashboard,
  openMarketplace,
  openTransactions,
  pathOf,
  readText,
  sign,
  tryLogIn,
} from './screens.ts'

useBrowser()

/** The routes of section 2 of the specification that need no router state. */
const innerRoutes = [
  '/dashboard/porto',
  '/dashboard/user-porto',
  '/dashboard/transaction-history',
  '/marketplace/list',
  '/deposit',
]
/** Routes that redirect when they have no router state. */
const guardedRoutes = [
  ['/privy', '/marketplace/list'],
  ['/fundingStatus', '/marketplace/list'],
  ['/withdrawStatus', '/dashboard/porto'],
] as const

journey(
  'NAV-01 each screen opens at its URL under /lender, and an empty or unknown path opens the portfolio',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 0 }))
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
  'SCR-09 a login returns to the screen that a logged-out visitor had opened, but not after a manual logout',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
    await page.goto('/lender/dashboard/transaction-history?type=2')
    await expectPath(page, '/login')
    await page.reload()
    // The link of the server-rendered form loads a new page, which has no return target, so the test waits for the
    // scripts.
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: 'Lupa Kata Sandi?' }).click()
    await page.getByRole('link', { name: 'Kembali ke halaman masuk' }).click()
    await tryLogIn(page, lender.phone, lender.password)
    await expectPath(page, '/dashboard/transaction-history')
    expect(new URL(page.url()).search).toBe('?type=2')
    await chooseMenu(page, 'Keluar')
    await tryLogIn(page, lender.phone, lender.password)
    await expectPath(page, '/dashboard/porto')
  },
)

journey(
  'SCR-09 Back closes an open dialog; a page number beyond the end shows the last page; printing hides the navigation',
  async (fixture) => {
    const { page } = await fixture.openWindow(phone)
    const lender = await fixture.makeLender({ cash: 2_000_000 })
    await logIn(page, lender)
    await openMarketplace(page)
    await chooseMenu(page, 'Profil')
    const profile = page.getByRole('dialog', { name: 'Profil' })
    await profile.waitFor()
    await page.goBack()
    await profile.waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe('/lender/marketplace/list')
    await chooseMenu(page, 'Profil')
    await profile.waitFor()
    await page.keyboard.press('Escape')
    await profile.waitFor({ state: 'detached' })
    await page.goBack()
    await expectPath(page, '/dashboard/porto')

    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.body.innerText.includes('Belum ada transaksi')) document.body.dataset.flashed = 'yes'
      }).observe(document.body, { subtree: true, childList: true })
    })
    await openTransactions(page)
    await expectText(page.getByRole('table'), 'Rp2.000.000')
    await page.evaluate(() => {
      history.replaceState({ ...history.state }, '', '?page=9')
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    })
    await page.waitForURL((url) => url.searchParams.get('page') !== '9')
    await expectText(page.getByRole('table'), 'Rp2.000.000')
    expect(await page.evaluate(() => document.body.dataset.flashed ?? 'no')).toBe('no')

    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('banner').isVisible()).toBe(false)
    const above = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height > 1)
        .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
        .map((element) => element.outerHTML.slice(0, 120)),
    )
    expect(above).toEqual([])
  },
)

journey(
  'NAV-02 NAV-03 a logged-out visitor is redirected to the login, and a logged-in lender away from it',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
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

journey(
  'NAV-04 the funding result page hides the top bar, and the next page shows it again',
  async (fixture) => {
    const loan = await fixture.makeLoan()
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender())
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
  },
)

for (const [name, screen] of [
  ['desktop', desktop],
  ['phone', phone],
] as const) {
  journey(
    `NAV-05 the menu of a ${name} has Dashboard and Marketplace and marks the current one`,
    async (fixture) => {
      const { page } = await fixture.openWindow(screen)
      await logIn(page, await fixture.makeLender({ cash: 0 }))
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
      const automatic = ['Pendanaan Otomatis', '/lender/auto-funding']
      const documents = ['Dokumen', '/lender/documents']
      await expect.poll(marked).toEqual([
        [...dashboard, 'page'],
        [...marketplace, null],
        [...automatic, null],
        [...documents, null],
      ])
      await openMarketplace(page)
      await expect.poll(marked).toEqual([
        [...dashboard, null],
        [...marketplace, 'page'],
        [...automatic, null],
        [...documents, null],
      ])
      await openDashboard(page)
      await page.goto('/lender/dashboard/transaction-history')
      await expect.poll(marked).toEqual([
        [...dashboard, 'page'],
        [...marketplace, null],
        [...automatic, null],
        [...documents, null],
      ])
    },
  )
}

journey(
  'NAV-06 the top bar has the logo, the title, the four public TKB figures and the profile menu',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/tkb'))
    await logIn(page, lender)
    const tkb: Record<string, string> = await (await asked).json()
    const bar = page.getByRole('banner')
    await expectText(bar, 'Lender Dashboard')
    for (const name of ['TKB90', 'TKB60', 'TKB30', 'TKB0']) {
      expect(tkb[name]).toMatch(/^\d{1,3},\d{2}%$/)
      await expectText(bar, `${name} ${tkb[name]}`)
    }
    const guest = await fetch(`${fixture.product.origin}/api/v1/tkb`)
    expect(await guest.json()).toEqual(tkb)

    await bar.getByRole('button', { name: lender.name }).click()
    const entries = page.getByRole('menuitem')
    await entries.first().waitFor()
    const names = (await entries.allInnerTexts()).map((text) => text.trim())
    expect(names).toEqual(['Profil', 'Deposit', 'Tarik Dana', 'Pajak', 'Ubah Kata Sandi', 'Keluar'])
    await entries.filter({ hasText: 'Profil' }).click()
    expect(await readText(page.getByRole('dialog', { name: 'Profil' }))).toContain(lender.email)
  },
)

journey('NAV-05 a screen opened from the menu is scrolled to its top', async (fixture) => {
  const { page } = await fixture.openWindow(phone)
  await logIn(page, await fixture.makeLender({ cash: 0 }))
  await openMarketplace(page)
  await page.getByText('Sisa Pendanaan').first().waitFor()
  const place = () => page.evaluate(() => window.scrollY)
  await page.mouse.wheel(0, 1_500)
  await expect.poll(place).toBeGreaterThan(500)
  await openDashboard(page)
  await expect.poll(place).toBe(0)
})

journey(
  'NAV-05 a link to the current screen only scrolls to its top, and the panel of the bell closes by its links',
  async (fixture) => {
    const { page } = await fixture.openWindow(phone)
    await logIn(page, demoLender(fixture.product))
    const entries = () => page.evaluate(() => history.length)
    const before = await entries()
    await page.getByRole('table').waitFor()
    await page.mouse.wheel(0, 1_500)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
    await page.getByRole('banner').getByRole('link', { name: 'Lender Dashboard' }).click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    expect(await entries()).toBe(before)
    const panelLink = page.getByRole('link', { name: 'Lihat semua' })
    const openPanel = () => page.getByRole('button', { name: /^Notifikasi/ }).click()
    for (let time = 0; time < 2; time += 1) {
      await openPanel()
      await panelLink.click()
      await expectPath(page, '/notifications')
      await panelLink.waitFor({ state: 'hidden' })
    }
    expect(await entries()).toBe(before + 1)
  },
)

journey(
  'DSH-03 NAV-05 one Back undoes a double click on a page, a tab, the menu, a loan or the kind of a document, and text typed just before it does not come back',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, demoLender(fixture.product))
    const search = () => new URL(page.url()).search
    const pressTwice = (link: Locator) =>
      link.evaluate((anchor: HTMLElement) => {
        anchor.click()
        anchor.click()
      })
    await pressTwice(page.getByRole('link', { name: 'Halaman 2' }))
    await expect.poll(search).toBe('?page=2')
    await page.goBack()
    await expect.poll(search).toBe('')
    await pressTwice(page.getByRole('link', { name: 'Transaction History' }))
    await expectPath(page, '/dashboard/transaction-history')
    await page.goBack()
    await expectPath(page, '/dashboard/porto')
    await pressTwice(mainMenu(page).getByRole('link', { name: 'Marketplace' }))
    await expectPath(page, '/marketplace/list')
    const loan = loanCards(page).first().getByRole('link').first()
    await loan.waitFor()
    await pressTwice(loan)
    await page.waitForURL(/\/marketplace\/loan\//)
    await page.goBack()
    await expectPath(page, '/marketplace/list')
    await page.goBack()
    await expectPath(page, '/dashboard/porto')
    await mainMenu(page).getByRole('link', { name: 'Dokumen' }).click()
    await pressTwice(page.getByRole('link', { name: 'Perjanjian' }))
    await expect.poll(search).not.toBe('')
    await page.goBack()
    await expect.poll(search).toBe('')
    await page.goBack()
    await expectPath(page, '/dashboard/porto')

    const name = page.getByLabel('Nama peminjam')
    await name.pressSequentially('to')
    await expect.poll(search).toBe('?name=to')
    await name.press('k')
    await page.goBack()
    // Longer than the pause after which typed text is searched for.
    await page.waitForTimeout(1_000)
    expect([search(), await name.inputValue()]).toEqual(['', ''])
  },
)
