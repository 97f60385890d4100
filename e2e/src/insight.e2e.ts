import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { demoLender, entries, expand, openTab } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import { checkAllScreens } from './screen-checks.ts'
import { expectCount, expectText, logIn, readText } from './screens.ts'

useBrowser()

const panel = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Kinerja portofolio' }).getByRole('region', { name, exact: true })

journey(
  'DSH-01 SCR-09 the portfolio insight loads when scrolled into view, is printed only once loaded, and has a table for each chart',
  async (fixture) => {
    const lender = demoLender(fixture.product)
    const api = await fixture.apiOf(lender)
    const [insight, earned, repayments] = [
      await api.read('GET /portfolio/insight'),
      await api.read('GET /portfolio/return'),
      await api.read('GET /portfolio/months'),
    ]
    // A small window, so that the figures are below the visible part of the list.
    const { page } = await fixture.openWindow({ width: 1440, height: 600 })
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/portfolio\/(insight|return|months)$/.test(request.url())) asked.push(request.url())
    })
    await logIn(page, lender)
    await expectCount(entries(page), 10)
    expect(asked).toEqual([])
    const heading = page.getByRole('heading', { name: 'Kinerja portofolio' })
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => heading.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Kinerja', exact: true }).click()

    const returned = panel(page, 'Imbal hasil bersih')
    if (earned.rate === null) throw new Error('the demo has no return')
    const rate = `${(Math.round(earned.rate * 10_000) / 100).toFixed(2).replace('.', ',')}%`
    await expectText(returned, `${rate} per tahun, sampai ${formatDateLong(earned.asOf)}`)
    for (const amount of [earned.paidOut, earned.received, earned.remaining, earned.writtenOff]) {
      await expectText(returned, formatRupiah(amount))
    }
    await expect.poll(() => asked.length).toBe(3)

    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => heading.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })

    const quality = panel(page, 'Ketepatan bayar portofolio Anda')
    for (const shown of [insight.TKB90, insight.TKB60, insight.TKB30, insight.TKB0]) {
      await expectText(quality, shown)
    }
    for (const { outstanding, share } of insight.quality) {
      await expectText(quality, `${formatRupiah(outstanding)} ${share}`)
    }
    const composition = panel(page, 'Komposisi sisa pokok')
    for (const { loanType, outstanding, share } of insight.composition.loanTypes) {
      await expectText(composition, `${loanType} ${formatRupiah(outstanding)} ${share}`)
    }
    for (const { grade, share } of insight.composition.grades) {
      const row = new RegExp(`${grade} (Rp[\\d.]+ )?${share}`)
      await expect.poll(() => readText(composition)).toMatch(row)
    }

    // The table behind the chart exists for screen readers while the chart is shown, and can be opened.
    const months = panel(page, 'Jatuh tempo dan penerimaan')
    const table = months.getByRole('table')
    const cells = () =>
      table
        .locator('tbody > tr')
        .evaluateAll((rows) => rows.map((row) => [...row.children].slice(1).map((cell) => cell.textContent)))
    const wanted = repayments.months.map(({ expected, received, late, penalty, tax }) =>
      [expected, received, late, penalty, tax].map((amount) => formatRupiah(amount)),
    )
    await expectCount(months.locator('figure'), 1)
    await expect.poll(cells).toEqual(expect.arrayContaining(wanted))
    await months.getByRole('button', { name: 'Lihat tabel' }).click()
    await expectCount(months.locator('figure'), 0)
    await expect.poll(cells).toEqual(expect.arrayContaining(wanted))

    await returned.getByRole('button', { name: 'Lihat arus kas' }).click()
    const flows = page.getByRole('dialog', { name: 'Arus kas' })
    await expectText(flows, `Sisa pokok, ${formatDateLong(earned.asOf)} - ${formatRupiah(earned.remaining)}`)
    const last = earned.flows.at(-1)
    await expectText(flows, formatDateLong(last?.on ?? ''))
    const more = flows.getByRole('button', { name: /^Tampilkan/ })
    while ((await more.count()) > 0) await more.click()
    await expectCount(flows.locator('tbody > tr'), earned.flows.length + 1)
  },
)

journey(
  'FMT-01 DSH-01 the portfolio insight and cash flows are in Indonesian and pass the axe accessibility check',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, demoLender(fixture.product))
    await page.getByRole('button', { name: 'Kinerja', exact: true }).click()
    await panel(page, 'Jatuh tempo dan penerimaan').locator('figure').waitFor()
    await panel(page, 'Komposisi sisa pokok').getByRole('table').first().waitFor()
    await checkAllScreens(page, 'insight')
    await panel(page, 'Imbal hasil bersih').getByRole('button', { name: 'Lihat arus kas' }).click()
    await page.getByRole('dialog', { name: 'Arus kas' }).waitFor()
    await checkAllScreens(page, 'cash-flows')
  },
)

journey(
  'FMT-01 POR-03 USR-02 the portfolio tabs with opened rows are in Indonesian and pass the axe accessibility check',
  async (fixture) => {
    const lender = demoLender(fixture.product)
    const { page } = await fixture.openWindow()
    await logIn(page, lender, '/dashboard/porto?loanStatus=LATE')
    await entries(page).first().waitFor()
    await expand(entries(page).nth(1), 'Angsuran')
    await checkAllScreens(page, 'portfolio-opened')
    await openTab(page, 'User Portofolio')
    await entries(page).first().waitFor()
    await expand(entries(page).first(), 'Pinjaman')
    await checkAllScreens(page, 'borrowers-opened')
  },
)

journey(
  'DSH-01 the balance summary shows reserved money apart from cash, with the reason',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 20_000_000 })
    const loan = await fixture.makeLoan({ total: 10_000_000 })
    const api = await fixture.apiOf(lender)
    await api.prepareAgreement(loan.loanNumber, 3_000_000)
    const offered = await api.offered(loan)
    if (!offered) throw new Error('the loan is not offered')
    const body = { loanId: offered.loanId, loanNumber: loan.loanNumber, amount: 3_000_000 }
    await api.fund(body, 'insight-waits-01')
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    const summary = page.getByRole('region', { name: 'Ringkasan saldo' })
    await expectText(summary, 'Rp17.000.000')
    await expectText(summary, 'Menunggu tanda tangan Rp3.000.000')
    await expectText(summary, 'sampai perjanjian ditandatangani')
  },
)
