import { formatRupiah } from '@pematang/contract/format/rupiah'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  expectState,
  givePassword,
  joinCompany,
  openCompany,
  openPart,
  openProposal,
  registerAccount,
} from './company-screens.ts'
import { journey, useBrowser } from './journey.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import {
  agreementBox,
  expectCount,
  expectPreview,
  expectText,
  openDashboard,
  passwordField,
  press,
  readTerms,
  readText,
  summaryFigure,
} from './screens.ts'
import { passwordDialog, resultOf } from './withdraw-screens.ts'

useBrowser()

const decideButton = (page: Page) => page.getByRole('button', { name: 'Baca dan setujui' })

journey(
  'KEY-01 COM-05 a system proposes a withdrawal and a funding with a key; its maker cannot decide them, a colleague does, and the activity says which key it was',
  async (fixture) => {
    const { company, first } = await openCompany(fixture, { cash: 20_000_000 })
    const accountNumber = await registerAccount(fixture, company)
    const approver = await joinCompany(fixture, first, 'Rina Wulandari', ['Pemutus'])
    const { page } = first
    await page.reload()
    await page.goto('/lender/integrasi')
    await page.getByRole('button', { name: 'Buat kunci' }).click()
    const form = page.getByRole('dialog', { name: 'Buat Kunci' })
    await form.getByLabel('Nama kunci').fill('ERP')
    await form.getByRole('checkbox', { name: /^Boleh mengajukan usulan/ }).check()
    await checkAllScreens(page, 'integration-proposing-key')
    await press(form.getByRole('button', { name: 'Buat kunci' }))
    await givePassword(first)
    const dialog = page.getByRole('dialog', { name: 'Simpan Kunci Ini' })
    const secret = await readText(dialog.locator('code'))
    await press(dialog.getByRole('button', { name: 'Saya sudah menyimpannya' }))

    const propose = async (call: string, body: object) => {
      const answer = await fetch(new URL('/api/v1/partner/proposals', page.url()), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ call, body }),
      })
      const said = (await answer.json()) as { number?: number; code?: string }
      expect([answer.status, said.code]).toEqual([200, undefined])
      return String(said.number)
    }
    const withdrawal = await propose('withdraw', {
      ...{ accountName: company.name, accountNumber, bankCode: '009', amount: 1_500_000 },
      ...{ reason: 'Kebutuhan pribadi', methodPayment: 1 },
    })
    const loan = await fixture.makeLoan({ total: 2_000_000, minimum: 500_000 })
    const funding = await propose('fundSelection', {
      loans: [{ loanNumber: loan.loanNumber, amount: 2_000_000 }],
    })
    await page.goto(`/lender/persetujuan/${withdrawal}`)
    await expectText(page.getByRole('main'), 'ERP')
    await page.getByRole('button', { name: 'Tarik usulan' }).waitFor()
    await expectCount(decideButton(page), 0)
    await checkAllScreens(page, 'company-by-key')
    await expectFitsNarrow(page, 'company-by-key')
    await openDashboard(page)
    await expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe(formatRupiah(20_000_000))

    const other = approver.page
    await other.reload()
    await openProposal(other, withdrawal)
    await press(decideButton(other))
    const withdraw = other.getByRole('dialog', { name: 'Tarik Dana' })
    await expectText(withdraw, formatRupiah(1_500_000))
    await press(withdraw.getByRole('button', { name: 'Selanjutnya' }))
    await passwordField(other).fill(approver.password)
    await press(passwordDialog(other).getByRole('button', { name: 'Setujui dan Tarik Dana' }))
    await expectText(resultOf(other), formatRupiah(1_500_000))

    await other.goto('/lender/dashboard/porto')
    await openProposal(other, funding)
    await press(decideButton(other))
    const preview = await expectPreview(other)
    await readTerms(other, preview)
    await agreementBox(preview).check()
    await press(preview.getByRole('button', { name: 'Setujui dan Danai' }))
    await other.waitForURL(/\/lender\/marketplace\/selection\//)
    for (const number of [withdrawal, funding]) {
      await page.goto(`/lender/persetujuan/${number}`)
      await expectState(page, 'Disetujui')
    }
    await openPart(page, 'Aktivitas')
    const activity = page.getByRole('table', { name: 'Aktivitas' })
    await expectText(activity, 'Kunci ERP')
    await expectText(activity, `usulan ${funding}`)
    await checkAllScreens(page, 'company-activity-of-key')
  },
)
