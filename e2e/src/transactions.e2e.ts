import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { choose, demoLender, openTab, pageLinks, queryOf } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import type { TransactionRow } from './lender-api.ts'
import { expectText, logIn } from './screens.ts'

useBrowser()

const rows = (page: Page) => page.getByRole('main').getByRole('table').locator('tbody > tr')

/** Waits until the list shows exactly these movements, in their order. */
async function expectRows(page: Page, wanted: readonly TransactionRow[]): Promise<void> {
  await expect
    .poll(async () => {
      const texts = await rows(page).allInnerTexts()
      return (
        texts.length === wanted.length &&
        wanted.every((row, at) => texts[at]?.includes(row.transactionNumber))
      )
    })
    .toBe(true)
}

/** The first second of a day in Jakarta. */
const firstSecond = (day: string): number => Date.parse(`${day}T00:00:00+07:00`) / 1000

journey(
  'TRX-01 DSH-03 DSH-04 type, status and days apply on selection; the days are sent as unix seconds',
  async (world) => {
    const lender = demoLender(world.product)
    const all = await (await world.apiOf(lender)).transactions()
    const { page } = await world.openWindow()
    const asked: Record<string, string>[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/v1/transactions') asked.push(Object.fromEntries(url.searchParams))
    })
    await logIn(page, lender)
    await openTab(page, 'Transaction History')
    await expectRows(page, all.slice(0, 10))
    const last = Math.ceil(all.length / 10)
    expect(last).toBeGreaterThan(20)
    expect(await pageLinks(page)).toEqual(['1', '2', '3', '4', '5', '6', '7', '…', String(last)])
    await page.goto('/lender/dashboard/transaction-history?page=11')
    await expectRows(page, all.slice(100, 110))
    expect(await pageLinks(page)).toEqual([
      '1',
      '…',
      '8',
      '9',
      '10',
      '11',
      '12',
      '13',
      '14',
      '…',
      String(last),
    ])

    for (const [label, typeName, value] of [
      ['Top Up', 'Top Up', '1'],
      ['Pendanaan', 'Funding', '2'],
      ['Pengembalian', 'Repayment', '5'],
    ] as const) {
      await choose(page, 'Jenis transaksi', label)
      const fitting = all.filter((row) => row.typeName === typeName)
      expect(fitting.length).toBeGreaterThan(0)
      await expectRows(page, fitting.slice(0, 10))
      expect(queryOf(page)).toEqual({ type: value })
      expect(asked.at(-1)).toMatchObject({ type: value, limit: '10', page: '1' })
    }
    await choose(page, 'Status', 'Gagal')
    await page.getByText('Coba reset atau ubah filter kamu, ya').waitFor()
    expect(asked.at(-1)).toMatchObject({ type: '5', status: '3' })
    await choose(page, 'Status', 'Berhasil')
    const repaid = all.filter(({ typeName, status }) => typeName === 'Repayment' && status === 'Success')
    await expectRows(page, repaid.slice(0, 10))
    await page.reload()
    await expectRows(page, repaid.slice(0, 10))

    const dayOf = ({ createdDate }: TransactionRow) =>
      new Date(Date.parse(createdDate) + 7 * 3_600_000).toISOString().slice(0, 10)
    const middle = repaid[Math.floor(repaid.length / 2)]
    if (!middle) throw new Error('the demo has no repayments')
    const day = dayOf(middle)
    await page.getByLabel('Dari tanggal').fill(day)
    await page.waitForURL((url) => url.searchParams.get('startDate') === day)
    await page.getByLabel('Sampai tanggal').fill(day)
    await page.waitForURL((url) => url.searchParams.get('endDate') === day)
    await expectRows(page, repaid.filter((row) => dayOf(row) === day).slice(0, 10))
    expect(asked.at(-1)).toMatchObject({
      startDate: String(firstSecond(day)),
      endDate: String(firstSecond(day) + 86_399),
    })
  },
)

journey('TRX-03 a list that cannot be fetched is an empty list, and can be tried again', async (world) => {
  const lender = demoLender(world.product)
  const { page, watch } = await world.openWindow()
  watch.expect(/^answer 500: GET .*\/transactions\?/)
  await logIn(page, lender)
  await page.route(/\/api\/v1\/transactions\?/, async (route) => {
    await route.fulfill({ status: 500, json: { message: 'x', code: 'INTERNAL', requestId: 'x' } })
  })
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await openTab(page, 'Transaction History')
  await expectText(page.getByRole('main'), 'Data belum dapat dimuat')
  expect(await rows(page).count()).toBe(0)
  expect(await page.getByRole('navigation', { name: 'Halaman' }).count()).toBe(0)
  // Longer than the wait before a reload after a failing server.
  await page.waitForTimeout(4_000)
  expect(loads).toBe(0)
  await page.unroute(/\/api\/v1\/transactions\?/)
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await expect.poll(() => rows(page).count()).toBe(10)
})
