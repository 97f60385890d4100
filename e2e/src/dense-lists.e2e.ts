import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, phone } from './browser.ts'
import { choose, demoLender, entries, openTab, showFilter } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import { painted, takePicture } from './picture.ts'
import type { TransactionRow } from './lender-api.ts'
import { checkAllScreens, expectDimmedWhole, expectNoSidewaysScroll } from './screen-checks.ts'
import { agreeAndFund, enterAmount, expectCount, expectText, logIn, pickLoan } from './screens.ts'

useBrowser()

const boxOf = async (shown: Locator) => {
  const box = await shown.boundingBox()
  return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? 0) }
}

for (const [width, screen] of [
  ['1440', desktop],
  ['390', phone],
] as const) {
  journey(
    `SCN-16 DSH-01 the portfolio's list starts on the first screen, below the figures with their insight, at ${width} with scrollbars shown`,
    async (fixture) => {
      const lender = demoLender(fixture.product)
      const api = await fixture.apiOf(lender)
      const { late, total, days } = await api.read('GET /portfolio/overview')
      const { page } = await fixture.openWindow(screen)
      await logIn(page, lender)
      await expectCount(entries(page), 10)
      const summary = page.getByRole('region', { name: 'Ringkasan saldo' })
      await expectText(summary, `Terlambat ${formatRupiah(late.amount)}`)
      await expectText(summary, `30 hari ke depan ${formatRupiah(total)}`)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await takePicture(page, `look-portfolio-first-screen-${width}-${colorScheme}`)
      }
      await expectNoSidewaysScroll(page, `portfolio, ${width}`)
      const last = entries(page).nth(width === '390' ? 0 : 9)
      const menu = page.getByRole('navigation', { name: 'Menu utama' }).last()
      const end = width === '390' ? (await boxOf(menu)).top : (screen.height ?? 0)
      await expect.poll(async () => (await boxOf(last)).bottom).toBeLessThanOrEqual(end)
      if (width === '1440') {
        const { top, bottom } = await boxOf(summary)
        expect(bottom - top).toBe(72)
      }

      await summary.getByRole('button', { name: /^30 hari ke depan/ }).click()
      const dialog = page.getByRole('dialog', { name: '30 hari ke depan' })
      await expectCount(dialog.locator('tbody > tr'), days.length + 1)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await summary.getByRole('link', { name: /^Terlambat/ }).click()
      await page.waitForURL((url) => url.searchParams.get('loanStatus') === 'LATE')
      await expectCount(entries(page), late.loans)

      // Of a loan whose documents the worker has made already.
      await entries(page)
        .getByRole('button', { name: /^Dokumen/ })
        .first()
        .click()
      await page
        .getByRole('menuitem', { name: /^(Perjanjian|Factsheet)/ })
        .first()
        .waitFor()
      await takePicture(page, `look-portfolio-documents-${width}`)
    },
  )
}

const dayOf = ({ createdDate }: TransactionRow) =>
  new Date(Date.parse(createdDate) + 7 * 3_600_000).toISOString().slice(0, 10)

/** The first page of ten on which three or more installments of one day follow each other, with all that follow. */
function foldedPage(all: readonly TransactionRow[]) {
  for (let from = 0; from < all.length; from += 10) {
    const page = all.slice(from, from + 10)
    const isOne = (row: TransactionRow) => row.typeName === 'Repayment' && !row.isCorrection
    for (const [place, row] of page.entries()) {
      const rest = page.slice(place)
      const end = rest.findIndex((other) => !isOne(other) || dayOf(other) !== dayOf(row))
      const run = rest.slice(0, end < 0 ? rest.length : end)
      if (isOne(row) && run.length >= 3) return { number: from / 10 + 1, run, day: dayOf(row) }
    }
  }
  throw new Error('the demo has no day with three installments')
}

const total = (rows: readonly TransactionRow[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
const signed = (amount: number) => `${amount > 0 ? '+' : ''}${formatRupiah(amount)}`

for (const [width, screen] of [
  ['1440', desktop],
  ['390', phone],
] as const) {
  journey(
    `SCN-17 TRX-01 transactions stand by day with sum and balance, and the installments of one day are one line that opens, at ${width} with scrollbars shown`,
    async (fixture) => {
      const lender = demoLender(fixture.product)
      const api = await fixture.apiOf(lender)
      const { number, run, day } = foldedPage(await api.transactions())
      const { days } = await api.read('GET /transactions', { page: number, limit: 10 })
      const facts = days.find((one) => one.day === day)
      if (!facts || facts.balance === null) throw new Error('the day has no balance')
      const { page } = await fixture.openWindow(screen)
      await logIn(page, lender, `/dashboard/transaction-history?page=${number}`)
      const named = page.getByRole('rowheader', { name: formatDateLong(day) })
      const head = page.getByRole('row').filter({ has: named })
      await expectText(head, `Saldo akhir ${formatRupiah(facts.balance)}`)
      await expectText(head, signed(facts.sum))
      const line = page.getByRole('button', { name: `${run.length} angsuran tanggal ${formatDateLong(day)}` })
      await expectText(page.getByRole('row').filter({ has: line }), signed(total(run)))
      await expectCount(page.getByText(run[1]?.transactionNumber ?? ''), 0)
      await line.press('Enter')
      for (const { transactionNumber } of run) await page.getByText(transactionNumber).waitFor()
      await takePicture(page, `look-transactions-opened-${width}`)
      await expectNoSidewaysScroll(page, `transactions, ${width}`)

      // Among those of one kind each stands for itself, and no balance is said of what is left out.
      await page.goto('/lender/dashboard/transaction-history?type=5')
      await page.locator('tr[data-transaction]').first().waitFor()
      await expectCount(page.locator('tr[data-transaction]'), 10)
      await expectCount(page.getByText('Saldo akhir'), 0)
    },
  )

  journey(
    `SCN-17 USR-01 the borrowers' list says who is late or written off, shows their shares and is sorted, at ${width} with scrollbars shown`,
    async (fixture) => {
      const lender = demoLender(fixture.product)
      const api = await fixture.apiOf(lender)
      const { page } = await fixture.openWindow(screen)
      await logIn(page, lender)
      await openTab(page, 'User Portofolio')
      await showFilter(page)
      for (const [label, sort] of [
        ['Hapus buku terbesar', 'WRITTEN_OFF'],
        ['Paling lama terlambat', 'LATE'],
        ['Pinjaman aktif terbesar', 'ACTIVE'],
      ] as const) {
        await choose(page, 'Urutkan', label)
        const { list } = await api.read('GET /user-portfolio', { sort })
        await page.waitForURL((url) => url.searchParams.get('sort') === sort)
        for (const [place, row] of list.slice(0, 3).entries()) {
          const entry = entries(page).nth(place)
          await expectText(entry, row.borrowerName)
          if (row.daysLate > 0) await expectText(entry, `Terlambat ${row.daysLate} hari`)
          if (row.writtenOffAmount > 0)
            await expectText(entry, `Dihapusbukukan ${formatRupiah(row.writtenOffAmount)}`)
        }
        await takePicture(page, `look-borrowers-${sort}-${width}`)
      }
      await expectNoSidewaysScroll(page, `borrowers, ${width}`)
    },
  )

  journey(
    `SCN-17 TAX-01 the tax of a year is one table with its sums among the documents, also from its former address, at ${width} with scrollbars shown`,
    async (fixture) => {
      const lender = demoLender(fixture.product)
      const api = await fixture.apiOf(lender)
      const year = (await api.read('GET /tax', { year: new Date().getFullYear() })).years[0] ?? 0
      const tax = await api.read('GET /tax', { year })
      const { page } = await fixture.openWindow(screen)
      await logIn(page, lender, `/tax?year=${year}`)
      await page.waitForURL(
        (url) => url.pathname === '/lender/documents' && url.searchParams.get('kind') === 'tax',
      )
      const tab = page.getByRole('navigation', { name: 'Jenis dokumen' }).getByRole('link', { name: 'Pajak' })
      const isWhole = (box: Awaited<ReturnType<Locator['boundingBox']>>) =>
        box !== null && box.x >= 0 && box.x + box.width <= (screen.width ?? 0)
      await expect.poll(async () => isWhole(await tab.boundingBox())).toBe(true)
      const table = page.getByRole('table', { name: `Pajak ${year} menurut masa` })
      await expectCount(table.locator('tbody'), tax.months.length)
      for (const sum of ['interest', 'tax'] as const) {
        await expectText(table.locator('tfoot'), formatRupiah(tax[sum]))
        expect(tax.months.reduce((all, month) => all + month[sum], 0)).toBe(tax[sum])
      }
      await checkAllScreens(page, `tax-table-${width}`)
    },
  )

  journey(
    `SCN-18 agreements open at the width of their text on a phone, and stacked dialogs have one scrim and a busy button, at ${width} with scrollbars shown`,
    async (fixture) => {
      const lender = await fixture.makeLender({ cash: 20_000_000 })
      await fixture.operator.run(['lenders', 'signer', '--phone', lender.phone, '--provider', 'XIGNATURE'])
      const loan = await fixture.makeLoan({ total: 10_000_000 })
      const { page, watch } = await fixture.openWindow(screen)
      await logIn(page, lender, '/marketplace/list')
      await pickLoan(page, loan)
      const preview = await enterAmount(page, 2_000_000)
      const area = preview.getByRole('region', { name: /^Perjanjian/ }).first()
      await area.locator('.pdf-text span').first().waitFor()
      // The text fills the width of a phone; a desktop shows the whole page.
      const textWidth = () =>
        area.evaluate((shown) => {
          const boxes = [...shown.querySelectorAll('.pdf-text span')].map((one) =>
            one.getBoundingClientRect(),
          )
          const { left, width: wide } = shown.getBoundingClientRect()
          const [from, to] = [
            Math.min(...boxes.map((box) => box.left)),
            Math.max(...boxes.map((box) => box.right)),
          ]
          return { share: (to - from) / wide, isWithin: from >= left && to <= left + wide }
        })
      await expect.poll(async () => (await textWidth()).isWithin).toBe(true)
      if (width === '390') await expect.poll(async () => (await textWidth()).share).toBeGreaterThan(0.88)
      await takePicture(page, `look-agreement-${width}`)

      watch.expect(/^answer 409: POST .*\/signing\/token$/)
      watch.expect(/^answer 400: POST .*\/funding$/)
      await agreeAndFund(page, preview)
      const password = page.getByRole('dialog', { name: 'Masukan Kata Sandi' })
      await password.getByLabel('Kata Sandi', { exact: true }).fill(lender.password)
      await expectCount(page.locator('.bg-scrim.fixed'), 1)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await painted(page)
        await expectDimmedWhole(page)
      }
      await takePicture(page, `look-stacked-dialogs-${width}`)
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route('**/api/v1/auth/password/validate', async (route) => {
        await promise
        await route.continue()
      })
      const pressed = password.getByRole('button', { name: 'Danai' })
      await pressed.click()
      await expect.poll(() => pressed.getAttribute('aria-busy')).toBe('true')
      resolve()
      await expectText(page.getByRole('main'), 'Pendanaan Berhasil')
    },
  )

  journey(
    `SCN-18 empty, failed and offline lists have a picture and words of their own, at ${width} with scrollbars shown`,
    async (fixture) => {
      const lender = await fixture.makeLender({ cash: 0 })
      const { page, watch } = await fixture.openWindow(screen)
      watch.expect(/^answer 500: GET .*\/transactions\?/)
      watch.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|transactions/)
      await logIn(page, lender)
      const list = page.getByRole('region', { name: 'Transaction History' })
      const pictures = new Set<string>()
      const look = async (name: string, words: string) => {
        await page.goto('/lender/dashboard/transaction-history')
        await expectText(list, words)
        pictures.add(await list.locator('svg[viewBox="0 0 192 144"]').innerHTML())
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme })
          await takePicture(page, `look-list-${name}-${width}-${colorScheme}`)
        }
      }
      await look('empty', 'Belum ada transaksi')
      const calls = /\/api\/v1\/transactions\?/
      await page.route(calls, (route) =>
        route.fulfill({ status: 500, json: { message: 'x', code: 'INTERNAL', requestId: 'x' } }),
      )
      await look('failed', 'Mohon maaf terjadi kesalahan')
      await page.unroute(calls)
      await page.route(calls, (route) => route.abort('internetdisconnected'))
      await look('offline', 'Tidak ada koneksi internet, harap periksa jaringan Anda dan coba lagi.')
      expect(pictures.size).toBe(3)

      // The list comes without a press once the server answers other calls, here one that another tab asks for.
      await list.getByRole('button', { name: 'Coba lagi' }).focus()
      await page.unroute(calls)
      await page.evaluate(() => {
        const { userId } = JSON.parse(localStorage.getItem('user') ?? '{}') as { userId: number }
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes no origin
        new BroadcastChannel(`notices-${userId}`).postMessage('wanted')
      })
      await expectText(list, 'Belum ada transaksi')
      // The focused button is gone; the focus stays at its place.
      await expect.poll(() => list.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    },
  )
}
