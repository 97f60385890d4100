import { randomInt } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseMenu, expectFocused, tabTo } from './account-screens.ts'
import { Bank } from './bank.ts'
import { journey, useBrowser, type Fixture } from './journey.ts'
import { checkAllScreens } from './screen-checks.ts'
import type { Lender } from './operator.ts'
import { expectCount, expectPath, expectText, logIn, openDashboard, summaryFigure, toast } from './screens.ts'

useBrowser()

const company = 'PT Lumbung Sejahtera'
const pending = 'Oops, virtual account Anda masih diproses'
const bni = { method: '1', code: '009', bank: 'BNI', service: '98800' } as const
const other = { method: '2', code: '999', bank: 'Bank Contoh', service: '77700' } as const
const channels = ['ATM', 'Internet Banking', 'Mobile Banking', 'Teller'] as const

/**
 * Gives a lender a virtual account.
 * @returns the number of the account
 */
async function addAccount(
  fixture: Fixture,
  { phone }: Lender,
  bank: typeof bni | typeof other,
): Promise<string> {
  const number = `${bank.service}${String(randomInt(10 ** 10)).padStart(10, '0')}`
  const facts = ['--method', bank.method, '--code', bank.code, '--bank', bank.bank, '--holder', company]
  await fixture.operator.run(['lenders', 'virtual-account', 'add', number, '--phone', phone, ...facts])
  return number
}

const blockOf = (page: Page, bank: string): Locator => page.getByRole('region', { name: bank, exact: true })
const channelOf = (block: Locator, name: string): Locator => block.getByRole('button', { name, exact: true })
const copyOf = (block: Locator): Locator => block.getByRole('button', { name: /nomor virtual account/ })

async function openDeposit(page: Page): Promise<void> {
  await chooseMenu(page, 'Deposit')
  await expectPath(page, '/deposit')
  await page.getByRole('heading', { name: 'Deposit', level: 1 }).waitFor()
}

journey(
  'DEP-01 NAV-08 the deposit screen shows two virtual accounts with destination name, bank logo, 15 digits and a copy button',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0, company })
    const numbers = {
      BNI: await addAccount(fixture, lender, bni),
      'Bank Contoh': await addAccount(fixture, lender, other),
    }
    const { context, page } = await fixture.openWindow()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await logIn(page, lender)
    await openDeposit(page)
    for (const [bank, number] of Object.entries(numbers)) {
      const block = blockOf(page, bank)
      await expectText(block, company)
      await block.getByRole('img', { name: `Logo ${bank}` }).waitFor()
      expect(number).toMatch(/^\d{15}$/)
      // The groups are separated by CSS, so that a number copied by hand has digits only.
      await expect.poll(() => block.innerText()).toContain(number)
      // The word stays for 2.5 s only, so it is awaited before the press.
      await Promise.all([copyOf(block).filter({ hasText: 'Tersalin' }).waitFor(), copyOf(block).click()])
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(number)
      await expectText(copyOf(block), 'Salin')
    }
  },
)

journey(
  'DEP-01 the deposit screen shows one block for a single virtual account, and none without an account',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0, company })
    const { page } = await fixture.openWindow()
    await logIn(page, lender, '/deposit')
    await expectText(page.getByRole('main'), pending)
    await expectCount(page.getByText('Nomor Virtual Account', { exact: true }), 0)
    await addAccount(fixture, lender, other)
    await page.reload()
    await blockOf(page, 'Bank Contoh').waitFor()
    await expectCount(page.getByText('Nomor Virtual Account', { exact: true }), 1)

    const { page: own } = await fixture.openWindow()
    await logIn(own, await fixture.makeLender({ cash: 0 }), '/deposit')
    await expectText(own.getByRole('main'), pending)
    await own.getByRole('button', { name: 'Kembali ke Dashboard' }).click()
    await expectPath(own, '/dashboard/porto')
  },
)

journey('DEP-01 the copy button shows a message when the browser has no clipboard', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 0, company })
  await addAccount(fixture, lender, bni)
  const { page } = await fixture.openWindow()
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await logIn(page, lender)
  await openDeposit(page)
  await copyOf(blockOf(page, 'BNI')).click()
  await expectText(toast(page), 'Salin nomor virtual account BNI secara manual')
})

journey(
  'DEP-02 the deposit screen shows the warning, the 10 minutes and the steps of four payment channels for each bank',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0, company })
    await addAccount(fixture, lender, bni)
    await addAccount(fixture, lender, other)
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await openDeposit(page)
    await expectText(page.getByRole('region', { name: 'Perhatian' }), 'Periksa nama tujuan sebelum membayar')
    await expectText(page.getByRole('region', { name: 'Perhatian' }), '10 menit')
    for (const channel of channels) {
      const steps: string[] = []
      for (const bank of ['BNI', 'Bank Contoh']) {
        const block = blockOf(page, bank)
        await channelOf(block, channel).click()
        await expect.poll(() => channelOf(block, channel).getAttribute('aria-expanded')).toBe('true')
        const list = block.getByRole('region', { name: channel, exact: true }).getByRole('listitem')
        await expect.poll(() => list.count()).toBeGreaterThanOrEqual(4)
        // Only one section is open at a time.
        await expectCount(block.getByRole('listitem'), await list.count())
        steps.push((await list.allInnerTexts()).join(' ').replaceAll(bank, 'Bank'))
      }
      expect(steps[0]).not.toBe(steps[1])
    }
    const teller = channelOf(blockOf(page, 'BNI'), 'Teller')
    await teller.click()
    await expect.poll(() => teller.getAttribute('aria-expanded')).toBe('false')
    await expectCount(blockOf(page, 'BNI').getByRole('listitem'), 0)
  },
)

journey(
  'DEP-03 a payment updates the balance on the screen once, even when the bank repeats its notice',
  async (fixture) => {
    const bank = new Bank(fixture.product)
    const lender = await fixture.makeLender({ cash: 1_000_000, company })
    const number = await addAccount(fixture, lender, bni)
    const second = await addAccount(fixture, lender, other)
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await openDeposit(page)
    const balance = page.getByRole('region', { name: 'Saldo', exact: true })
    await expectText(balance, 'Rp1.000.000')
    await expectText(balance, 'Siap menerima top up')

    await bank.pay(number, 2_500_000)
    await expectText(balance, 'Rp3.500.000')
    await expectText(balance, 'Saldo bertambah Rp2.500.000')
    for (const fault of ['doubled', 'unanswered', 'changed']) await bank.pay(number, 100_000, fault)
    await bank.pay(number, 400_000, 'forged')
    await bank.pay(second, 750_000, 'doubled')
    await expectText(balance, 'Rp4.550.000')
    await expectText(balance, 'Saldo bertambah Rp3.550.000')

    await openDashboard(page)
    await expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe('Rp4.550.000')
    const topUps = (await (await fixture.apiOf(lender)).transactions()).map(({ amount }) => amount)
    expect(topUps.sort((a, b) => a - b)).toEqual([100_000, 100_000, 100_000, 750_000, 1_000_000, 2_500_000])
  },
)

journey('DEP-03 the balance is polled only while the deposit screen is open and visible', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 0, company })
  await addAccount(fixture, lender, bni)
  const { page } = await fixture.openWindow()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/lender/summary')) asked += 1
  })
  await logIn(page, lender)
  await openDeposit(page)
  const before = asked
  await expect.poll(() => asked).toBeGreaterThan(before + 1)
  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  await page.waitForLoadState('networkidle')
  const hidden = asked
  // Two intervals. A request that was under way may still be counted; a slower page only asks less.
  await page.waitForTimeout(7_000)
  expect(asked).toBeLessThanOrEqual(hidden + 1)
  await setVisibility('visible')
  await expect.poll(() => asked).toBeGreaterThan(hidden + 1)
})

journey('DEP-01 DEP-02 the deposit screen works by keyboard alone', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 0, company })
  const number = await addAccount(fixture, lender, bni)
  const { context, page } = await fixture.openWindow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(page, lender, '/deposit')
  const block = blockOf(page, 'BNI')
  await block.waitFor()
  await tabTo(page, copyOf(block))
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(number)
  await expectFocused(copyOf(block))
  await page.keyboard.press('Tab')
  await expectFocused(channelOf(block, 'ATM'))
  await page.keyboard.press('Space')
  await expectText(block.getByRole('region', { name: 'ATM' }), 'Virtual Account Billing')
  await page.keyboard.press('Tab')
  await expectFocused(channelOf(block, 'Internet Banking'))
})

journey(
  'DEP-01 DEP-02 the deposit screen passes the axe accessibility check on desktop and phone, light and dark',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 25_000_000, company })
    const { page } = await fixture.openWindow()
    await logIn(page, lender, '/deposit')
    await expectText(page.getByRole('main'), pending)
    await checkAllScreens(page, 'deposit-pending')
    await addAccount(fixture, lender, bni)
    await addAccount(fixture, lender, other)
    await page.reload()
    await expectText(page.getByRole('region', { name: 'Saldo', exact: true }), 'Rp25.000.000')
    await checkAllScreens(page, 'deposit-closed')
    await channelOf(blockOf(page, 'BNI'), 'ATM').click()
    await channelOf(blockOf(page, 'Bank Contoh'), 'Mobile Banking').click()
    await checkAllScreens(page, 'deposit-opened')
  },
)
