import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import { endSession } from './lender-api.ts'
import { expectPath, expectText, logIn, mainMenu, pathOf, toast } from './screens.ts'

useBrowser()

const ended = 'Sesi anda telah berakhir. Silakan login kembali untuk akses dashboard.'
const broken = 'Mohon maaf terjadi kesalahan. Coba beberapa saat lagi.'

journey(
  'ERR-03 a token that ended on the server: toast, local data cleared, reload after 6.5 s',
  async (world) => {
    const { page, watch } = await world.openWindow()
    await logIn(page, await world.makeLender({ cash: 0 }))
    const stored = await page.evaluate(() => localStorage.getItem('user'))
    const { token }: { token: string } = JSON.parse(stored ?? '{}')
    await endSession(world.product, token)
    watch.expect(/^answer 401: /)
    const loaded = page.waitForEvent('load')
    await mainMenu(page).getByRole('link', { name: 'Marketplace' }).click()
    await expectText(toast(page), ended)
    const told = Date.now()
    expect(await toast(page).count()).toBe(1)
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    expect(pathOf(page)).toBe('/lender/marketplace/list')
    await loaded
    const waited = Date.now() - told
    expect(waited).toBeGreaterThan(5_000)
    expect(waited).toBeLessThan(12_000)
    await expectPath(page, '/login')
  },
)

journey('ERR-04 a server that failed: toast, and a reload after 3 s', async (world) => {
  const { page, watch } = await world.openWindow()
  await logIn(page, await world.makeLender({ cash: 0 }))
  watch.expect(/^answer 500: GET .*\/marketplace/)
  await page.route('**/api/v1/marketplace?**', (route) =>
    route.fulfill({ status: 500, json: { message: 'x' } }),
  )
  const loaded = page.waitForEvent('load')
  await mainMenu(page).getByRole('link', { name: 'Marketplace' }).click()
  await expectText(toast(page), broken)
  const told = Date.now()
  await page.unroute('**/api/v1/marketplace?**')
  await loaded
  const waited = Date.now() - told
  expect(waited).toBeGreaterThan(1_500)
  expect(waited).toBeLessThan(9_000)
  await expectPath(page, '/marketplace/list')
  await page.getByText('Sisa Pendanaan').first().waitFor()
})

journey('NAV-07 Keluar clears local data, and the token stops working on the server', async (world) => {
  const lender = await world.makeLender({ cash: 0 })
  const { page } = await world.openWindow()
  await logIn(page, lender)
  const stored = await page.evaluate(() => localStorage.getItem('user'))
  const { token }: { token: string } = JSON.parse(stored ?? '{}')
  await page.getByRole('banner').getByRole('button', { name: lender.name }).click()
  await page.getByRole('menuitem', { name: 'Keluar' }).click()
  await expectPath(page, '/login')
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await expect(endSession(world.product, token)).rejects.toThrow('401 SESSION_ENDED')
})
