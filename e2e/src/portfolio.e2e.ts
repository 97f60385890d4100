import { checkAllScreens } from './screen-checks.ts'
import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  cellsOf,
  choose,
  demoLender,
  entries,
  expand,
  expectEmptyList,
  openTab,
  pageLinks,
  queryOf,
} from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import type { PortfolioRow } from './lender-api.ts'
import {
  agreeAndFund,
  closeTab,
  enterAmount,
  expectPath,
  expectText,
  logIn,
  openAgreement,
  openDashboard,
  openMarketplace,
  pickLoan,
  portfolioRow,
  readText,
} from './screens.ts'
import { until } from './waiting.ts'

useBrowser(async () => ({ viewsPdf: true }))

/** Waits until the list shows exactly these fundings, in this order. */
async function expectRows(page: Page, rows: readonly PortfolioRow[]): Promise<void> {
  await expect
    .poll(async () => {
      return entries(page).evaluateAll((shown) => shown.map((entry) => entry.getAttribute('data-id')))
    })
    .toEqual(rows.map(({ propertyLenderId }) => propertyLenderId))
}

/** The entry of a funding, found by its id, because a lender may fund a loan twice. */
const fundingOf = (page: Page, { propertyLenderId }: PortfolioRow) =>
  page.locator(`tbody[data-id="${propertyLenderId}"]`)

/** Collects the queries with which the browser requests a list. */
function queriesOf(page: Page, path: string): Record<string, string>[] {
  const queries: Record<string, string>[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === `/api/v1${path}`) queries.push(Object.fromEntries(url.searchParams))
  })
  return queries
}

journey(
  'POR-01 DSH-03 DSH-04 portfolio filters and page are in the URL and survive reload, Back and a shared link',
  async (fixture) => {
    const lender = demoLender(fixture.product)
    const all = await (await fixture.apiOf(lender)).portfolio()
    const { page } = await fixture.openWindow()
    const asked = queriesOf(page, '/portfolio')
    await logIn(page, lender)
    await expectRows(page, all.slice(0, 10))
    expect(all.length).toBeGreaterThan(40)
    await expect.poll(() => pageLinks(page)).toEqual(['1', '2', '3', '4', '5'])

    await page.getByRole('link', { name: 'Halaman 3', exact: true }).click()
    await expectRows(page, all.slice(20, 30))
    expect(queryOf(page)).toEqual({ page: '3' })
    await page.reload()
    await expectRows(page, all.slice(20, 30))
    await page.goBack()
    await expectRows(page, all.slice(0, 10))

    for (const [label, status] of [
      ['Late', 'LATE'],
      ['Funded', 'FUNDED'],
      ['Active', 'ACTIVE'],
    ] as const) {
      await choose(page, 'Status', label)
      const fitting = all.filter(({ statusName }) => statusName === status)
      expect(fitting.length).toBeGreaterThan(0)
      await expectRows(page, fitting.slice(0, 10))
      expect(queryOf(page)).toEqual({ loanStatus: status })
    }
    await page.getByRole('link', { name: 'Halaman 2', exact: true }).click()
    const active = all.filter(({ statusName }) => statusName === 'ACTIVE')
    await expectRows(page, active.slice(10, 20))

    const [wanted] = active.slice(3)
    if (!wanted) throw new Error('the demo has too few loans that run')
    await page
      .getByRole('textbox', { name: 'Nama Penerima Dana' })
      .fill(wanted.borrowerName.slice(0, 6).toUpperCase())
    await page.getByRole('textbox', { name: 'Nomor pinjaman' }).fill(wanted.loanNumber.slice(-5))
    const fitting = active.filter(
      ({ borrowerName, loanNumber }) =>
        borrowerName.toUpperCase().includes(wanted.borrowerName.slice(0, 6).toUpperCase()) &&
        loanNumber.includes(wanted.loanNumber.slice(-5)),
    )
    await expectRows(page, fitting)
    const named = ['name', 'loanNumber']
    await page.waitForURL(({ searchParams: set }) => named.every((one) => set.has(one)) && !set.has('page'))
    const shared = page.url()

    const other = await fixture.openWindow()
    await logIn(other.page, lender)
    await other.page.goto(shared)
    await expectRows(other.page, fitting)
    await expect
      .poll(() => other.page.getByRole('textbox', { name: 'Nomor pinjaman' }).inputValue())
      .toBe(wanted.loanNumber.slice(-5))
    await expect.poll(() => readText(other.page.getByRole('combobox', { name: 'Status' }))).toBe('Active')
    await other.page.getByRole('button', { name: 'Reset filter' }).click()
    await expectRows(other.page, all.slice(0, 10))
    expect(new Set(asked.map(({ limit }) => limit))).toEqual(new Set(['10']))
  },
)

journey(
  'POR-02 POR-03 POR-04 the portfolio shows a colour for each status, and an opened row lists six installments at a time',
  async (fixture) => {
    const lender = demoLender(fixture.product)
    const api = await fixture.apiOf(lender)
    const all = await api.portfolio()
    const { page } = await fixture.openWindow()
    const asked = queriesOf(page, '/portfolio/detail')
    await logIn(page, lender)
    for (const [status, tone] of [
      ['FUNDED', 'warn'],
      ['ACTIVE', 'ok'],
      ['RESTRUCTURE', 'idle'],
      ['REPAID', 'idle'],
      ['LATE', 'bad'],
    ] as const) {
      const row = all.find(({ statusName }) => statusName === status)
      if (!row) throw new Error(`the demo has no loan that is ${status}`)
      await page.goto(`/lender/dashboard/porto?loanNumber=${encodeURIComponent(row.loanNumber)}`)
      const entry = fundingOf(page, row)
      const label = entry.locator('[data-tone]').first()
      await expect.poll(() => label.getAttribute('data-tone'), { message: status }).toBe(tone)
      const toggle = entry.getByRole('button', { name: `Angsuran ${row.loanNumber}` })
      await expect.poll(() => toggle.isDisabled(), { message: status }).toBe(status === 'FUNDED')
    }

    // The late funding is on the screen now.
    const late = all.find(({ statusName }) => statusName === 'LATE')
    if (!late) throw new Error('the demo has no late loan')
    const { propertyLenderId, transactionNumber } = late
    const { detailList, pagination } = await api.read('GET /portfolio/detail', {
      propertyLenderId,
      limit: 100,
    })
    expect(pagination.totalData).toBeGreaterThan(12)
    const entry = fundingOf(page, late)
    expect(await entry.innerText()).not.toContain(transactionNumber)
    const panel = await expand(entry, 'Angsuran')
    await expectText(entry, transactionNumber)
    const size = () =>
      panel.evaluate((element) => ({
        height: element.clientHeight,
        overflows: element.scrollHeight > element.clientHeight,
      }))
    await expect.poll(size).toEqual({ height: 445, overflows: true })
    const rows = panel.locator('tbody > tr')
    // The panel must open at the next unpaid installment.
    const next = detailList.find(({ statusName }) => statusName !== 'PAID')
    if (!next) throw new Error('a late loan has an installment that is not paid')
    const nextRow = rows.filter({ hasText: new RegExp(`Angsuran ${next.paymentNo}(?!\\d)`) })
    const isInView = () =>
      nextRow.evaluate((row) => {
        const { top = 0, bottom = 0 } = row.closest('section')?.getBoundingClientRect() ?? {}
        const place = row.getBoundingClientRect()
        return place.top >= top && place.bottom <= bottom
      })
    await expect.poll(isInView).toBe(true)
    expect(asked[0]).toEqual({ propertyLenderId, open: 'UNPAID', limit: '6' })
    const first = Math.floor((next.paymentNo - 1) / 6)

    await panel.hover()
    await until('all installments from there on are shown', async () => {
      await page.mouse.wheel(0, 2_000)
      return (await rows.count()) === detailList.length - first * 6 ? true : null
    })
    for (let before = first; before > 0; before -= 1) {
      await panel.getByRole('button', { name: `Tampilkan ${before * 6} baris sebelumnya` }).click()
      await expect.poll(() => rows.count()).toBe(detailList.length - (before - 1) * 6)
    }
    const pages = Math.ceil(pagination.totalData / 6)
    expect(asked.slice(1).map((query) => query.page)).toEqual([
      ...Array.from({ length: pages - first - 1 }, (_, index) => String(first + index + 2)),
      ...Array.from({ length: first }, (_, index) => String(first - index)),
    ])
    const words = { PAID: 'Lunas', ACTIVE: 'Terjadwal', LATE: 'Terlambat' }
    expect(await cellsOf(panel)).toEqual(
      detailList.map((one) => [
        `${formatDateLong(one.dueDate)} Angsuran ${one.paymentNo}`,
        ...[one.principalPayment, one.interestPayment, one.penaltyPayment, one.tax, one.netPayment].map(
          (amount) => formatRupiah(amount),
        ),
        [
          formatRupiah(one.totalPaid),
          ...(one.paidOn ? [formatDateLong(one.paidOn)] : []),
          ...(one.stillDue > 0 ? [`Sisa ${formatRupiah(one.stillDue)}`] : []),
        ].join(' '),
        words[one.statusName] +
          (one.daysLate > 0 ? `${one.statusName === 'LATE' ? '' : ' Terlambat'} ${one.daysLate} hari` : ''),
      ]),
    )
    const tones = await rows.evaluateAll((every) =>
      every.map((row) => row.querySelector('[data-tone]')?.getAttribute('data-tone')),
    )
    const toneOf = { PAID: 'ok', ACTIVE: 'idle', LATE: 'bad' }
    expect(tones).toEqual(detailList.map(({ statusName }) => toneOf[statusName]))
    expect(new Set(tones).size).toBe(3)
    expect(await panel.evaluate((element) => element.clientHeight)).toBe(445)
  },
)

journey(
  'POR-05 POR-06 API-05 an unsigned portfolio row opens the signing screen, a signed one its agreement in a new tab',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 20_000_000 })
    const loan = await fixture.makeLoan({ total: 10_000_000 })
    const api = await fixture.apiOf(lender)
    await api.prepareAgreement(loan.loanNumber, 2_000_000)
    const offered = await api.offered(loan)
    if (!offered) throw new Error('the loan is not offered')
    const body = { loanId: offered.loanId, loanNumber: loan.loanNumber, amount: 2_000_000 }
    const funded = await api.fund(body, 'portfolio-sign-01')

    const { page } = await fixture.openWindow()
    const tokens: unknown[] = []
    // Once it is answered: of a funding that is signed meanwhile no token is given.
    page.on('response', (response) => {
      if (response.url().endsWith('/api/v1/signing/token')) tokens.push(response.request().postDataJSON())
    })
    await logIn(page, lender)
    await portfolioRow(page, loan)
      .getByRole('button', { name: /^Tanda tangani/ })
      .click()
    await expectPath(page, '/privy')
    await expect.poll(() => tokens.length).toBe(1)
    expect(tokens[0]).toMatchObject({ docToken: funded.docToken, digiSignId: api.digiSignId })

    await until('the provider takes the signature', async () => {
      await api.sign(funded)
      return true
    })
    await until('it is settled', async () =>
      (await api.fundingState(funded.docToken)).state === 'SETTLED' ? true : null,
    )
    await page.goto('/lender/dashboard/porto')
    const agreement = await openAgreement(page, loan)
    expect(agreement.subarray(0, 5).toString()).toBe('%PDF-')
    expect(tokens).toHaveLength(1)
  },
)

journey(
  'POR-06 API-05 a portfolio row of the provider XIGNATURE has no signing page and opens both agreement files',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 20_000_000 })
    await fixture.operator.run(['lenders', 'signer', '--phone', lender.phone, '--provider', 'XIGNATURE'])
    const loan = await fixture.makeLoan({ total: 10_000_000 })
    const { page, watch } = await fixture.openWindow()
    const files: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/documents/download')) files.push(request.postDataJSON())
    })
    await logIn(page, lender)
    // This funding has no signing page, so the request for it is refused; its result must appear nevertheless.
    watch.expect(/^answer 409: POST .*\/signing\/token$/)
    await openMarketplace(page)
    await pickLoan(page, loan)
    // It is signed by hash, so the server asks for the password.
    watch.expect(/^answer 400: POST .*\/funding$/)
    await agreeAndFund(page, await enterAmount(page, 2_000_000))
    const password = page.getByRole('dialog', { name: 'Masukan Kata Sandi' })
    await password.waitFor()
    await checkAllScreens(page, 'funding-password')
    await page.keyboard.press('Escape')
    await password.waitFor({ state: 'hidden' })
    const preview = page.getByRole('dialog', { name: 'Preview Agreement' })
    await preview.getByRole('button', { name: 'Danai', exact: true }).click()
    await password.getByLabel('Kata Sandi', { exact: true }).fill(lender.password)
    await password.getByRole('button', { name: 'Danai' }).click()
    await expectPath(page, '/fundingStatus')
    await expectText(page.getByRole('main'), 'Pendanaan Berhasil')
    await openDashboard(page)
    const row = portfolioRow(page, loan)
    await row.waitFor()
    const [item] = await (await fixture.apiOf(lender)).portfolio()
    expect(item?.dgsignType).toBe('XIGNATURE')
    files.length = 0
    for (const name of ['Perjanjian Pendanaan', 'Perjanjian Fasilitas Pendanaan']) {
      await row.getByRole('button', { name: `Dokumen ${loan.loanNumber}` }).click()
      const opening = page.waitForEvent('popup')
      await page.getByRole('menuitem', { name, exact: true }).click()
      const tab = await opening
      await tab.waitForURL(/^blob:/)
      await closeTab(tab, page)
    }
    expect(files).toEqual([{ document_url: item?.xignaturePpUrl }, { document_url: item?.xignaturePpfpUrl }])
    expect(await row.getByRole('button', { name: /^Tanda tangani/ }).count()).toBe(0)
  },
)

journey(
  'POR-07 DSH-03 each dashboard tab has an empty state, and a different one for a filter without results',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await expectEmptyList(page, 'Belum ada pinjaman yang Anda danai')
    expect(await page.getByRole('region', { name: 'Kinerja portofolio' }).count()).toBe(0)
    await openTab(page, 'User Portofolio')
    await expectEmptyList(page, 'Belum ada Penerima Dana yang Anda danai')
    await openTab(page, 'Transaction History')
    await expectEmptyList(page, 'Belum ada transaksi')

    for (const [path, query] of [
      ['/dashboard/porto', 'name=tidak-ada'],
      ['/dashboard/user-porto', 'name=tidak-ada'],
      ['/dashboard/transaction-history', 'startDate=2001-01-01&endDate=2001-01-02'],
    ]) {
      await page.goto(`/lender${path}?${query}`)
      await expectEmptyList(page, 'Coba reset atau ubah filter kamu, ya')
      await page
        .getByRole('main')
        .locator('section')
        .getByRole('button', { name: 'Reset filter' })
        .last()
        .click()
      await page.waitForURL((url) => url.search === '')
      await expectText(page.getByRole('main'), 'Belum ada')
    }
  },
)

journey(
  'POR-07 DSH-01 a list is drawn at the place where it stays, also where what stands above it arrives later or never',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
    await page.route(/\/lender\/(requirements|first-steps)$/, async (route) => {
      await sleep(1_000)
      await route.continue()
    })
    await page.addInitScript(() => {
      const tops = new Set<number>()
      Object.assign(window, { tops })
      const look = () => {
        const sentence = document.evaluate(
          '//main//*[text()="Coba reset atau ubah filter kamu, ya"]',
          document,
        )
        const shown = sentence.iterateNext()
        if (shown instanceof Element && document.fonts.status === 'loaded')
          tops.add(Math.round(shown.getBoundingClientRect().top))
        requestAnimationFrame(look)
      }
      look()
    })
    for (const tab of ['porto', 'user-porto', 'transaction-history']) {
      const query =
        tab === 'transaction-history' ? 'startDate=2001-01-01&endDate=2001-01-02' : 'name=tidak-ada'
      await logIn(page, lender, `/dashboard/${tab}?${query}`)
      await expectEmptyList(page, 'Coba reset atau ubah filter kamu, ya')
      for (const above of ['Lengkapi akun Anda', 'Mulai mendanai dalam tiga langkah'])
        await page.getByRole('region', { name: above }).waitFor()
      const tops = () => page.evaluate(() => [...(window as unknown as { tops: Set<number> }).tops])
      await expect.poll(tops).toHaveLength(1)
    }
    // Nor is it held back for what never arrives.
    await page.route(/\/notices$/, () => {})
    await page.goto('/lender/dashboard/porto?name=tidak-ada')
    await expectEmptyList(page, 'Coba reset atau ubah filter kamu, ya')
  },
)
