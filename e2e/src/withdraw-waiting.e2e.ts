import { expect } from 'vitest'
import { chooseMenu } from './account-screens.ts'
import { journey, useBrowser } from './journey.ts'
import { Mailbox } from './mailbox.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import { expectText, logIn, tryLogIn } from './screens.ts'
import { makeLender } from './withdraw-screens.ts'

useBrowser()

journey(
  'SEC-07 after a changed bank account the withdrawal is paused and says until when, and the link in the e-mail stops the account with one press',
  async (fixture) => {
    const { lender } = await makeLender(fixture)
    const changed = ['--number', '1234509876', '--holder', lender.name, '--code', '009', '--bank', 'BNI']
    await fixture.operator.run([
      ...['lenders', 'bank-account', '--phone', lender.phone, ...changed],
      ...['--branch', 'Jakarta', '--method', '1'],
    ])
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await chooseMenu(page, 'Tarik Dana')
    const paused = page.getByRole('dialog', { name: 'Penarikan dana dijeda sementara' })
    await expectText(paused, 'dapat dilakukan lagi mulai')
    await checkAllScreens(page, 'withdraw-paused')
    await expectFitsNarrow(page, 'withdraw-paused')
    await paused.getByRole('button', { name: 'Mengerti' }).click()
    // Its session ends below; a call of this page would then be refused, sooner or later.
    await page.goto('about:blank')

    const mail = await new Mailbox(fixture.product, lender.email).mailWith('Rekening terdaftar diubah')
    const link = /\S+\/api\/v1\/stop\?key=[0-9a-f]{32}/.exec(mail.text)?.[0] ?? ''
    const { page: elsewhere, watch } = await fixture.openWindow()
    await elsewhere.goto(link)
    await expectText(elsewhere.getByRole('main'), 'Hentikan akun Anda?')
    await checkAllScreens(elsewhere, 'stop-account')
    await expectFitsNarrow(elsewhere, 'stop-account')
    expect(await fixture.operator.run(['lenders', 'show', '--phone', lender.phone])).toMatchObject({
      lender: { state: 'ACTIVE' },
    })
    await elsewhere.getByRole('button', { name: 'Hentikan akun saya' }).click()
    await expectText(elsewhere.getByRole('main'), 'Akun Anda dihentikan')
    await checkAllScreens(elsewhere, 'account-stopped')
    expect(await fixture.operator.run(['lenders', 'show', '--phone', lender.phone])).toMatchObject({
      lender: { state: 'SUSPENDED' },
    })
    watch.expect(/^answer 403: POST .*\/auth\/login$/)
    await elsewhere.goto('/lender/login')
    await tryLogIn(elsewhere, lender.phone, lender.password)
    await expectText(elsewhere.getByRole('main'), 'ditangguhkan')
  },
)
