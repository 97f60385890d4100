import { expect } from 'vitest'
import { type Fixture, journey, useBrowser, useProduct } from './journey.ts'
import type { LenderApi } from './lender-api.ts'
import { Mailbox } from './mailbox.ts'
import type { Loan } from './operator.ts'
import { checkAllScreens } from './screen-checks.ts'
import { expectPath, expectText, logIn } from './screens.ts'

useProduct({ NOTIFICATION_WAIT_SECONDS: '1' })
useBrowser()

/** The lender's funding of this loan ends, because the operator cancels the loan. */
async function cancelFunding({ operator }: Fixture, api: LenderApi, loan: Loan): Promise<void> {
  const { loanId = 0 } = (await api.offered(loan)) ?? {}
  await api.prepareAgreement(loan.loanNumber, loan.minimum)
  await api.fund({ loanId, amount: loan.minimum, loanNumber: loan.loanNumber }, `mail-${loanId}`)
  await operator.run(['loans', 'cancel', loan.loanNumber])
}

journey(
  'NTF-02 NTF-04 a lender turns e-mail off and on for a kind, and reads the e-mail of an event in the inbox, as text and as HTML in Indonesian',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const mailbox = new Mailbox(fixture.product, lender.email)
    const wanted = await fixture.makeLoan()
    const api = await fixture.apiOf(lender)
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    // The login in a browser is not the lender's first: an e-mail of security comes by itself, in any case.
    const security = await mailbox.mailWith('Login dari perangkat baru')
    expect(security.subject).toMatch(/^Login dari perangkat baru - /)

    const choose = async (isChosen: boolean) => {
      await page.goto('/lender/notifications/settings')
      const form = page.getByRole('form', { name: 'Lewat email dan SMS' })
      const box = form.getByRole('checkbox', { name: 'Pendanaan lewat Email' })
      await expect.poll(() => box.isChecked()).toBe(!isChosen)
      await box.press('Space')
      await form.getByRole('button', { name: 'Simpan' }).press('Enter')
      await expectText(page.locator('[data-toast]'), 'tersimpan')
    }
    await choose(false)
    await choose(true)
    await cancelFunding(fixture, api, wanted)
    const mail = await mailbox.mailWith(wanted.loanNumber)
    expect(mail.subject).toMatch(/^Pinjaman ditarik dari marketplace - /)
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(`Pinjaman ${wanted.loanNumber} tidak jadi dicairkan.`)
      expect(part).toContain('Atur pemberitahuan')
    }
    expect(mail.html).toMatch(/^<!doctype html>\s*<html lang="id">/)

    const reader = await fixture.openWindow()
    await mailbox.read(reader.page, mail, [
      `Halo ${lender.contact},`,
      `Pinjaman ${wanted.loanNumber} tidak jadi dicairkan.`,
      'sudah kembali ke cash balance Anda',
    ])
    await checkAllScreens(reader.page, 'notification-mail')

    // The e-mail leads to the history, filtered by its loan.
    const address = /https?:\S+transaction-history\S+/.exec(mail.text)?.[0] ?? ''
    await page.goto(address)
    await expectPath(page, '/dashboard/transaction-history')
    await expectText(page.getByRole('table'), wanted.loanNumber)
  },
)
