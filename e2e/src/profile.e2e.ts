import { randomInt } from 'node:crypto'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { chooseByKeyboard, chooseMenu, expectFocused, openChangePassword, tabTo } from './account-screens.ts'
import { artifacts } from './artifacts.ts'
import { corners } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import { expectPath, expectText, logIn, readText, toast, tryLogIn } from './screens.ts'
import { expectIndonesian } from './wording.ts'

useBrowser()

const company = 'PT Lumbung Sejahtera'
const pending = 'Oops, virtual account Anda masih diproses'
const profileDialog = (page: Page) => page.getByRole('dialog', { name: 'Profil' })
const pendingDialog = (page: Page) => page.getByRole('dialog', { name: pending })

/** Every time the page asks for the company's profile. */
function countProfileCalls(page: Page): { asked: number } {
  const count = { asked: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/lender/institution')) count.asked += 1
  })
  return count
}

/** The facts of the modal, each as its name and its value. */
const factsIn = (page: Page) =>
  profileDialog(page)
    .locator('dl > div')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)))

journey(
  'PRO-01 ROL-01 the profile of a company: badge, company name and email, PIC name and phone',
  async (world) => {
    const lender = await world.makeLender({ cash: 0, company })
    const { page } = await world.openWindow()
    const count = countProfileCalls(page)
    await logIn(page, lender)
    const user: unknown = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? 'null')
    expect(user).toMatchObject({ userTypeId: 3 })
    await chooseMenu(page, 'Profil')
    await expectText(profileDialog(page), 'Terverifikasi')
    await expect
      .poll(() => factsIn(page))
      .toEqual([
        ['Nama Perusahaan', company],
        ['Email Perusahaan', lender.email],
        ['Nama Lengkap PIC', lender.contact],
        ['Nomor Handphone PIC', `+62 ${lender.phone}`],
      ])
    expect(count.asked).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await profileDialog(page).waitFor({ state: 'detached' })
    await expectFocused(page.getByRole('banner').getByRole('button', { name: /^Akun/ }))
  },
)

journey('PRO-01 ROL-01 a person has a profile of his own, and no company is asked for', async (world) => {
  const lender = await world.makeLender({ cash: 0 })
  const { page } = await world.openWindow()
  const count = countProfileCalls(page)
  await logIn(page, lender)
  await chooseMenu(page, 'Profil')
  await expectText(profileDialog(page), 'Terverifikasi')
  expect(await factsIn(page)).toEqual([
    ['Nama Lengkap', lender.name],
    ['Email', lender.email],
    ['Nomor Handphone', `+62 ${lender.phone}`],
  ])
  await page.keyboard.press('Escape')
  await profileDialog(page).waitFor({ state: 'detached' })
  await chooseMenu(page, 'Deposit')
  await pendingDialog(page).waitFor()
  expect(count.asked).toBe(0)
})

journey('PRO-01 a profile that cannot be fetched says so, and comes with Coba lagi', async (world) => {
  const { page, watch } = await world.openWindow()
  watch.expect(/^answer 404: GET .*\/lender\/institution$/)
  await page.route('**/api/v1/lender/institution', (route) =>
    route.fulfill({ status: 404, json: { message: 'Profil perusahaan tidak ditemukan.', code: 'X' } }),
  )
  await logIn(page, await world.makeLender({ cash: 0, company }))
  await chooseMenu(page, 'Profil')
  await expectText(profileDialog(page), 'Profil perusahaan tidak ditemukan.')
  await page.unroute('**/api/v1/lender/institution')
  await profileDialog(page).getByRole('button', { name: 'Coba lagi' }).click()
  await expectText(profileDialog(page), company)
})

journey('NAV-08 Deposit of a company without an account: the modal, and no other screen', async (world) => {
  const { page } = await world.openWindow()
  await logIn(page, await world.makeLender({ cash: 0, company }))
  await chooseMenu(page, 'Deposit')
  await pendingDialog(page).waitFor()
  await expectText(pendingDialog(page), 'setelah nomor virtual account Anda selesai diproses')
  await expectFocused(page.getByRole('button', { name: 'Mengerti' }))
  await page.keyboard.press('Enter')
  await pendingDialog(page).waitFor({ state: 'detached' })
  await expectPath(page, '/dashboard/porto')
})

journey('NAV-08 once there is a virtual account, Deposit opens its screen', async (world) => {
  const lender = await world.makeLender({ cash: 0, company })
  const { page } = await world.openWindow()
  await logIn(page, lender)
  await chooseMenu(page, 'Deposit')
  await pendingDialog(page).waitFor()
  const number = `988${String(randomInt(10 ** 12)).padStart(12, '0')}`
  const bank = ['--method', '1', '--code', '009', '--bank', 'BNI', '--holder', company]
  await world.operator.run(['lenders', 'virtual-account', 'add', number, '--phone', lender.phone, ...bank])
  await page.reload()
  await chooseMenu(page, 'Deposit')
  await expectPath(page, '/deposit')
  await expectText(page.getByRole('main'), 'Nomor Virtual Account')
  expect(await pendingDialog(page).count()).toBe(0)
})

journey('NAV-07 Keluar in one tab is Keluar in all; nothing of the lender stays behind', async (world) => {
  const lender = await world.makeLender({ cash: 0 })
  const { context, page } = await world.openWindow()
  await logIn(page, lender)
  const second = await context.newPage()
  await second.goto('/lender/marketplace/list')
  await second.getByRole('banner').waitFor()
  const loaded = page.waitForEvent('load')
  await chooseMenu(page, 'Keluar')
  await loaded
  await expectPath(page, '/login')
  await expectPath(second, '/login')
  const kept = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    JSON.stringify(history.state ?? null),
  ])
  expect(kept.join(' ')).not.toContain(lender.phone)
  expect(kept).not.toContain('user')
})

journey('PRO-01 NAV-08 NAV-07 the menu and its modals by keyboard alone', async (world) => {
  const { page } = await world.openWindow()
  await logIn(page, await world.makeLender({ cash: 0, company }))
  const menu = page.getByRole('banner').getByRole('button', { name: /^Akun/ })
  await tabTo(page, menu)
  await chooseByKeyboard(page, 'Profil')
  await expectText(profileDialog(page), company)
  await expectFocused(profileDialog(page).getByRole('button', { name: 'Tutup' }))
  // The focus stays inside; past the last button it comes back to the first a moment later.
  for (let pressed = 0; pressed < 4; pressed += 1) {
    await page.keyboard.press('Tab')
    await expect
      .poll(() => profileDialog(page).evaluate((dialog) => dialog.contains(document.activeElement)))
      .toBe(true)
  }
  await page.keyboard.press('Escape')
  await profileDialog(page).waitFor({ state: 'detached' })
  await expectFocused(menu)
  await chooseByKeyboard(page, 'Deposit')
  await expectFocused(page.getByRole('button', { name: 'Mengerti' }))
  await page.keyboard.press('Enter')
  await pendingDialog(page).waitFor({ state: 'detached' })
  await expectFocused(menu)
  await chooseByKeyboard(page, 'Keluar')
  await expectPath(page, '/login')
})

journey('ROL-02 who logs in after another sees nothing of him', async (world) => {
  const first = await world.makeLender({ cash: 0, company })
  const second = await world.makeLender({ cash: 0, company: 'PT Nusa Karya' })
  const { page } = await world.openWindow()
  await logIn(page, first)
  await chooseMenu(page, 'Profil')
  await expectText(profileDialog(page), first.email)
  await page.keyboard.press('Escape')
  await chooseMenu(page, 'Keluar')
  await expectPath(page, '/login')
  await tryLogIn(page, second.phone, second.password)
  await expectPath(page, '/dashboard/porto')
  await chooseMenu(page, 'Profil')
  await expectText(profileDialog(page), second.email)
  const shown = await readText(page.locator('body'))
  for (const secret of [first.email, first.phone, company]) expect(shown).not.toContain(secret)
})

journey('NAV-09 toasts: top centre, one at a time, gone after 6 seconds', async (world) => {
  const lender = await world.makeLender({ cash: 0 })
  const { page, watch } = await world.openWindow()
  watch.expect(/^answer 400: PUT .*\/auth\/password$/)
  await logIn(page, lender)
  const dialog = await openChangePassword(page)
  await dialog.getByLabel('Kata Sandi Lama', { exact: true }).fill('Salah2026')
  await dialog.getByLabel('Kata Sandi Baru', { exact: true }).fill('Terasering2027')
  await dialog.getByLabel('Konfirmasi Kata Sandi Baru').fill('Terasering2027')
  await page.keyboard.press('Enter')
  await toast(page).waitFor()
  const began = Date.now()
  const box = await toast(page).boundingBox()
  expect(box?.y).toBeLessThan(40)
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThan(2)
  await expectText(dialog, 'Kata sandi salah')
  await dialog.getByLabel('Kata Sandi Lama', { exact: true }).fill(lender.password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await toast(page).count()).toBe(1)
  expect(await readText(toast(page))).toContain('Gagal mengubah kata sandi. Silahkan coba lagi.')
  await expectText(toast(page), 'Berhasil mengubah kata sandi')
  const first = Date.now() - began
  await toast(page).waitFor({ state: 'detached' })
  const second = Date.now() - began - first
  for (const shown of [first, second]) {
    expect(shown).toBeGreaterThan(5_300)
    expect(shown).toBeLessThan(7_500)
  }
})

journey('NAV-10 the global loader covers the screen while the login is under way', async (world) => {
  const lender = await world.makeLender({ cash: 0 })
  const { page } = await world.openWindow()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/v1/auth/login', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/lender/login')
  await tryLogIn(page, lender.phone, lender.password)
  const loader = page.locator('[data-global-loader]')
  await loader.waitFor()
  expect(await loader.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
  await expectText(page.getByRole('status').filter({ hasText: 'Mohon tunggu' }), 'Mohon tunggu')
  letGo()
  await expectPath(page, '/dashboard/porto')
  await loader.waitFor({ state: 'detached' })
})

for (const { variant, screen } of corners) {
  journey(`PRO-01 NAV-08 both modals without a finding of axe: ${variant}`, async (world) => {
    const { page } = await world.openWindow(screen)
    const look = async (what: string) => {
      const name = `profile-${what}-${variant}`.replaceAll(' ', '-')
      await page.screenshot({ path: path.join(artifacts, `${name}.png`) })
      await expectIndonesian(page, `${what}, ${variant}`)
      await expectAccessible(page, `${what}, ${variant}`)
    }
    await logIn(page, await world.makeLender({ cash: 0, company }))
    await chooseMenu(page, 'Profil')
    await expectText(profileDialog(page), company)
    await look('company')
    await page.keyboard.press('Escape')
    await profileDialog(page).waitFor({ state: 'detached' })
    await chooseMenu(page, 'Deposit')
    await pendingDialog(page).waitFor()
    await look('deposit pending')
  })
}
