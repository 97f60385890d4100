import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './browser.ts'
import { demoLender } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import {
  dashboardShown,
  expectCount,
  expectPath,
  expectValue,
  fontLoaded,
  logIn,
  mainMenu,
  passwordField,
  phoneField,
  tryLogIn,
} from './screens.ts'

useBrowser()

/** Delays the scripts of the page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Opens a URL without waiting for the scripts of the page. */
const open = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' })

journey(
  'SCR-06 a login form submitted before the script has loaded is sent afterwards and never puts its values in the URL',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    for (const address of ['/lender/login', '/lender/']) {
      const { page } = await fixture.openWindow(phone)
      const release = await holdScripts(page)
      await open(page, address)
      await page.getByRole('heading', { name: 'Masuk ke Lender Dashboard' }).waitFor()
      await fontLoaded(page)
      const top = async () => (await phoneField(page).boundingBox())?.y
      const before = await top()
      // With the leading 0, as people write it: the script loads only after the typing and must normalise the value.
      await tryLogIn(page, `0${lender.phone}`, lender.password)
      await page.getByRole('status').filter({ hasText: 'Mohon tunggu' }).waitFor()
      expect(page.url()).not.toContain(lender.password)
      await expectValue(phoneField(page), `0${lender.phone}`)
      await expect.poll(top).toBe(before)
      release()
      await expectPath(page, '/dashboard/porto')
    }
  },
)

journey(
  'SCR-09 the "forgot password" link pressed before the script has loaded keeps the return target and no phone number in the history',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow(phone)
    const release = await holdScripts(page)
    await open(page, '/lender/deposit')
    await phoneField(page).fill(lender.phone)
    await page.getByRole('link', { name: 'Lupa Kata Sandi?' }).click()
    await page.getByRole('status').filter({ hasText: 'Mohon tunggu' }).waitFor()
    release()
    await page.getByRole('button', { name: 'Selanjutnya' }).waitFor()
    await expectPath(page, '/reset-password')
    await expectValue(phoneField(page), lender.phone)
    await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain(lender.phone)
    await page.getByRole('link', { name: 'Kembali ke halaman masuk' }).click()
    await expectPath(page, '/login')
    await expectValue(phoneField(page), lender.phone)
    // The URL changes before the login screen takes the number out of the storage, so the test waits for the heading.
    await page.getByRole('heading', { name: 'Masuk ke Lender Dashboard' }).waitFor()
    const kept = () => page.evaluate(() => JSON.stringify([history.state, Object.entries(sessionStorage)]))
    await expect.poll(kept).not.toContain(lender.phone)
    await tryLogIn(page, lender.phone, lender.password)
    await expectPath(page, '/deposit')
  },
)

journey(
  'SCR-06 SCN-03 the login form keeps what was typed before the script had loaded, and reads a phone number that was left',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    const release = await holdScripts(page)
    await open(page, '/lender/login')
    await phoneField(page).fill('+62 812-3456 789')
    await passwordField(page).fill('Rahasia2026')
    await passwordField(page).focus()
    release()
    // The button that shows the password works only with the script.
    const show = page.getByRole('button', { name: 'Tampilkan kata sandi' })
    await expect
      .poll(async () => {
        if ((await show.count()) > 0) await show.click()
        return page.getByRole('button', { name: 'Sembunyikan kata sandi' }).count()
      })
      .toBe(1)
    await expectValue(phoneField(page), '8123456789')
    await expectValue(passwordField(page), 'Rahasia2026')
  },
)

journey('SCR-06 a logged-in lender sees the navigation before the script has loaded', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 0 })
  const { page } = await fixture.openWindow(phone)
  await page.goto('/lender/login')
  await tryLogIn(page, lender.phone, lender.password)
  await expectPath(page, '/dashboard/porto')
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await mainMenu(page).getByRole('link', { name: 'Marketplace' }).waitFor()
  await expectCount(page.getByRole('heading', { name: 'Masuk ke Lender Dashboard' }), 0)
  release()
  await dashboardShown(page)
  await expectCount(mainMenu(page), 1)
})

journey(
  'SCR-06 the cash balance is shown before the scripts have loaded, and the app shows it at the same place',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 251_613_170 })
    const { page } = await fixture.openWindow(phone)
    await logIn(page, lender)
    for (const tab of ['porto', 'user-porto', 'transaction-history']) {
      const release = await holdScripts(page)
      await open(page, `/lender/dashboard/${tab}`)
      const early = page.locator('[data-first-balance]')
      await expect.poll(() => early.textContent()).toBe('Rp251.613.170')
      await fontLoaded(page)
      const place = await early.boundingBox()
      release()
      const shown = page.locator('#app').getByText('Rp251.613.170', { exact: true }).first()
      await shown.waitFor()
      expect(await shown.boundingBox()).toEqual(place)
      await expectCount(page.locator('#shell'), 0)
      await page.unroute(/\/assets\/[^/]+\.js$/)
    }
  },
)

/** The calls that the page made before its scripts loaded and that no screen has used yet. */
const unused = (page: Page) =>
  page.evaluate(() => [
    ...((window as { firstCalls?: Map<string, unknown> }).firstCalls?.keys() ?? ['none made']),
  ])

journey(
  'SCR-06 the first API calls of a screen are sent before its scripts have loaded, and the screen uses each response',
  async (fixture) => {
    const { page } = await fixture.openWindow(phone)
    // A lender with fundings: for one without, the portfolio does not ask for its figures.
    await logIn(page, demoLender(fixture.product))
    const made = new Set<string>()
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      made.add(pathname.replace('/api/v1', '') + search)
    })
    for (const screen of [
      '',
      'dashboard/porto',
      'dashboard/user-porto',
      'dashboard/transaction-history',
      'marketplace/list',
      'deposit',
    ]) {
      const release = await holdScripts(page)
      made.clear()
      await open(page, `/lender/${screen}`)
      const listed = JSON.parse((await page.locator('#calls').textContent()) ?? '') as string[]
      expect(listed.length, screen).toBeGreaterThan(2)
      await expect.poll(() => listed.filter((call) => !made.has(call))).toEqual([])
      release()
      await expect.poll(() => unused(page)).toEqual([])
      await page.unroute(/\/assets\/[^/]+\.js$/)
    }
  },
)
