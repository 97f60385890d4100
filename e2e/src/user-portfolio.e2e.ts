import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { expect } from 'vitest'
import { cellsOf, demoLender, entries, entryOf, expand, openTab, queryOf } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import { expectCount, logIn, expectText } from './screens.ts'

useBrowser()

const statusWords = {
  ACTIVE: 'Active',
  FUNDED: 'Funded',
  LATE: 'Late',
  RESTRUCTURE: 'Direstrukturisasi',
  REPAID: 'Lunas',
  WRITTEN_OFF: 'Dihapusbukukan',
  REFUNDED: 'Dikembalikan',
}

journey(
  'USR-01 DSH-03 the borrower tab lists active, paid and total amounts, with name filter and page in the URL',
  async (fixture) => {
    const lender = demoLender(fixture.product)
    const api = await fixture.apiOf(lender)
    const { list, pagination } = await api.read('GET /user-portfolio', { limit: 100 })
    expect(pagination.totalData).toBeGreaterThan(20)
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await openTab(page, 'User Portofolio')
    await expectCount(entries(page), 10)
    for (const [at, row] of list.slice(0, 10).entries()) {
      for (const shown of [row.borrowerName, row.activeLoanAmount, row.paidAmount, row.totalLoanAmount]) {
        await expectText(entries(page).nth(at), typeof shown === 'number' ? formatRupiah(shown) : shown)
      }
    }
    // The three amounts are on one line.
    const amounts = entries(page)
      .first()
      .getByText(/^Rp[\d.]+$/)
    await expectCount(amounts, 3)
    const lines = () =>
      amounts.evaluateAll((all) =>
        all.map((one) => {
          const text = document.createRange()
          text.selectNodeContents(one)
          return text.getBoundingClientRect().bottom
        }),
      )
    await expect
      .poll(async () => {
        const bottoms = await lines()
        return Math.max(...bottoms) - Math.min(...bottoms)
      })
      .toBeLessThan(1)
    await page.getByRole('link', { name: 'Halaman 2', exact: true }).click()
    const eleventh = list[10]?.borrowerName ?? ''
    await entryOf(page, eleventh).first().waitFor()
    await expect.poll(() => queryOf(page)).toEqual({ page: '2' })
    await page.reload()
    await entryOf(page, eleventh).first().waitFor()

    const wanted = list[4]?.borrowerName ?? ''
    await page.getByRole('textbox', { name: 'Nama Penerima Dana' }).fill(wanted.toLowerCase())
    const fitting = list.filter(({ borrowerName }) =>
      borrowerName.toLowerCase().includes(wanted.toLowerCase()),
    )
    await expectCount(entries(page), fitting.length)
    await page.waitForURL((url) => url.searchParams.get('name') === wanted.toLowerCase())
    await expect.poll(() => queryOf(page)).toEqual({ name: wanted.toLowerCase() })
    await page.goBack()
    await entryOf(page, eleventh).first().waitFor()
  },
)

journey(
  'USR-02 an opened borrower lists six loans at a time with number, date, amount and status',
  async (fixture) => {
    const lender = demoLender(fixture.product)
    const api = await fixture.apiOf(lender)
    const { list } = await api.read('GET /user-portfolio', { limit: 100 })
    const { page } = await fixture.openWindow()
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/v1/user-portfolio/detail') asked.push(url.search)
    })
    await logIn(page, lender)
    for (const borrower of list.slice(0, 2)) {
      const { detailList } = await api.read('GET /user-portfolio/detail', { borrowerId: borrower.borrowerId })
      await page.goto(`/lender/dashboard/user-porto?name=${encodeURIComponent(borrower.borrowerName)}`)
      const panel = await expand(entryOf(page, borrower.borrowerName).first(), 'Pinjaman')
      await expect
        .poll(() => cellsOf(panel))
        .toEqual(
          detailList.map(({ loanNumber, fundingDate, loanAmount, loanStatusName }) => [
            loanNumber,
            formatDateLong(fundingDate),
            formatRupiah(loanAmount),
            statusWords[loanStatusName],
          ]),
        )
      expect(asked.at(-1)).toBe(`?borrowerId=${borrower.borrowerId}&page=1&limit=6`)
    }
  },
)
