import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import { endSession } from './lender-api.ts'
import { checkAllScreens } from './screen-checks.ts'
import { expectPath, expectText, loanCards, logInByForm, mainMenu, toast } from './screens.ts'

useBrowser()

/** When the current document began to load, in milliseconds of the browser's clock. */
const loadedAt = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin)

const ended = 'Sesi anda telah berakhir. Silakan login kembali untuk akses dashboard.'
const broken = 'Mohon maaf terjadi kesalahan. Coba beberapa saat lagi.'

journey(
  'ERR-03 an expired session shows a toast, clears local data and reloads after 6.5 s',
  async (fixture) => {
    const { page, watch } = await fixture.openWindow()
    await logInByForm(page, await fixture.makeLender({ cash: 0 }))
    const stored = await page.evaluate(() => localStorage.getItem('user'))
    const { token }: { token: string } = JSON.parse(stored ?? '{}')
    await endSession(fixture.product, token)
    watch.expect(/^answer 401: /)
    const refused = page.waitForResponse((response) => response.status() === 401)
    const loaded = page.waitForEvent('load')
    await Promise.all([
      toast(page).filter({ hasText: ended }).waitFor(),
      mainMenu(page).getByRole('link', { name: 'Marketplace' }).click(),
    ])
    // Read in one look, because the page is reloaded soon.
    const shown = await page.evaluate(() => ({
      toasts: document.querySelectorAll('[data-toast]').length,
      user: localStorage.getItem('user'),
      path: location.pathname,
    }))
    expect(shown).toEqual({ toasts: 1, user: null, path: '/lender/marketplace/list' })
    const { startTime } = (await refused).request().timing()
    await loaded
    const waited = (await loadedAt(page)) - startTime
    expect(waited).toBeGreaterThan(6_500)
    expect(waited).toBeLessThan(30_000)
    await expectPath(page, '/login')
  },
)

journey('ERR-04 a failing server shows a toast and reloads the page after 3 s', async (fixture) => {
  const { page, watch } = await fixture.openWindow()
  await logInByForm(page, await fixture.makeLender({ cash: 0 }))
  watch.expect(/^answer 500: GET .*\/marketplace/)
  const failures: number[] = []
  // Only until the page is reloaded: the server works again by then.
  const before = await loadedAt(page)
  await page.route('**/api/v1/marketplace?**', async (route) => {
    if ((await loadedAt(page)) !== before) return route.continue()
    failures.push(Date.now())
    await route.fulfill({ status: 500, json: { message: 'x' } })
  })
  const loaded = page.waitForEvent('load')
  await Promise.all([
    toast(page).filter({ hasText: broken }).waitFor(),
    mainMenu(page).getByRole('link', { name: 'Marketplace' }).click(),
  ])
  await loaded
  const waited = (await loadedAt(page)) - (failures[0] ?? 0)
  expect(waited).toBeGreaterThan(3_000)
  expect(waited).toBeLessThan(30_000)
  await expectPath(page, '/marketplace/list')
  await loanCards(page).first().waitFor()
})

journey(
  'NAV-07 SCR-09 a logout without a network reports that the session is still open, and ends it once online',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page, context, watch } = await fixture.openWindow()
    watch.expect(/^request failed: POST .*\/auth\/logout /)
    await logInByForm(page, lender)
    const stored = await page.evaluate(() => localStorage.getItem('user'))
    const { token }: { token: string } = JSON.parse(stored ?? '{}')
    const menu = page.getByRole('banner').getByRole('button', { name: lender.name })
    // Waits until every part of the screen has loaded, before the network is cut.
    await expectText(page.getByRole('main'), 'Pilih pinjaman')
    await page.waitForLoadState('networkidle')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Keluar' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('menuitem', { name: 'Keluar' }).click()
    await expectText(page.getByRole('alert'), 'Anda sudah keluar dari perangkat ini')
    await checkAllScreens(page, 'logged-out-offline')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await context.setOffline(false)
    await expectPath(page, '/login')
    await expect(endSession(fixture.product, token)).rejects.toThrow('401 SESSION_ENDED')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('pending-logout'))).toBeNull()
    // What may be pressed next is fetched while nothing else is done, and some of it may have been missing.
    watch.excuse(/^request failed: GET .*\/lender\/assets\/.* net::ERR_INTERNET_DISCONNECTED$/)
    // After coming back online, both the `online` event and the login page may send the logout. The second request is
    // answered with 401.
    watch.excuse(/^answer 401: POST .*\/auth\/logout/)
  },
)

journey('NAV-07 a logout clears local data and revokes the token on the server', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 0 })
  const { page } = await fixture.openWindow()
  await logInByForm(page, lender)
  const stored = await page.evaluate(() => localStorage.getItem('user'))
  const { token }: { token: string } = JSON.parse(stored ?? '{}')
  await page.getByRole('banner').getByRole('button', { name: lender.name }).click()
  await page.getByRole('menuitem', { name: 'Keluar' }).click()
  await expectPath(page, '/login')
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await expect(endSession(fixture.product, token)).rejects.toThrow('401 SESSION_ENDED')
})
