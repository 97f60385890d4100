import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { phone } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import { expectText, logIn } from './screens.ts'

useBrowser()

const company = 'PT Lumbung Sejahtera'

async function payIn(page: Page, number: string, amount: string): Promise<void> {
  await page.getByLabel('Nomor virtual account').fill(number)
  await expectText(page.locator('#holder'), `a.n. ${company}`)
  await page.getByLabel('Nominal').fill(amount)
  await page.getByRole('button', { name: 'Bayar' }).click()
  await expectText(page.locator('#outcome'), `Rp${amount}`)
}

journey(
  'DEP-03 a payment on the sandbox bank page updates the balance on the screen, and a forged notice does not',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 1_000_000, company })
    const number = `98800${String(randomInt(10 ** 10)).padStart(10, '0')}`
    const facts = ['--method', '1', '--code', '009', '--bank', 'BNI', '--holder', company]
    await fixture.operator.run([
      'lenders',
      'virtual-account',
      'add',
      number,
      '--phone',
      lender.phone,
      ...facts,
    ])
    const { page: screen } = await fixture.openWindow()
    await logIn(screen, lender, '/deposit')
    const balance = screen.getByRole('region', { name: 'Saldo', exact: true })
    await expectText(balance, 'Rp1.000.000')

    const { page: counter } = await fixture.openWindow({ ...phone, colorScheme: 'dark' })
    await counter.goto(`${fixture.product.sandboxOrigin}/bank/`)
    await payIn(counter, number, '2.500.000')
    await expectText(balance, 'Rp3.500.000')
    const paid = counter.getByRole('listitem').filter({ hasText: number }).first()
    await expectText(paid, 'Diterima')

    await counter.getByRole('combobox', { name: 'Gangguan', exact: true }).selectOption('forged')
    await payIn(counter, number, '9.000.000')
    await expectText(counter.locator('#outcome'), 'Pemberitahuan palsu')
    expect((await (await fixture.apiOf(lender)).summary()).cashBalance).toBe(3_500_000)
    await expectAccessible(counter, 'the page of the bank, 390, dark')
    await counter.setViewportSize({ width: 1440, height: 900 })
    await counter.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(counter, 'the page of the bank, 1440, light')
  },
)
