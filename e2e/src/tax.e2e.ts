import { readFileSync } from 'node:fs'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { formatMonth } from '@pematang/contract/format/month'
import { expect } from 'vitest'
import { chooseMenu } from './account-screens.ts'
import { demoLender } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import { ownNumber } from './own-numbers.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import { expectCount, expectPath, expectText, logIn } from './screens.ts'

useBrowser()

journey(
  'TAX-01 TAX-02 TAX-03 TAX-05 FMT-01 the tax screen shows each month with tax, slip and installments and the tax number, and downloads a PDF',
  async (fixture) => {
    const lender = demoLender(fixture.product)
    const api = await fixture.apiOf(lender)
    // In January no month of the year is over.
    const year = Number(addDays(businessDateOf(Date.now()), -31).slice(0, 4))
    const before = await api.read('GET /tax', { year })
    const month = before.months.findLast(({ isOver, lines }) => isOver && lines.some(({ slip }) => !slip))
    const line = month?.lines.find(({ slip, interest }) => !slip && interest > 0)
    if (!month || !line) throw new Error('the demo lender has no month without a slip')
    const number = `E2E${ownNumber(fixture.product, 'tax-slip', 10_000_001)}`
    await fixture.operator.run([
      ...['tax', 'slips', 'enter', '--phone', lender.phone, '--period', month.period, '--kind', line.kind],
      ...['--rate', String(line.rate), '--number', number, '--issued-on', `${month.period}-28`],
      ...['--gross-interest', String(line.interest), '--tax', String(line.tax)],
    ])

    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await chooseMenu(page, 'Pajak')
    await expectPath(page, '/documents')
    await page.goto(`/lender/documents?kind=tax&year=${year}`)
    const summary = page.getByRole('region', { name: 'Pajak', exact: true })
    const sums = summary.getByRole('row', { name: `Jumlah ${year}` })
    await expectText(sums, formatRupiah(before.interest))
    await expectText(sums, formatRupiah(before.tax))
    const card = summary.locator(`tbody[data-id="${month.period}"]`)
    await expectText(card, number)
    await expectText(card, formatRupiah(month.tax))

    await card.getByRole('button', { name: `Angsuran ${formatMonth(month.period)}` }).click()
    const { list } = await api.read('GET /tax/installments', { period: month.period })
    await expectCount(card.getByText(/^Jatuh tempo/), list.length)
    const [first] = list
    if (!first) throw new Error('the month has no installment')
    await expectText(card, first.loanNumber)
    await expectText(
      card,
      `Jatuh tempo ${formatDateLong(first.dueDate)}, dibayar ${formatDateLong(first.paidOn)}`,
    )
    expect(list.reduce((sum, { tax }) => sum + tax, 0)).toBe(month.tax)
    await checkAllScreens(page, 'tax')
    await expectFitsNarrow(page, 'tax')

    const taxNumber = (...change: string[]) =>
      fixture.operator.run(['lenders', 'tax-number', 'set', '--phone', lender.phone, ...change])
    await taxNumber('--none')
    await page.reload()
    await expectText(summary, 'Belum terdaftar')
    await expectText(summary, 'NPWP lama 15 digit ditulis dengan angka 0 di depannya')
    await taxNumber('--number', '9900.0017.0890.0003')
    await page.reload()
    await expectText(summary, 'berakhiran 0003')

    const saving = page.waitForEvent('download')
    await card.getByRole('button', { name: `Unduh PDF laporan pajak ${formatMonth(month.period)}` }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(new RegExp(`^Pajak ${month.period} - \\d{14}\\.pdf$`))
    expect(
      readFileSync(await saved.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  },
)
