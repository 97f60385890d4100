import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './browser.ts'
import { type Fixture, journey, useBrowser } from './journey.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import {
  agreementBox,
  amountField,
  expectCount,
  expectPath,
  expectPreview,
  expectSentenceUnder,
  expectText,
  expectValue,
  findLoan,
  logIn,
  passwordField,
  phoneField,
  press,
  readTerms,
  readText,
} from './screens.ts'
import type { Lender, Loan } from './operator.ts'

useBrowser()

const addressOf = ({ loanNumber }: Pick<Loan, 'loanNumber'>) => `/marketplace/loan/${loanNumber}`
const offer = (page: Page) => page.getByRole('region', { name: 'Pendanaan', exact: true })
const projection = (page: Page) => page.getByRole('region', { name: 'Hasil bulan demi bulan' })
const amount = (page: Page) => amountField(offer(page))

async function typeAmount(page: Page, rupiah: number): Promise<void> {
  await amount(page).focus()
  await amount(page).press('ControlOrMeta+a')
  await amount(page).pressSequentially(String(rupiah))
}

/**
 * Loads the page with the record of a borrower of many loans and nine days of funding progress, which no loan of a test
 * has.
 */
async function showRecord(page: Page): Promise<void> {
  const counts = { loans: 1_240, running: 203, repaid: 1_025, writtenOff: 12 }
  const record = { ...counts, lateNow: 18, restructured: 31, paidLate: 97, onTime: 1_082 }
  const filling = Array.from({ length: 9 }, (_, day) => ({ on: `2026-11-${14 + day}`, percent: day * 5 }))
  await page.route(/\/marketplace\/loan\?/, async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...answer, record, filling } })
  })
  await page.reload()
  const shown = page.getByRole('region', { name: 'Catatan Penerima Dana' })
  await expectText(shown, '1.240 pinjaman dicairkan: 1.025 lunas, 203 berjalan.')
  await expectText(shown, 'Terlambat saat ini 18')
  await page.unroute(/\/marketplace\/loan\?/)
}

/** Lets another lender reserve an amount of the loan. */
async function reserve(fixture: Fixture, lender: Lender, loan: Loan, rupiah: number): Promise<void> {
  const api = await fixture.apiOf(lender)
  const offered = await api.offered(loan)
  if (offered === null) throw new Error('the loan is not offered')
  await api.prepareAgreement(loan.loanNumber, rupiah)
  const body = { loanId: offered.loanId, loanNumber: loan.loanNumber, amount: rupiah }
  await api.fund(body, `loan-page-${loan.loanNumber}-${rupiah}`)
}

journey(
  'CHO-05 CHO-06 CHO-07 LIM-02 a shared loan link leads via the login to the loan page with expected return and funding, by keyboard alone',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 30_000_000, income: 100_000_000 })
    const other = await fixture.makeLender({ cash: 30_000_000 })
    const loan = await fixture.makeLoan({
      total: 20_000_000,
      minimum: 500_000,
      grade: 'B2',
      purpose: 'Menambah stok barang',
      borrowerName: 'Perusahaan Dagang Sumber Makmur Sejahtera Abadi',
    })
    await fixture.operator.run(['repair', 'factsheets', loan.loanNumber])
    await reserve(fixture, other, loan, 3_000_000)
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^answer 400: POST .*\/funding\/agreement$/)
    await page.goto(`/lender${addressOf(loan)}`)
    await phoneField(page).fill(lender.phone)
    await passwordField(page).fill(lender.password)
    await passwordField(page).press('Enter')
    await expectPath(page, addressOf(loan))

    await page.getByRole('heading', { level: 1, name: loan.borrowerName }).waitFor()
    await expectText(offer(page), `Sisa Pendanaan ${formatRupiah(17_000_000)}`)
    await expect.poll(() => readText(offer(page))).toMatch(/Pendanaan ditutup dalam (20|21) hari( \d+ jam)?/)
    await expectText(offer(page), 'Sedikitnya 15% terdanai dalam 1 hari')
    const terms = page.getByRole('region', { name: 'Ketentuan pinjaman' })
    for (const fact of [
      loan.loanNumber,
      '11,220% per tahun · Anuitas',
      'Menambah stok barang',
      '0,1% per hari',
    ])
      await expectText(terms, fact)
    await expectCount(terms.getByRole('button', { name: /^Baca factsheet/ }), 1)
    await expectText(
      page.getByRole('region', { name: 'Catatan Penerima Dana' }),
      'Belum ada pinjaman Penerima Dana ini yang dicairkan di sini',
    )

    await expectValue(amount(page), '500.000')
    await typeAmount(page, 1)
    await expectSentenceUnder(amount(page), 'Minimum jumlah pendanaan adalah Rp500.000')
    await expectText(projection(page), 'Isi jumlah yang dapat didanai untuk melihat hasilnya.')
    await expectText(offer(page), 'Sisa batas pendanaan Anda Rp10.000.000')
    await typeAmount(page, 10_000_001)
    await expectSentenceUnder(
      amount(page),
      'Sesuai batas pendanaan Anda, jumlah yang masih dapat Anda danai adalah Rp10.000.000',
    )
    await typeAmount(page, 5_000_000)
    const expected = await (await fixture.apiOf(lender)).read('GET /marketplace/loan/projection', {
      loanNumber: loan.loanNumber,
      amount: 5_000_000,
    })
    await expectText(
      projection(page).getByRole('status'),
      `Dari Rp5.000.000 Anda menerima ${formatRupiah(expected.net)} setelah pajak ${formatRupiah(expected.tax)}, dalam ${loan.tenor} angsuran.`,
    )
    await showRecord(page)
    await typeAmount(page, 5_000_000)
    await expectText(projection(page), formatRupiah(expected.net))
    await checkAllScreens(page, 'loan-page')
    await page.setViewportSize({ width: phone.width ?? 0, height: phone.height ?? 0 })
    await expectFitsNarrow(page, 'loan-page')
    await page.setViewportSize({ width: 1440, height: 900 })
    await press(projection(page).getByRole('button', { name: 'Lihat tabel' }))
    const rows = projection(page).getByRole('row')
    await expectCount(rows, loan.tenor + 2)
    const [first] = expected.installments
    const brings = [first?.principal, first?.interest, first?.tax, first?.net].map((one) =>
      formatRupiah(one ?? 0),
    )
    await expectText(rows.nth(1), brings.join(' '))
    await expectText(
      rows.last(),
      `Jumlah ${[5_000_000, expected.interest, expected.tax, expected.net].map((one) => formatRupiah(one)).join(' ')}`,
    )

    // The other lender takes most of the rest while the dialog is open.
    await amount(page).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Jumlah Funding' })
    await expectValue(amountField(dialog), '5.000.000')
    await expectText(dialog, 'Sisa batas pendanaan Anda Rp10.000.000')
    await checkAllScreens(page, 'loan-amount')
    await reserve(fixture, other, loan, 13_000_000)
    await press(dialog.getByRole('button', { name: 'Selanjutnya' }))
    await expectSentenceUnder(amountField(dialog), 'Jumlah pendanaan maksimal adalah Rp4.000.000')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expectText(offer(page), `Sisa Pendanaan ${formatRupiah(4_000_000)}`)
    await expectSentenceUnder(amount(page), 'Jumlah pendanaan maksimal adalah Rp4.000.000')

    await press(offer(page).getByRole('switch', { name: 'Danai Semua' }), 'Space')
    await press(offer(page).getByRole('button', { name: 'Danai', exact: true }))
    await press(dialog.getByRole('button', { name: 'Selanjutnya' }))
    const preview = await expectPreview(page)
    await readTerms(page, preview)
    await press(agreementBox(preview), 'Space')
    await press(preview.getByRole('button', { name: 'Danai', exact: true }))
    await expectPath(page, '/privy')

    await page.goto(`/lender${addressOf(loan)}`)
    await expectText(offer(page), 'Pinjaman ini sudah penuh')
    await expectText(offer(page), 'Rp4.000.000 menunggu tanda tangan Anda.')
    await expectCount(projection(page), 0)
  },
)

journey(
  'CHO-05 a card opens its loan page and Back returns to the filtered list; an unknown, cancelled or unloadable loan shows a message',
  async (fixture) => {
    const loan = await fixture.makeLoan({ tenor: fixture.ownTenor() })
    const cancelled = await fixture.makeLoan()
    await fixture.operator.run(['loans', 'cancel', cancelled.loanNumber])
    const { context, page, watch } = await fixture.openWindow(phone)
    watch.expect(/^answer 40[04]: GET .*\/marketplace\/loan\?/)
    watch.expect(/^request failed: GET .*net::ERR_INTERNET_DISCONNECTED$/)
    await logIn(page, await fixture.makeLender({ cash: 0 }), '/marketplace/list')
    const card = await findLoan(page, loan)
    await card.getByRole('link', { name: loan.borrowerName }).press('Enter')
    await expectPath(page, addressOf(loan))
    await page.getByRole('heading', { level: 1, name: loan.borrowerName }).waitFor()
    await expect.poll(() => page.title()).toBe('Pinjaman · Lender Dashboard')
    await page.getByRole('link', { name: 'Daftar pinjaman' }).press('Enter')
    await expectPath(page, '/marketplace/list')
    expect(new URL(page.url()).searchParams.get('tenor')).toBe(String(loan.tenor))

    const main = page.getByRole('main')
    for (const [loanNumber, title] of [
      ['E2E-000', 'Pinjaman tidak ditemukan'],
      [cancelled.loanNumber, 'Pinjaman ini dibatalkan'],
    ] as const) {
      await page.goto(`/lender${addressOf({ loanNumber })}`)
      await expectText(main, title)
      if (loanNumber === cancelled.loanNumber) await checkAllScreens(page, 'loan-cancelled')
      await main.getByRole('link', { name: 'Lihat pinjaman lain' }).click()
      await expectPath(page, '/marketplace/list')
    }

    await page.setViewportSize({ width: phone.width ?? 0, height: phone.height ?? 0 })
    const shown = await findLoan(page, loan)
    await context.setOffline(true)
    await shown.getByRole('link', { name: loan.borrowerName }).click()
    await expectText(main, 'Tidak ada koneksi internet')
    await context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: loan.borrowerName }).waitFor()
  },
)

journey('CHO-05 the interest of a loan stays at the right of a long borrower name', async (fixture) => {
  const loan = await fixture.makeLoan({
    borrowerName:
      'Perkumpulan Usaha Bersama Perempuan Nelayan Sejahtera Kepulauan Mentawai Selatan Barat Daya',
  })
  const { page } = await fixture.openWindow()
  await logIn(page, await fixture.makeLender({ cash: 0 }))
  await page.goto(`/lender${addressOf(loan)}`)
  const heading = page.getByRole('heading', { level: 1, name: loan.borrowerName })
  await heading.waitFor()
  const interest = page.getByRole('main').getByText('11,220%', { exact: true }).first()
  for (const width of [1440, 1024, 700]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(async () => {
        const [name, rate] = [await heading.boundingBox(), await interest.boundingBox()]
        if (!name || !rate) return 'the header is not shown'
        return { width, beside: rate.x >= name.x + name.width, top: Math.abs(rate.y - name.y) < 10 }
      })
      .toEqual({ width, beside: true, top: true })
  }
})
