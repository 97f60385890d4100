import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { demoLender } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import { businessDay } from './operator.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import { expectPath, expectSentenceUnder, expectText, logIn, mainMenu } from './screens.ts'
import { judgePdf } from './signed-pdf.ts'

useBrowser()

/** Opens a kind of documents, and waits for its section: the one before has fields of the same names. */
async function openKind(page: Page, name: string): Promise<void> {
  const kinds = page.getByRole('navigation', { name: 'Jenis dokumen' })
  await kinds.getByRole('link', { name }).press('Enter')
  await page.getByRole('region', { name, exact: true }).waitFor()
}

/** Presses a button by the keyboard, and reads the file that it saves. */
async function saved(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    button.press('Enter'),
  ])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

journey(
  'STM-04 STM-05 STM-06 a lender searches documents by kind, year and text, issues a balance confirmation, and downloads a year as a ZIP',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, demoLender(fixture.product))
    await mainMenu(page).getByRole('link', { name: 'Dokumen' }).click()
    await expectPath(page, '/documents')
    await page.getByRole('heading', { name: 'Portofolio per tanggal' }).waitFor()
    await checkAllScreens(page, 'documents-statements')
    await expectFitsNarrow(page, 'documents statements')
    const report = await saved(
      page,
      page.getByRole('button', { name: 'Unduh portofolio per tanggal sebagai CSV' }),
    )
    expect(report.bytes.toString('utf8')).toMatch(
      /^\uFEFFPer Tanggal;Nomor Pinjaman;[^\n]+\n\d{4}-\d\d-\d\d;/,
    )

    await openKind(page, 'Konfirmasi Saldo')
    await page.getByLabel('Per tanggal', { exact: true }).press('Enter')
    await expectText(page.locator('[data-toast]').first(), 'sudah diterbitkan')
    const row = page.getByRole('list', { name: 'Konfirmasi saldo' }).getByRole('listitem').first()
    await expectText(row, 'KNF-')
    await checkAllScreens(page, 'documents-confirmations')
    const { bytes } = await saved(page, row.getByRole('button', { name: /^Unduh PDF konfirmasi/ }))
    const judged = judgePdf(bytes)
    expect(judged.signatures).toContain('Signature is Valid')
    const code = /(?:[0-9A-Z]{5}-){5}[0-9A-Z]{5}/.exec(judged.text)?.[0] ?? ''
    const number = /KNF-\d{6}-[0-9A-Z]{10}/.exec(judged.text)?.[0] ?? ''

    const { page: stranger, watch } = await fixture.openWindow()
    watch.expect(/^answer 404: POST .*\/confirmations\/verification$/)
    await stranger.goto(`/lender/verifikasi#${code.toLowerCase()}`)
    await stranger.getByLabel('Kode verifikasi').press('Enter')
    const result = stranger.getByRole('region', { name: 'Kode dikenal dan berlaku' })
    await expectText(result, number)
    await expectText(result, 'R. W.')
    await checkAllScreens(stranger, 'verification')
    await expectFitsNarrow(stranger, 'verification')
    await stranger.getByLabel('Kode verifikasi').fill('0'.repeat(30))
    await stranger.getByRole('button', { name: 'Periksa' }).click()
    await expectSentenceUnder(stranger.getByLabel('Kode verifikasi'), 'Kode ini tidak dikenal')

    await openKind(page, 'Perjanjian')
    const list = page.getByRole('list', { name: 'Dokumen pendanaan' })
    const wanted = (await list.getByRole('listitem').nth(3).locator('p').first().innerText()).trim()
    await page.getByLabel('Cari', { exact: true }).fill(wanted)
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
    await expectText(list, wanted)
    await checkAllScreens(page, 'documents-agreements')
    await expectFitsNarrow(page, 'documents agreements')
    await page.getByLabel('Cari', { exact: true }).fill('tidak ada yang begini')
    await page.getByText('Tidak ada dokumen yang cocok').waitFor()
    await page.getByRole('button', { name: 'Reset filter' }).click()

    // The new file replaces one that an earlier try has left.
    const making = page.getByRole('button', { name: 'Membuat…' })
    await Promise.all([making.waitFor(), page.getByRole('button', { name: 'Buat ZIP' }).press('Enter')])
    await making.waitFor({ state: 'detached', timeout: 90_000 })
    const zip = page.getByRole('button', { name: /^Unduh ZIP dokumen/ })
    await zip.waitFor()
    await checkAllScreens(page, 'documents-zip')
    const file = await saved(page, zip)
    expect(file.name).toMatch(/^Dokumen \d{4}\.zip$/)
    expect(file.bytes.subarray(0, 2).toString('latin1')).toBe('PK')
    expect(file.bytes.includes(number)).toBe(true)
  },
)

journey(
  'STM-02 STM-05 no statement and no balance confirmation is requested for another day than its field shows',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, demoLender(fixture.product))
    await mainMenu(page).getByRole('link', { name: 'Dokumen' }).click()
    const day = businessDay(-1).split('-').toReversed().join('/')
    const from = page.getByLabel('Dari', { exact: true })
    const statement = page.getByRole('button', { name: 'Unduh rekening koran sebagai CSV' })
    const expectUsable = (button: Locator, usable: boolean) =>
      expect.poll(() => button.isEnabled()).toBe(usable)
    await expectUsable(statement, true)
    // Also before the field is left: some phones press a button without that.
    for (const text of ['31/02/2026', '1/1', '']) {
      await from.fill(text)
      await expectUsable(statement, false)
      await from.fill(day)
      await expectUsable(statement, true)
    }
    await from.fill('31/02/2026')
    await from.press('Tab')
    await expectSentenceUnder(from, 'Tanggal 31/02/2026 tidak ada di kalender.')
    await expectUsable(statement, false)

    await openKind(page, 'Konfirmasi Saldo')
    const on = page.getByLabel('Per tanggal', { exact: true })
    const issue = page.getByRole('button', { name: 'Terbitkan' })
    await expectUsable(issue, true)
    await on.fill('01/01/1999')
    await expectUsable(issue, false)
    await on.press('Enter')
    await expectSentenceUnder(on, 'Pilih tanggal mulai')
    await expectUsable(issue, false)
    await on.fill(day)
    await expectUsable(issue, true)
  },
)

journey('STM-05 a double click issues one balance confirmation', async (fixture) => {
  const { page } = await fixture.openWindow()
  await logIn(page, demoLender(fixture.product))
  await mainMenu(page).getByRole('link', { name: 'Dokumen' }).click()
  await openKind(page, 'Konfirmasi Saldo')
  let issued = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/statements/confirmations')) issued += 1
  })
  await page.getByRole('button', { name: 'Terbitkan' }).evaluate((issue: HTMLButtonElement) => {
    issue.click()
    issue.click()
  })
  await expectText(page.locator('[data-toast]').first(), 'sudah diterbitkan')
  expect(issued).toBe(1)
})
