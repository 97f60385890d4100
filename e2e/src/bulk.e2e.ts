import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  agreeToAll,
  askToFund,
  bulkEnd,
  bulkLoanCards,
  checkField,
  confirmFunding,
  followToEnd,
  fundingBar,
  fundProduct,
  isDimmed,
  openProduct,
  passCheck,
  productCard,
  productsTab,
  scrollThrough,
} from './bulk-screens.ts'
import { journey, useBrowser, type Fixture } from './journey.ts'
import { checkAllScreens } from './screen-checks.ts'
import type { Lender, MadeProduct } from './operator.ts'
import { painted } from './picture.ts'
import {
  agreementBox,
  closeTab,
  dashboardShown,
  expectCount,
  expectDisabled,
  expectPath,
  expectSentenceUnder,
  expectText,
  firstPage,
  loanCards,
  logIn,
  mainMenu,
  openTerms,
  pathOf,
  sentenceUnder,
  summaryFigure,
  toast,
} from './screens.ts'

useBrowser()

const amount = 2_000_000

async function aBulkLender(fixture: Fixture, cash: number): Promise<Lender> {
  const lender = await fixture.makeLender({ cash, company: 'PT Dana Bersama' })
  await fixture.operator.offerProducts(lender)
  return lender
}

const aProduct = (fixture: Fixture, loans: number): Promise<MadeProduct> =>
  fixture.operator.makeProduct(
    Array.from({ length: loans }, (_, index) => ({
      total: amount,
      borrowerName: `Warung ${index + 1}`,
      grade: 'B1',
      tenor: 6,
    })),
  )

journey(
  'MKT-01 MKT-07 BLK-01 BLK-02 SCN-19 bulk products are shown by the lender’s flag with the factsheets of their loans, amounts in the URL are ignored and too little cash is reported',
  async (fixture) => {
    const product = await aProduct(fixture, 70)
    const first = product.loans[0]?.loanNumber ?? '?'
    await fixture.operator.run(['repair', 'factsheets', first])
    const total = formatRupiah(70 * amount)
    const plain = await fixture.openWindow()
    await logIn(plain.page, await fixture.makeLender({ cash: 0 }), '/marketplace/list')
    await loanCards(plain.page).first().waitFor()
    await expect.poll(() => plain.page.getByRole('tab').allInnerTexts()).toEqual(['List Pinjaman'])
    // A lender without bulk products must not get the tab by its URL either.
    await plain.page.goto('/lender/marketplace/list?tab=product')
    await loanCards(plain.page).first().waitFor()
    await expect.poll(() => plain.page.getByRole('tab').allInnerTexts()).toEqual(['List Pinjaman'])

    const { page, watch } = await fixture.openWindow()
    await logIn(page, await aBulkLender(fixture, 70 * amount - 1), '/marketplace/list')
    await productsTab(page).click()
    const card = productCard(page, product)
    await expectText(card, `Sisa Pendanaan ${total}`)
    await expectText(card, `Nomor Produk ${product.number}`)
    await expectText(card, 'Rating B1')
    await expectText(card, '11,220%')
    await checkAllScreens(page, 'bulk-products')
    // Clicks at a place without text or button, because the whole card is a link.
    await card.click({ position: { x: 40, y: 80 } })
    await page.waitForURL((url) => url.pathname.startsWith('/lender/bulk-list/'))
    const [, , , id, count, sum, type] = pathOf(page).split('/')
    expect([count, sum]).toEqual(['70', String(70 * amount)])
    await page.getByRole('heading', { name: product.partner }).waitFor()

    await page.goto(`/lender/bulk-list/${id}/1/5/${type}`)
    await expectText(fundingBar(page), `70 pinjaman Total ${total}`)
    const opened = page.context().waitForEvent('page')
    const sheet = page.waitForResponse(/\/documents\/download$/)
    await page.getByRole('button', { name: `Baca factsheet ${first}, buka di tab baru` }).click()
    expect((await sheet).status()).toBe(200)
    await closeTab(await opened, page)
    await checkAllScreens(page, 'bulk-loans')
    const detail = await askToFund(page)
    await checkAllScreens(page, 'bulk-detail')
    for (const text of [
      'Apakah anda yakin akan mendanai',
      `Total Pinjaman ${total}`,
      'Jumlah Pinjaman 70 pinjaman',
    ])
      await expectText(detail, text)
    await detail.getByRole('button', { name: 'Ya, Danai Pinjaman' }).click()
    await expectText(toast(page), 'Cash balance anda tidak mencukupi')
    await expectCount(page.getByRole('dialog'), 1)
    await detail.getByRole('button', { name: 'Batal' }).click()
    await detail.waitFor({ state: 'hidden' })

    expect(await scrollThrough(page, product)).toEqual(
      new Set(product.loans.map(({ loanNumber }) => loanNumber)),
    )
    // Only the cards near the visible area are in the DOM, and each has its position in the whole list.
    await expect.poll(() => bulkLoanCards(page).count()).toBeLessThan(70)
    const last = page.getByRole('main').getByRole('listitem').last()
    for (const place of ['aria-posinset', 'aria-setsize'])
      await expect
        .poll(async () => {
          await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
          return last.getAttribute(place)
        })
        .toBe('70')
    await page.getByRole('main').getByRole('link', { name: 'Daftar produk' }).click()
    await expectPath(page, '/marketplace/list')
    await productCard(page, product).waitFor()

    watch.expect(/^answer 404: GET .*\/marketplace\/bulk\/loans\?/)
    await page.goto('/lender/bulk-list/tidak-ada/1/1/1')
    await page.getByText('Produk pendanaan tidak ditemukan.').waitFor()
    await expectCount(page.getByRole('main').locator('.animate-glow'), 0)
  },
)

journey(
  'BLK-03 BLK-04 BLK-05 BLK-06 DSH-02 a lender funds a bulk product in four steps, and the dashboard shows the result',
  async (fixture) => {
    const product = await aProduct(fixture, 8)
    const lender = await aBulkLender(fixture, 20_000_000)
    const { page } = await fixture.openWindow()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/funding/agreement')) asked.push(request.postData() ?? '')
    })
    await logIn(page, lender, '/marketplace/list')
    await openProduct(page, product)
    await askToFund(page)
    const preview = await confirmFunding(page)
    await expectText(preview, '1/8')
    // Only the agreements of the shown loan and of the next one are requested.
    await expect.poll(() => asked.length).toBe(2)
    const before = preview.getByRole('button', { name: 'Perjanjian sebelumnya' })
    await expectDisabled(before)
    await preview.getByRole('button', { name: 'Perjanjian berikutnya' }).click()
    await expectText(preview, '2/8')
    await expectText(preview, product.loans[1]?.loanNumber ?? '?')
    await preview.getByRole('tab', { name: 'Perjanjian Pendanaan', exact: true }).click()
    const sheet = firstPage(preview, 'Perjanjian Pendanaan')
    await expect
      .poll(() => sheet.textContent(), { timeout: 60_000 })
      .toContain(product.loans[1]?.borrowerName ?? '?')
    await before.click()
    await expectText(preview, '1/8')
    await expect.poll(() => sheet.textContent()).toContain(product.loans[0]?.borrowerName ?? '?')
    await expect.poll(() => asked.length).toBe(3)
    await checkAllScreens(page, 'bulk-agreements')

    const box = agreementBox(preview)
    const terms = await openTerms(page, preview)
    await expectDisabled(box)
    await closeTab(terms, page)
    const password = await agreeToAll(page, preview)
    const next = password.getByRole('button', { name: 'Lanjut' })
    const [field, tooShort] = [checkField(password), 'Minimum password 7 karakter']
    await expectDisabled(next)
    for (const short of ['abc', 'abcdefg']) {
      await field.fill(short)
      await expectSentenceUnder(field, tooShort)
      await expectDisabled(next)
    }
    await checkAllScreens(page, 'bulk-password')
    await expect.poll(() => isDimmed(page, 'Preview Agreement')).toBe(true)
    await field.fill('Pematang2027')
    await expect.poll(() => sentenceUnder(field)).toBe('')
    await next.click()
    await expectSentenceUnder(field, 'Kata sandi salah')
    await passCheck(password, lender)

    const processed = page.getByRole('dialog', { name: 'Pendanaan Diproses' })
    await expectText(processed, '8 pinjaman')
    await checkAllScreens(page, 'bulk-processed')
    await expect
      .poll(() => processed.getByRole('button').allInnerTexts())
      .toEqual(['Kembali ke Marketplace', 'Lihat Progress Pendanaan'])
    await followToEnd(page)
    await expectText(bulkEnd(page), '8 pinjaman terdanai')
    await checkAllScreens(page, 'bulk-end')
    await expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe(formatRupiah(20_000_000 - 8 * amount))
    await page.getByRole('button', { name: 'Tutup hasil pendanaan' }).click()
    await bulkEnd(page).waitFor({ state: 'detached' })
    const progress = page.waitForResponse((response) => response.url().endsWith('/funding/bulk/progress'))
    await page.reload()
    await dashboardShown(page)
    await (await progress).finished()
    await painted(page)
    await expectCount(bulkEnd(page), 0)
  },
  // Timeout in milliseconds for more than twenty checks of six dialogs and screens.
  300_000,
)

/**
 * Lets the server's answers on a bulk funding say that it runs and has come to `percent`, because a test cannot know when
 * a real one gets there; once that is null, they are as the server gives them.
 */
async function stageProgress(page: Page): Promise<{ percent: number | null }> {
  const staged: { percent: number | null } = { percent: 0 }
  await page.route('**/api/v1/funding/bulk/progress', async (route) => {
    const response = await route.fetch()
    const { runs } = (await response.json()) as { runs: object[] }
    if (staged.percent === null || runs.length === 0) return route.fulfill({ response })
    const running = runs.map((run) => ({ ...run, status: 'RUNNING', endedDate: null, noticeId: null }))
    const counts = { qtyCurrentProcess: staged.percent, qtyLoanFunded: 100, isShowWidgetProcess: true }
    await route.fulfill({ json: { ...counts, runs: running } })
  })
  return staged
}

journey(
  'BLK-05 DSH-02 the progress bar moves during a bulk funding, and a second lender who submits too late sees the refusal',
  async (fixture) => {
    const loans = 40
    const product = await aProduct(fixture, loans)
    const [quick, slow] = [
      await aBulkLender(fixture, loans * amount),
      await aBulkLender(fixture, loans * amount),
    ]
    const late = await fixture.openWindow()
    await logIn(late.page, slow, '/marketplace/list')
    await openProduct(late.page, product)
    await askToFund(late.page)
    const password = await agreeToAll(late.page, await confirmFunding(late.page))

    const { page } = await fixture.openWindow()
    const progress = await stageProgress(page)
    await logIn(page, quick, '/marketplace/list')
    await openProduct(page, product)
    const processed = await fundProduct(page, quick)
    await processed.getByRole('button', { name: 'Kembali ke Marketplace' }).click()
    await expectPath(page, '/marketplace/list')
    await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click()
    const widget = page.locator('[data-bulk-widget]')
    const bar = widget.getByRole('progressbar')
    for (const percent of [25, 60]) {
      progress.percent = percent
      await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe(String(percent))
    }
    progress.percent = null
    await expectText(bulkEnd(page), '40 pinjaman terdanai')
    await expectCount(widget, 0)

    late.watch.expect(/^answer 400: POST .*\/funding\/bulk$/)
    await passCheck(password, slow)
    const sentence =
      'Semua pinjaman produk ini baru saja terdanai. Yang batal didanai dapat dibuka kembali selama masa penawarannya.'
    await expectText(toast(late.page), sentence)
    await late.page.getByRole('dialog').first().waitFor({ state: 'detached' })
    await expectText(late.page.getByRole('main').getByRole('alert'), sentence)
    await expectText(late.page.getByRole('main'), 'Waah saat ini semua pinjaman sudah terdanai')
    expect((await (await fixture.apiOf(slow)).summary()).cashBalance).toBe(loans * amount)
  },
)

journey(
  'FIX-04 SCN-19 a bulk funding names the loans that left it and asks for consent again when its open loans changed, both before the agreements and before the submission',
  async (fixture) => {
    const product = await aProduct(fixture, 4)
    const lender = await aBulkLender(fixture, 4 * amount)
    const { page, watch } = await fixture.openWindow()
    const cancel = (place: number) =>
      fixture.operator.run(['loans', 'cancel', product.loans[place]?.loanNumber ?? '?'])
    await logIn(page, lender, '/marketplace/list')
    await openProduct(page, product)
    const detail = await askToFund(page)
    await expectText(detail, `Total Pinjaman ${formatRupiah(4 * amount)}`)
    await cancel(0)
    await detail.getByRole('button', { name: 'Ya, Danai Pinjaman' }).click()
    const left = (place: number) =>
      `Tidak terbuka lagi: ${product.loans[place]?.loanNumber}. Yang batal didanai dapat dibuka kembali.`
    await expectText(detail, left(0))
    await expectText(detail, `Total Pinjaman ${formatRupiah(3 * amount)}`)
    await checkAllScreens(page, 'bulk-detail-changed')
    const password = await agreeToAll(page, await confirmFunding(page))
    await cancel(1)
    watch.expect(/^answer 409: POST .*\/funding\/bulk$/)
    await passCheck(password, lender)
    await expectText(detail, left(1))
    await expectText(detail, `Total Pinjaman ${formatRupiah(2 * amount)}`)
    await checkAllScreens(page, 'bulk-refused-changed')
    await detail.getByRole('button', { name: 'Batal' }).click()
    await detail.waitFor({ state: 'detached' })
    await expectText(fundingBar(page), `2 pinjaman Total ${formatRupiah(2 * amount)}`)
    expect((await (await fixture.apiOf(lender)).summary()).cashBalance).toBe(4 * amount)
    await fundProduct(page, lender)
    await followToEnd(page)
    await expectText(bulkEnd(page), '2 pinjaman terdanai')
    await expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe(formatRupiah(2 * amount))
  },
)

journey(
  'SCN-06 ERR-01 a bulk funding keeps its dialogs while the network is away, and is submitted when it is back',
  async (fixture) => {
    const lender = await aBulkLender(fixture, 20_000_000)
    const product = await aProduct(fixture, 2)
    const { page, context, watch } = await fixture.openWindow()
    watch.expect(/^request failed: .*net::ERR_INTERNET_DISCONNECTED$/)
    await logIn(page, lender, '/marketplace/list')
    await openProduct(page, product)
    const detail = await askToFund(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Ya, Danai Pinjaman' }).click()
    await expectText(toast(page), 'Tidak ada koneksi internet')
    expect(await detail.isVisible()).toBe(true)
    await context.setOffline(false)
    await passCheck(await agreeToAll(page, await confirmFunding(page)), lender)
    await page.getByRole('dialog', { name: 'Pendanaan Diproses' }).waitFor()
  },
)

journey(
  'SCR-13 BLK-05 a bulk funding whose response is lost is shown as unknown, then with its actual result',
  async (fixture) => {
    const lender = await aBulkLender(fixture, 20_000_000)
    const bulkCalls = /\/api\/v1\/funding\/bulk(\/outcome)?$/
    /**
     * Submits a product while the server is unreachable. `arrives`: the request reaches it, but its response is lost.
     */
    const submitUnreachable = async (product: MadeProduct, arrives: boolean) => {
      const { page, watch } = await fixture.openWindow()
      watch.expect(/^request failed: POST .*\/funding\/bulk(\/outcome)? /)
      if (!arrives) watch.expect(/^answer 409: POST .*\/funding\/bulk\/outcome$/)
      await logIn(page, lender, '/marketplace/list')
      await openProduct(page, product)
      await page.route(bulkCalls, async (route) => {
        if (arrives && route.request().url().endsWith('/bulk')) await route.fetch()
        await route.abort('connectionreset')
      })
      await askToFund(page)
      await passCheck(await agreeToAll(page, await confirmFunding(page)), lender)
      const unknown = page.getByRole('dialog', { name: 'Pendanaan sedang dipastikan' })
      await unknown.waitFor()
      return { page, unknown }
    }

    /** Keeps the screen's own attempts from reaching the server, which would close the dialog before the press. */
    const answerOncePressed = async (page: Page, button: Locator) => {
      await button.evaluate((one) =>
        one.addEventListener('click', () => (one.dataset.pressed = ''), { capture: true }),
      )
      await page.route(bulkCalls, async (route) => {
        if ((await page.locator('[data-pressed]').count()) > 0) await route.continue()
        else await route.abort('connectionreset')
      })
    }

    const product = await aProduct(fixture, 2)
    const arrived = await submitUnreachable(product, true)
    await expectText(arrived.unknown, formatRupiah(2 * amount))
    await checkAllScreens(arrived.page, 'bulk-unknown')
    await answerOncePressed(arrived.page, arrived.unknown.getByRole('button', { name: 'Periksa lagi' }))
    await arrived.unknown.getByRole('button', { name: 'Periksa lagi' }).click()
    await arrived.page.getByRole('dialog', { name: 'Pendanaan Diproses' }).waitFor()
    await followToEnd(arrived.page)
    await expectText(bulkEnd(arrived.page), '2 pinjaman terdanai')

    const lost = await submitUnreachable(await aProduct(fixture, 1), false)
    await lost.page.unroute(bulkCalls)
    await expectText(toast(lost.page), 'Permintaan Anda tidak sampai ke server')
    await expectText(fundingBar(lost.page), 'Saldo Anda tidak berubah')
    await lost.unknown.waitFor({ state: 'detached' })
  },
)
