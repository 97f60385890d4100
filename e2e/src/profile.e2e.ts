import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { chooseByKeyboard, chooseMenu, expectFocused, openChangePassword, tabTo } from './account-screens.ts'
import { corners, phone } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import { takePicture } from './picture.ts'
import { checkAllScreens } from './screen-checks.ts'
import { dashboardShown, expectPath, expectText, logIn, readText, toast, tryLogIn } from './screens.ts'
import { makeLender } from './withdraw-screens.ts'
import { expectIndonesian } from './wording.ts'

useBrowser()

const company = 'PT Lumbung Sejahtera'
const pending = 'Oops, virtual account Anda masih diproses'
const profileDialog = (page: Page) => page.getByRole('dialog', { name: 'Profil' })
const pendingDialog = (page: Page) => page.getByRole('dialog', { name: pending })

/** Counts the page's requests for the company's profile. */
function countProfileCalls(page: Page): { asked: number } {
  const count = { asked: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/lender/institution')) count.asked += 1
  })
  return count
}

/** Everything that scripts can store in this browser, as one text. */
const keptInBrowser = (page: Page) =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return JSON.stringify([localStorage, sessionStorage, history.state, document.cookie, databases])
  })

const factsIn = (page: Page) =>
  profileDialog(page)
    .locator('dl > div')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)))

journey(
  'PRO-01 ROL-01 the profile of a company shows badge, company name, email, and name and phone of its person in charge',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0, company })
    const { page } = await fixture.openWindow()
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

journey(
  'PRO-01 DOOR-10 a personal profile shows unmasked details after a reload while the browser stores them masked',
  async (fixture) => {
    const { lender, account } = await makeLender(fixture, { cash: 0 })
    const { page } = await fixture.openWindow()
    const count = countProfileCalls(page)
    await logIn(page, lender)
    const whole = [
      ['Nama Lengkap', lender.name],
      ['Email', lender.email],
      ['Nomor Handphone', `+62 ${lender.phone}`],
      ['Bank', 'BNI'],
      ['Nomor Rekening', account],
      ['Pemilik Rekening', lender.name],
    ]
    for (const reload of [false, true]) {
      if (reload) await page.reload()
      await chooseMenu(page, 'Profil')
      await expectText(profileDialog(page), 'Terverifikasi')
      await expect.poll(() => factsIn(page)).toEqual(whole)
      await page.keyboard.press('Escape')
      await profileDialog(page).waitFor({ state: 'detached' })
      for (const value of [lender.email, lender.phone, account]) {
        expect(await keptInBrowser(page)).not.toContain(value)
      }
    }
    expect(await keptInBrowser(page)).toContain(`*${lender.phone.slice(-4)}`)
    await chooseMenu(page, 'Deposit')
    await pendingDialog(page).waitFor()
    expect(count.asked).toBe(0)
  },
)

journey(
  'DOOR-04 SCN-12 the profile and the screen of an e-mail about a new device list the sessions of a lender and can end one of them or all others',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page: elsewhere, watch } = await fixture.openWindow(phone)
    watch.expect(/^answer 401: /)
    await logIn(elsewhere, lender)
    const program = await fixture.apiOf(lender)
    const { page, watch: here } = await fixture.openWindow()
    // The refusal that asks for the password.
    here.expect(/^answer 400: POST .*\/auth\/sessions\/end(-others)?$/)
    await logIn(page, lender)
    await chooseMenu(page, 'Profil')
    const rows = profileDialog(page).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(3)
    await expectText(rows.first(), 'Perangkat ini')
    await expectText(rows.first(), 'Chrome di Linux')
    await profileDialog(page).getByRole('heading', { name: 'Sesi Aktif' }).scrollIntoViewIfNeeded()
    await checkAllScreens(page, 'sessions')
    await page.goto('/lender/sessions')
    await page.getByRole('heading', { level: 1, name: 'Sesi Aktif' }).waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(3)
    await checkAllScreens(page, 'sessions-screen')
    await chooseMenu(page, 'Profil')
    const typePassword = async () => {
      const check = page.getByRole('dialog', { name: 'Masukan Kata Sandi' })
      await check.getByLabel('Kata Sandi', { exact: true }).fill(lender.password)
      await page.keyboard.press('Enter')
    }
    await profileDialog(page).getByRole('button', { name: 'Akhiri sesi Perangkat tidak dikenal' }).click()
    await typePassword()
    await expectText(toast(page), 'Sesi telah diakhiri')
    await expect.poll(() => rows.count()).toBe(2)
    await expect(program.summary()).rejects.toThrow('401 SESSION_ENDED')
    const again = await fixture.apiOf(lender)
    await page.keyboard.press('Escape')
    await profileDialog(page).waitFor({ state: 'detached' })
    await chooseMenu(page, 'Profil')
    await expect.poll(() => rows.count()).toBe(3)
    // The other window asks for news every 20 s, and the message goes away with the reload that follows it.
    await Promise.all([
      expectText(elsewhere.locator('body'), 'Sesi anda telah berakhir'),
      profileDialog(page).getByRole('button', { name: 'Akhiri semua sesi lain' }).click().then(typePassword),
    ])
    await expect.poll(() => rows.count()).toBe(1)
    await expect(again.summary()).rejects.toThrow('401 SESSION_ENDED')
    expect(await page.evaluate(() => localStorage.getItem('user'))).not.toBeNull()
  },
)

journey(
  'PRO-01 a profile that cannot be loaded shows an error and loads with the retry button',
  async (fixture) => {
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^answer 404: GET .*\/lender\/institution$/)
    await page.route('**/api/v1/lender/institution', (route) =>
      route.fulfill({ status: 404, json: { message: 'Profil perusahaan tidak ditemukan.', code: 'X' } }),
    )
    await logIn(page, await fixture.makeLender({ cash: 0, company }))
    await chooseMenu(page, 'Profil')
    await expectText(profileDialog(page), 'Profil perusahaan tidak ditemukan.')
    await page.unroute('**/api/v1/lender/institution')
    await profileDialog(page).getByRole('button', { name: 'Coba lagi' }).click()
    await expectText(profileDialog(page), company)
  },
)

journey(
  'NAV-08 the Deposit menu entry opens a dialog for a company without a virtual account',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 0, company }))
    await chooseMenu(page, 'Deposit')
    await pendingDialog(page).waitFor()
    await expectText(pendingDialog(page), 'setelah nomor virtual account Anda selesai diproses')
    await expectFocused(page.getByRole('button', { name: 'Mengerti' }))
    await page.keyboard.press('Enter')
    await pendingDialog(page).waitFor({ state: 'detached' })
    await expectPath(page, '/dashboard/porto')
  },
)

const ways = [
  [
    'NAV-08 the Deposit menu entry opens the deposit screen for a company with a virtual account',
    { company },
  ],
  [
    'SCR-14 the Deposit menu entry opens the deposit screen with payment steps for a person with a virtual account',
    {},
  ],
] as const
for (const [title, who] of ways)
  journey(title, async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0, ...who })
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await chooseMenu(page, 'Deposit')
    await pendingDialog(page).waitFor()
    const number = `98800${String(randomInt(10 ** 10)).padStart(10, '0')}`
    const bank = ['--method', '1', '--code', '009', '--bank', 'BNI', '--holder', lender.name]
    await fixture.operator.run([
      'lenders',
      'virtual-account',
      'add',
      number,
      '--phone',
      lender.phone,
      ...bank,
    ])
    await page.reload()
    await chooseMenu(page, 'Deposit')
    await expectPath(page, '/deposit')
    await expectText(page.getByRole('main'), 'Nomor Virtual Account')
    await expectText(page.getByRole('main'), lender.name)
    await page.getByRole('button', { name: /^ATM/ }).first().waitFor()
    expect(await pendingDialog(page).count()).toBe(0)
  })

journey(
  'NAV-07 a logout in one tab logs out all tabs and clears the stored data of the lender',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { context, page } = await fixture.openWindow()
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
  },
)

journey('PRO-01 NAV-08 NAV-07 the profile menu and its dialogs work by keyboard alone', async (fixture) => {
  const { page } = await fixture.openWindow()
  await logIn(page, await fixture.makeLender({ cash: 0, company }))
  await dashboardShown(page)
  const menu = page.getByRole('banner').getByRole('button', { name: /^Akun/ })
  await tabTo(page, menu)
  await chooseByKeyboard(page, 'Profil')
  await expectText(profileDialog(page), company)
  await expectFocused(profileDialog(page).getByRole('button', { name: 'Tutup' }))
  // The focus must stay inside the dialog; after the last button it returns to the first with a short delay.
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

journey(
  'ROL-02 a lender who logs in after another lender in one browser sees none of the other’s data',
  async (fixture) => {
    const first = await fixture.makeLender({ cash: 0, company })
    const second = await fixture.makeLender({ cash: 0, company: 'PT Nusa Karya' })
    const { page } = await fixture.openWindow()
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
  },
)

journey(
  'SCN-05 NAV-09 toasts are top centre, one at a time, the newest of an action, and close after 6 seconds',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^answer 400: PUT .*\/auth\/password$/)
    await page.clock.install()
    await logIn(page, lender)
    const dialog = await openChangePassword(page)
    await dialog.getByLabel('Kata Sandi Lama', { exact: true }).fill('Salah2026')
    await dialog.getByLabel('Kata Sandi Baru', { exact: true }).fill('Terasering2027')
    await dialog.getByLabel('Konfirmasi Kata Sandi Baru').fill('Terasering2027')
    // From here on the time of the page passes only where this test says so.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await page.keyboard.press('Enter')
    await toast(page).waitFor()
    const place = () =>
      toast(page).evaluate((one) => {
        const { left, right, top } = one.getBoundingClientRect()
        // A scrollbar, or the place of one that a dialog keeps free, is at most 15 px wide.
        return { isCentred: Math.abs(left - (window.innerWidth - right)) < 16, isAtTop: top < 40 }
      })
    await expect.poll(place).toEqual({ isCentred: true, isAtTop: true })
    await expectText(dialog, 'Kata sandi salah')
    await dialog.getByLabel('Kata Sandi Lama', { exact: true }).fill(lender.password)
    await page.keyboard.press('Enter')
    // The dialog begins to close when the change has succeeded, with a second toast.
    await page.locator('[role=dialog][data-open]').waitFor({ state: 'detached' })
    const shown = async () => (await toast(page).allInnerTexts()).map((text) => text.trim())
    // The failure of before does not stand over the success.
    await expect.poll(shown).toEqual(['Berhasil mengubah kata sandi'])
    await page.clock.runFor(5_800)
    expect(await shown()).toEqual(['Berhasil mengubah kata sandi'])
    const shownLater = async () => {
      await page.clock.runFor(200)
      return shown()
    }
    await expect.poll(shownLater).toEqual([])
  },
)

journey('NAV-10 the loading overlay covers the screen during a login', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 0 })
  const { page } = await fixture.openWindow()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/v1/auth/login', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/lender/login')
  await tryLogIn(page, lender.phone, lender.password)
  const loader = page.locator('[data-global-loader]')
  await loader.waitFor()
  const covers = () =>
    loader.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      const { clientWidth, clientHeight } = document.documentElement
      return [left, top, width - clientWidth, height - clientHeight]
    })
  await expect.poll(covers).toEqual([0, 0, 0, 0])
  await expectText(page.getByRole('status').filter({ hasText: 'Mohon tunggu' }), 'Mohon tunggu')
  letGo()
  await expectPath(page, '/dashboard/porto')
  await loader.waitFor({ state: 'detached' })
})

for (const { variant, screen } of corners) {
  journey(
    `PRO-01 NAV-08 the profile and deposit dialogs pass the axe accessibility check: ${variant}`,
    async (fixture) => {
      const { page } = await fixture.openWindow(screen)
      const look = async (what: string) => {
        const name = `profile-${what}-${variant}`.replaceAll(' ', '-')
        await takePicture(page, name)
        await expectIndonesian(page, `${what}, ${variant}`)
        await expectAccessible(page, `${what}, ${variant}`)
      }
      await logIn(page, await fixture.makeLender({ cash: 0, company }))
      await chooseMenu(page, 'Profil')
      await expectText(profileDialog(page), company)
      await look('company')
      await page.keyboard.press('Escape')
      await profileDialog(page).waitFor({ state: 'detached' })
      await chooseMenu(page, 'Deposit')
      await pendingDialog(page).waitFor()
      await look('deposit pending')
    },
  )
}
