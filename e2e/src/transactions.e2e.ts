import { readFileSync } from 'node:fs'
import { formatDateLong } from '@pematang/contract/format/date'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { choose, demoLender, openTab, pageLinks, queryOf } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import type { TransactionRow } from './lender-api.ts'
import { expectCount, expectSentenceUnder, expectText, expectValue, logIn, stopIntervals } from './screens.ts'
import { until } from './waiting.ts'

useBrowser()

const rows = (page: Page) => page.getByRole('main').getByRole('table').locator('tr[data-transaction]')
const folded = (page: Page) =>
  page.getByRole('main').getByRole('table').locator('button[aria-expanded=false]')

/** Waits until the list shows exactly these entries, in this order, with each line of several opened. */
async function expectRows(page: Page, wanted: readonly TransactionRow[]): Promise<void> {
  await expect
    .poll(async () => {
      // A list that is replaced meanwhile has no such line any more.
      if ((await folded(page).count()) > 0) await folded(page).first().click({ timeout: 2_000 })
      const texts = await rows(page).allInnerTexts()
      return (
        texts.length === wanted.length &&
        wanted.every((row, at) => texts[at]?.includes(row.transactionNumber))
      )
    })
    .toBe(true)
}

const firstSecond = (day: string): number => Date.parse(`${day}T00:00:00+07:00`) / 1000

/** Types an invalid date first, and then the day as digits. */
async function typeDay(page: Page, field: string, day: string): Promise<void> {
  const box = page.getByRole('textbox', { name: field })
  await box.fill('31/02/2026')
  await box.press('Enter')
  await expectSentenceUnder(box, 'Tanggal 31/02/2026 tidak ada di kalender.')
  await box.fill('')
  const [year, month, date] = day.split('-')
  await box.pressSequentially(`${date}${month}${year}`)
  await expectValue(box, `${date}/${month}/${year}`)
}

/** Picks a day from the calendar, then opens it again by keyboard alone and closes it unchanged. */
async function pickDay(page: Page, field: string, day: string): Promise<void> {
  const opener = page.getByRole('button', { name: `Pilih dari kalender: ${field}` })
  await opener.click()
  const calendar = page.getByRole('dialog', { name: `Kalender: ${field}` })
  await calendar.getByLabel('Pilih tahun').selectOption(day.slice(0, 4))
  await calendar.getByLabel('Pilih bulan').selectOption(String(Number(day.slice(5, 7)) - 1))
  await calendar.getByRole('button', { name: `, ${formatDateLong(day)}` }).click()
  await calendar.waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)

  const focused = calendar.locator('button:focus')
  const nextDay = new Date(Date.parse(day) + 86_400_000)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused.getAttribute('aria-label')).toContain(`${formatDateLong(day)}, dipilih`)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focused.getAttribute('aria-label')).toContain(`, ${formatDateLong(nextDay)}`)
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
}

journey(
  'TRX-01 DSH-03 DSH-04 the transaction filters apply as soon as they are selected, and send dates as unix seconds',
  async (fixture) => {
    const lender = demoLender(fixture.product)
    const all = await (await fixture.apiOf(lender)).transactions()
    const { page } = await fixture.openWindow()
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
    await expect.poll(() => pageLinks(page)).toEqual(['1', '2', '3', '4', '5', '6', '7', '…', String(last)])
    await page.goto('/lender/dashboard/transaction-history?page=11')
    await expectRows(page, all.slice(100, 110))
    await expect
      .poll(() => pageLinks(page))
      .toEqual(['1', '…', '8', '9', '10', '11', '12', '13', '14', '…', String(last)])

    for (const [label, typeName, value] of [
      ['Top Up', 'Top Up', '1'],
      ['Pendanaan', 'Funding', '2'],
      ['Angsuran', 'Repayment', '5'],
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
    await typeDay(page, 'Dari tanggal', day)
    await page.waitForURL((url) => url.searchParams.get('startDate') === day)
    await pickDay(page, 'Sampai tanggal', day)
    await page.waitForURL((url) => url.searchParams.get('endDate') === day)
    await expectRows(page, repaid.filter((row) => dayOf(row) === day).slice(0, 10))
    expect(asked.at(-1)).toMatchObject({
      startDate: String(firstSecond(day)),
      endDate: String(firstSecond(day) + 86_399),
    })
  },
)

/** Splits a CSV file, whose fields have no line breaks, into the fields of each line. */
const csvLines = (text: string): string[][] =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      ),
    )

journey(
  'TRX-02 the CSV report of a bulk funding is named after it and matches its amounts to the rupiah',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 20_000_000 })
    await fixture.operator.offerProducts(lender)
    const product = await fixture.operator.makeProduct(
      [1_500_000, 2_000_000, 2_500_000].map((total) => ({ total, minimum: 500_000 })),
    )
    const api = await fixture.apiOf(lender)
    const number = await api.fundProduct(product, lender.password)
    await until('it has ended', async () => {
      const { runs } = await api.read('GET /funding/bulk/progress')
      return runs.some((run) => run.bulkFundingNumber === number && run.status === 'DONE') || null
    })

    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await openTab(page, 'Transaction History')
    const button = page.getByRole('main').getByRole('button', { name: `Unduh laporan CSV ${number}` })
    const saving = page.waitForEvent('download')
    await button.click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(new RegExp(`^Funding - ${number} - \\d{14}\\.csv$`))

    const [header = [], ...lines] = csvLines(readFileSync(await saved.path(), 'utf8'))
    const column = (name: string) => lines.map((line) => line[header.indexOf(name)])
    expect(column('Nomor Pinjaman')).toEqual(product.loans.map(({ loanNumber }) => loanNumber))
    const funded = column('Didanai').map(Number)
    expect(funded.toSorted((a, b) => a - b)).toEqual([1_500_000, 2_000_000, 2_500_000])
    const moved = (await api.transactions()).filter(({ typeName }) => typeName === 'Funding')
    expect(moved.every((row) => row.isDownloadable && row.transactionNumber === number)).toBe(true)
    expect(-moved.reduce((sum, { amount }) => sum + amount, 0)).toBe(
      funded.reduce((sum, amount) => sum + amount, 0),
    )
    // Entries that do not belong to a bulk funding have no report.
    const reports = rows(page).filter({ hasText: 'Top Up' }).getByRole('button', { name: 'Unduh' })
    await expectCount(reports, 0)
  },
)

journey(
  'TRX-03 a transaction history that cannot be loaded shows an empty list and can be retried',
  async (fixture) => {
    const lender = demoLender(fixture.product)
    const { page, watch } = await fixture.openWindow()
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
    await expectText(page.getByRole('main'), 'Daftar transaksi belum dapat dimuat')
    await expectCount(rows(page), 0)
    await expectCount(page.getByRole('navigation', { name: 'Halaman' }), 0)
    // Milliseconds; longer than the wait before the reload that follows a server failure. A slower page cannot fail it.
    await page.waitForTimeout(4_000)
    expect(loads).toBe(0)
    await page.unroute(/\/api\/v1\/transactions\?/)
    await page.getByRole('button', { name: 'Coba lagi' }).click()
    await rows(page).first().waitFor()
  },
)

journey(
  'DSH-01 TRX-01 the balances are refetched at once when the history no longer has transactions in progress',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    // Without the periodic requests, only refetching at once can change the figures.
    await stopIntervals(page, 5_000)
    let isPaid = false
    await page.route('**/api/v1/lender/summary', async (route) => {
      const json = (await (await route.fetch()).json()) as object
      await route.fulfill({ json: isPaid ? json : { ...json, withdrawingBalance: 250_000 } })
    })
    await logIn(page, demoLender(fixture.product))
    const summary = page.getByRole('region', { name: 'Ringkasan saldo' })
    await summary.getByText('Rp250.000', { exact: true }).waitFor()
    isPaid = true
    await openTab(page, 'Transaction History')
    await rows(page).first().waitFor()
    await summary.getByText('Rp250.000', { exact: true }).waitFor({ state: 'detached' })
  },
)

journey(
  'TRX-01 the history of one period can be searched by number, opened in detail and exported as shown',
  async (fixture) => {
    const lender = demoLender(fixture.product)
    const all = await (await fixture.apiOf(lender)).transactions()
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await openTab(page, 'Transaction History')
    await choose(page, 'Jenis transaksi', 'Angsuran')
    const repayments = all.filter(({ typeName }) => typeName === 'Repayment')
    const wanted = repayments[3]
    if (!wanted) throw new Error('the demo has too few repayments')
    await page.getByRole('textbox', { name: 'Nomor referensi' }).fill(wanted.transactionNumber.toLowerCase())
    const found = repayments.filter(({ transactionNumber }) => transactionNumber === wanted.transactionNumber)
    await expectRows(page, found)

    const opener = page.getByRole('button', { name: `Rincian ${wanted.transactionNumber}` }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Angsuran' })
    for (const part of ['Nomor pinjaman', 'Dibayar Penerima Dana pada', 'Bunga', 'Pajak dipotong'])
      await dialog.getByText(part, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Unduh CSV dari transaksi yang ditampilkan' }).click()
    const lines = readFileSync(await (await saving).path(), 'utf8')
      .trim()
      .split(/\r?\n/)
    expect(lines.slice(1).map((line) => line.split(';')[0])).toEqual(
      found.map(({ transactionNumber }) => transactionNumber),
    )

    await opener.click()
    await dialog.getByRole('link', { name: 'Lihat di portofolio' }).click()
    await page.waitForURL((url) => url.searchParams.get('loanNumber') === wanted.loanNumber)

    await page.goto('/lender/dashboard/transaction-history?type=2')
    await choose(page, 'Periode', '7 hari')
    await page.waitForURL((url) => url.searchParams.has('startDate'))
    await expect.poll(() => queryOf(page)).toMatchObject({ type: '2' })
  },
)
