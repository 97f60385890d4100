import type { Locator, Page } from 'playwright-core'
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
  logInByForm,
  mainMenu,
  openDashboard,
  openMarketplace,
  openTransactions,
  pathOf,
  sign,
  tryLogIn,
} from './screens.ts'

useBrowser()

/** The routes of section 2 of the specification that need no router state, and the name of the shown section or title. */
const namesOfRoutes = {
  '/dashboard/porto': 'Portofolio',
  '/dashboard/user-porto': 'User Portofolio',
  '/dashboard/transaction-history': 'Transaction History',
  '/marketplace/list': 'Marketplace',
  '/deposit': 'Deposit',
}
const innerRoutes = Object.keys(namesOfRoutes)
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
    await logInByForm(page, await fixture.makeLender({ cash: 0 }))
    for (const [route, name] of Object.entries(namesOfRoutes)) {
      await page.goto(`/lender${route}`)
      const app = page.locator('#app')
      const heading = app.getByRole('heading', { level: 1, name, exact: true })
      await app.getByRole('region', { name, exact: true }).or(heading).first().waitFor()
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

/** Returns from the password reset to the login, whose phone field has the same name as that of the reset. */
async function backToLogin(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Kembali ke halaman masuk' }).click()
  await page.getByRole('heading', { name: 'Masuk ke Lender Dashboard' }).waitFor()
}

journey(
  'SCR-09 a login returns to the screen that a logged-out visitor had opened, but not after a manual logout',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
    await page.goto('/lender/dashboard/transaction-history?type=2')
    await expectPath(page, '/login')
    await page.reload()
    await page.getByRole('link', { name: 'Lupa Kata Sandi?' }).click()
    await backToLogin(page)
    await tryLogIn(page, lender.phone, lender.password)
    await expectPath(page, '/dashboard/transaction-history')
    expect(new URL(page.url()).search).toBe('?type=2')
    await chooseMenu(page, 'Keluar')
    await expectPath(page, '/login')
    await tryLogIn(page, lender.phone, lender.password)
    await expectPath(page, '/dashboard/porto')
  },
)

for (const pressed of ['link', 'form'] as const)
  journey(
    `SCR-09 the ${pressed} of the server-rendered login keeps the return target when the app runs but the script of the login is not there`,
    async (fixture) => {
      const lender = await fixture.makeLender({ cash: 0 })
      const { page } = await fixture.openWindow(phone)
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route(/\/assets\/login-[^/]+\.js$/, async (route) => {
        await held
        await route.continue()
      })
      await page.goto('/lender/dashboard/transaction-history?type=2', { waitUntil: 'commit' })
      // The app sets this URL when it begins to take over the form, which then waits for its script.
      await page.waitForURL('**/lender/login', { waitUntil: 'commit' })
      if (pressed === 'link') await page.getByRole('link', { name: 'Lupa Kata Sandi?' }).click()
      else await tryLogIn(page, lender.phone, lender.password)
      await page.getByRole('status').filter({ hasText: 'Mohon tunggu' }).waitFor()
      letGo()
      if (pressed === 'link') {
        await backToLogin(page)
        await tryLogIn(page, lender.phone, lender.password)
      }
      await expectPath(page, '/dashboard/transaction-history')
      expect(new URL(page.url()).search).toBe('?type=2')
    },
  )

journey(
  'SCR-09 Back closes an open dialog; a page number beyond the end shows the last page; printing hides the navigation',
  async (fixture) => {
    const { page } = await fixture.openWindow(phone)
    const lender = await fixture.makeLender({ cash: 2_000_000 })
    await logInByForm(page, lender)
    await openMarketplace(page)
    await chooseMenu(page, 'Profil')
    const profile = page.getByRole('dialog', { name: 'Profil' })
    await profile.waitFor()
    // The dialog has its history entry only after it is painted, sooner than anyone presses Back.
    await page.waitForFunction(() => (history.state as { dialog?: boolean }).dialog === true)
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
    await page.getByRole('banner').waitFor({ state: 'hidden' })
    const above = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height > 1)
          .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
          .map((element) => element.outerHTML.slice(0, 120)),
      )
    await expect.poll(above).toEqual([])
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
    await logInByForm(page, await fixture.makeLender())
    await fundLoan(page, loan, 1_000_000)
    const banners = () => page.getByRole('banner').count()
    await expect.poll(banners).toBe(1)
    await sign(page)
    await expectPath(page, '/fundingStatus')
    await expectText(page.getByRole('main'), 'Pendanaan Berhasil')
    await expect.poll(banners).toBe(0)
    await page.reload()
    await expectText(page.getByRole('main'), 'Pendanaan Berhasil')
    await expect.poll(banners).toBe(0)
    await page.getByRole('button', { name: 'Kembali ke marketplace' }).click()
    await expectPath(page, '/marketplace/list')
    await page.getByRole('banner').waitFor()
    await page.goBack()
    await expectPath(page, '/fundingStatus')
    await expect.poll(banners).toBe(0)
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
      await logInByForm(page, await fixture.makeLender({ cash: 0 }))
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
    await logInByForm(page, lender)
    const bar = page.locator('#app').getByRole('banner')
    await expectText(bar, 'Lender Dashboard')
    // Fetched without a session.
    const answer = await fetch(`${fixture.product.origin}/api/v1/tkb`)
    const tkb = (await answer.json()) as Record<string, string>
    for (const name of ['TKB90', 'TKB60', 'TKB30', 'TKB0']) {
      expect(tkb[name]).toMatch(/^\d{1,3},\d{2}%$/)
      await expectText(bar, `${name} ${tkb[name]}`)
    }

    await bar.getByRole('button', { name: lender.name }).click()
    const entries = page.getByRole('menuitem')
    const names = async () => (await entries.allInnerTexts()).map((text) => text.trim())
    await expect
      .poll(names)
      .toEqual(['Profil', 'Deposit', 'Tarik Dana', 'Pajak', 'Ubah Kata Sandi', 'Keluar'])
    await entries.filter({ hasText: 'Profil' }).click()
    await expectText(page.getByRole('dialog', { name: 'Profil' }), lender.email)
  },
)

const place = (page: Page) => page.evaluate(() => window.scrollY)

/** Scrolls down as soon as the page is long enough; at once, because a wheel may go on turning on the next screen. */
const scrollDown = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        window.scrollTo({ top: 1_500, behavior: 'instant' })
        return window.scrollY
      }),
    )
    .toBeGreaterThan(500)

journey('NAV-05 a screen opened from the menu is scrolled to its top', async (fixture) => {
  const { page } = await fixture.openWindow(phone)
  await logInByForm(page, await fixture.makeLender({ cash: 0 }))
  await openMarketplace(page)
  await loanCards(page).first().waitFor()
  await scrollDown(page)
  await openDashboard(page)
  await expect.poll(() => place(page)).toBe(0)
})

journey(
  'NAV-05 a link to the current screen only scrolls to its top, and the panel of the bell closes by its links',
  async (fixture) => {
    const { page } = await fixture.openWindow(phone)
    await logInByForm(page, demoLender(fixture.product))
    const entries = () => page.evaluate(() => history.length)
    const before = await entries()
    await page.getByRole('table').waitFor()
    await scrollDown(page)
    await page.getByRole('banner').getByRole('link', { name: 'Lender Dashboard' }).click()
    await expect.poll(() => place(page)).toBe(0)
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
    await page.clock.install()
    await logInByForm(page, demoLender(fixture.product))
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

    const name = page.getByLabel('Nama Penerima Dana')
    await name.pressSequentially('to')
    await expect.poll(search).toBe('?name=to')
    // The page's timers stand still until Back is pressed, so that the pause in typing has not ended by then.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await name.press('k')
    await page.goBack()
    await expect.poll(search).toBe('')
    await expect.poll(() => name.inputValue()).toBe('')
    // Longer than the pause after which typed text is searched for.
    await page.clock.runFor(1_000)
    expect([search(), await name.inputValue()]).toEqual(['', ''])
  },
)
