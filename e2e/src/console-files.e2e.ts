import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { agree, expectState, mainMenu, openProposal } from './console-screens.ts'
import { paidOutLoan, twoPeople } from './console-stage.ts'
import { journey, useBrowser, useProduct } from './journey.ts'
import { businessDay } from './operator.ts'
import { checkAllScreens } from './screen-checks.ts'
import { expectText, press } from './screens.ts'
import type { StaffMember } from './staff-member.ts'

// Its rules are of no other journey.
useProduct({})
useBrowser()

const head = 'loan_number,paid_on,amount,reference\n'

/** Uploads a file of repayments from the page of files, and waits for the end of its trial. */
async function upload({ page }: StaffMember, name: string, content: string): Promise<void> {
  await press(mainMenu(page).getByRole('link', { name: 'Berkas' }))
  await page.getByLabel('Jenis berkas').selectOption({ label: 'Pembayaran Penerima Dana' })
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
  await page.getByLabel('Berkas CSV').setInputFiles(file)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.locator('main > header').getByText('Diuji coba', { exact: true }).waitFor({ timeout: 180_000 })
}

journey(
  'CON-04 CON-08 CON-10 a file of 1,000 repayments, three of them bad, is tried, fixed, proposed by its hash, decided by another person and imported by the worker, and its report stands on both screens; a changed file is another one',
  async (fixture) => {
    const loans = [await paidOutLoan(fixture), await paidOutLoan(fixture), await paidOutLoan(fixture)]
    const [maker, decider] = await twoPeople(fixture, 'acceptFile', 'recordRepayment')
    const mark = randomInt(10 ** 6, 10 ** 7)
    const line = (at: number) =>
      `${loans[at % loans.length]?.loanNumber},${businessDay(0)},1000,BERKAS-${mark}-${at}`
    const lines = Array.from({ length: 1_000 }, (_, at) => line(at + 1))
    const bad = lines
      .with(9, `TIDAK-ADA,${businessDay(0)},1000,X-1`)
      .with(499, line(500).replace(',1000,', ',0,'))
    bad[999] = line(1_000).replace(businessDay(0), 'kemarin')

    await maker.goto('/berkas')
    await upload(maker, 'bayar.csv', `${head}${bad.join('\n')}\n`)
    const main = maker.page.locator('main')
    await expectText(main, '3 baris akan ditolak.')
    for (const text of ['Baris 11', 'Baris 501', 'Baris 1.001', 'amount', 'paid_on', 'harus rupiah bulat'])
      await expectText(main, text)
    await expectText(main, 'Ada baris yang ditolak')
    expect(await maker.page.getByRole('button', { name: 'Ajukan' }).isDisabled()).toBe(true)
    await checkAllScreens(maker.page, 'console-file-refused')

    await upload(maker, 'bayar-betul.csv', `${head}${lines.join('\n')}\n`)
    await expectText(main, 'Tidak ada baris yang ditolak.')
    await expectText(main, 'Rp1.000.000')
    const address = maker.page.url()
    // The file is changed after its trial, and uploaded under the same name: it is another one, with a trial of its own.
    const swapped = [line(1).replace(',1000,', ',900000,'), line(2)]
    await upload(maker, 'bayar-betul.csv', `${head}${swapped.join('\n')}\n`)
    expect(maker.page.url()).not.toBe(address)
    await expectText(main, 'Rp901.000')

    await maker.page.goto(address)
    await press(maker.page.getByRole('button', { name: 'Ajukan' }))
    const dialog = maker.page.getByRole('dialog')
    await expectText(dialog, 'Rp1.000.000')
    await press(dialog.getByRole('button', { name: 'Ajukan usulan' }))
    await maker.page.waitForURL(/\/persetujuan\/\d+$/)
    const number = maker.page.url().split('/').at(-1) ?? ''
    await expectState(maker, 'Menunggu')

    await decider.goto('/')
    await openProposal(decider, number)
    await expectText(decider.page.locator('main'), 'Pembayaran Penerima Dana')
    await checkAllScreens(decider.page, 'console-file-proposal')
    await press(decider.page.getByRole('link', { name: 'Buka berkas' }))
    await press(decider.page.getByRole('button', { name: 'Buka isi' }))
    const opening = decider.page.getByRole('dialog')
    await opening.getByLabel('Alasan').fill('memeriksa sebelum memutuskan')
    await press(opening.getByRole('button', { name: 'Buka' }))
    await expectText(decider.page.locator('main'), line(1))
    await checkAllScreens(decider.page, 'console-file-lines')
    await openProposal(decider, number)
    await agree(decider, '1.000')
    await expectState(decider, 'Dilakukan')
    for (const person of [decider, maker]) {
      const report = person.page.getByRole('region', { name: 'Impor berkas' })
      await report.getByText('Selesai diimpor.').waitFor({ timeout: 180_000 })
      await expectText(report, '1.000')
    }
    await mainMenu(maker.page).getByRole('link', { name: 'Berkas' }).press('Enter')
    await expectText(main, 'Diimpor')
    await checkAllScreens(maker.page, 'console-files')
  },
)
