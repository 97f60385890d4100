import { expect } from 'vitest'
import { Bank } from './bank.ts'
import { journey, useBrowser, type Fixture } from './journey.ts'
import { checkAllScreens } from './screen-checks.ts'
import type { Lender } from './operator.ts'
import { ownNumber } from './own-numbers.ts'
import {
  expectPath,
  expectSentenceUnder,
  expectText,
  logIn,
  passwordField,
  readText,
  summaryFigure,
} from './screens.ts'
import { until } from './waiting.ts'
import {
  allSwitch,
  chooseReason,
  confirm,
  formDialog,
  lineOf,
  makeLender,
  nextButton,
  openForm,
  passwordDialog,
  resultOf,
  withdraw,
  withdrawalCall,
} from './withdraw-screens.ts'

useBrowser()

journey(
  'WDR-05 a withdrawal from the second cash account leaves the first one unchanged',
  async (fixture) => {
    const bank = new Bank(fixture.product)
    const { lender, account } = await makeLender(fixture)
    await fixture.operator.run(['lenders', 'additional-cash-account', '--phone', lender.phone])
    const payment = [
      '--amount',
      '800000',
      '--payment',
      `e2e-second-${lender.phone}`,
      '--bank',
      'OTHER',
      '--without-line',
      'e2e',
    ]
    await fixture.operator.run(['lenders', 'top-up', '--phone', lender.phone, ...payment])
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await openForm(page)
    await expectText(formDialog(page), 'Saldo tersedia Rp5.000.000')
    await page.getByRole('combobox', { name: 'Sumber dana' }).click()
    await page.getByRole('option', { name: /^Saldo di / }).click()
    await expectText(formDialog(page), 'Saldo tersedia Rp800.000')
    await allSwitch(page).click()
    await expectText(lineOf(page, 'Dipotong dari saldo'), 'Rp800.000')
    await chooseReason(page)
    await nextButton(page).click()
    await passwordDialog(page).waitFor()
    await confirm(page, lender.password)
    await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
    const { cashBalance, additionalCashBalance } = await (await fixture.apiOf(lender)).summary()
    expect([cashBalance, additionalCashBalance]).toEqual([5_000_000, 0])
    // The other bank sends the money to BNI and deducts its fee from the amount.
    await until('the other bank has paid', async () => {
      const [transfer] = await bank.transfersTo(account)
      return transfer?.status === '00' && transfer.amount < 800_000 ? true : null
    })
  },
)

journey(
  'WDR-05 a withdrawal is paid once although the bank’s answer is lost or its order is delivered twice',
  async (fixture) => {
    const bank = new Bank(fixture.product)
    const { lender, account } = await makeLender(fixture)
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    // By these amounts the sandbox's bank pays the first but loses its answer, and receives the second order twice.
    for (const amount of [100_903, 100_908]) {
      await withdraw(page, amount, lender.password)
      await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
      await page.getByRole('button', { name: 'Lihat Transaction History' }).click()
      await expectPath(page, '/dashboard/transaction-history')
    }
    await until('the bank has paid both', async () => {
      const paid = (await bank.transfersTo(account)).filter(({ status }) => status === '00')
      return paid.length === 2 ? true : null
    })
    const api = await fixture.apiOf(lender)
    await until('both have ended', async () => {
      const { cashBalance, reservedBalance } = await api.summary()
      return cashBalance === 5_000_000 - 201_811 && reservedBalance === 0 ? true : null
    })
    expect(await bank.transfersTo(account)).toHaveLength(2)
  },
)

journey('WDR-05 a withdrawal refused by the bank is returned to the lender in full', async (fixture) => {
  const { lender } = await makeLender(fixture, { code: '014', bank: 'BCA' })
  const { page } = await fixture.openWindow()
  await logIn(page, lender)
  await withdraw(page, 250_901, lender.password)
  await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
  const api = await fixture.apiOf(lender)
  await until('the bank has refused', async () => {
    const { cashBalance, reservedBalance } = await api.summary()
    return cashBalance === 5_000_000 && reservedBalance === 0 ? true : null
  })
  await page.getByRole('button', { name: 'Lihat Transaction History' }).click()
  await expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe('Rp5.000.000')
  await expectText(page.getByRole('table'), 'Gagal')
  await expectText(page.getByRole('region', { name: 'Notifikasi' }), 'Penarikan dana tidak berhasil')
})

journey(
  'FIX-09 a withdrawal that the bank returns later is credited, and the lender sees it',
  async (fixture) => {
    const { lender, account } = await makeLender(fixture, { code: '014', bank: 'BCA' })
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await openForm(page)
    await allSwitch(page).click()
    await expectText(lineOf(page, 'Dikirim'), 'Rp4.997.500')
    await checkAllScreens(page, 'withdraw-all')
    await allSwitch(page).click()
    await page.keyboard.press('Escape')
    await formDialog(page).waitFor({ state: 'detached' })
    // The sandbox's bank gives back an order whose amount ends in 909; the line is found by the amount.
    const sent = ownNumber(fixture.product, 'given-back', 250) * 1_000 + 909
    await withdraw(page, sent, lender.password)
    await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
    const bank = new Bank(fixture.product)
    await until('the bank has given it back', async () => {
      const [transfer] = await bank.transfersTo(account)
      return transfer?.status === '04' ? true : null
    })
    const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
    const day = ['--on', today, '--method', '1']
    const line = await until('its line is compared', async () => {
      // The command exits with 1 when there are differences.
      await fixture.operator.run(['withdrawals', 'reconcile', ...day]).catch(() => null)
      const { lines } = (await fixture.operator.run(['bank', 'lines', ...day])) as { lines: Line[] }
      return lines.find(({ type, amount }) => type === 'CREDIT' && amount === sent) ?? null
    })
    const given = ['withdrawals', 'returned-by-bank', line.withdrawalId, '--line', line.id]
    await fixture.operator.run([...given, '--note', 'the account is closed'])
    await page.getByRole('button', { name: 'Lihat Transaction History' }).click()
    await page.reload()
    await expectText(page.getByRole('region', { name: 'Notifikasi' }), 'Penarikan dana dikembalikan bank')
    await expectText(page.getByRole('table'), 'Tarik Dana dikembalikan bank')
    await expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe('Rp4.997.500')
    await checkAllScreens(page, 'withdrawal-given-back')
  },
)

type Line = { id: string; type: string; amount: number; withdrawalId: string }

/** The amounts of a lender's withdrawals in the transaction history. */
const sentBy = async (fixture: Fixture, lender: Lender): Promise<number[]> =>
  (await (await fixture.apiOf(lender)).transactions())
    .filter(({ typeName }) => typeName === 'Withdraw')
    .map(({ amount }) => amount)

journey(
  'SCR-13 WDR-05 a withdrawal whose response was lost is looked up and shown with amount and destination',
  async (fixture) => {
    const { lender, account } = await makeLender(fixture, { code: '014', bank: 'BCA' })
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^request failed: POST .*\/withdrawals /)
    await logIn(page, lender)
    await page.route(withdrawalCall, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await withdraw(page, 300_000, lender.password)
    await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
    for (const shown of ['Rp300.000', 'Rp2.500', 'BCA', account.slice(-4)])
      await expectText(resultOf(page), shown)
    const text = await readText(resultOf(page))
    expect(text).toMatch(/WDR-\d{6}-[0-9A-Z]{10}/)
    expect(text).not.toContain(account)
    await checkAllScreens(page, 'withdraw-result')
    expect(await sentBy(fixture, lender)).toEqual([-302_500])
    const kept = await page.evaluate(() => [JSON.stringify(sessionStorage), JSON.stringify(localStorage)])
    expect(kept.join(' ')).not.toContain(lender.password)
  },
)

journey(
  'SCR-13 WDR-05 a withdrawal request that never reached the server is reported, and the next press sends it once',
  async (fixture) => {
    const { lender } = await makeLender(fixture)
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^request failed: POST .*\/withdrawals /)
    watch.expect(/^answer 409: POST .*\/withdrawals\/outcome$/)
    await logIn(page, lender)
    await page.route(withdrawalCall, (route) => route.abort('connectionreset'))
    await withdraw(page, 300_000, lender.password)
    await expectSentenceUnder(passwordField(page), 'Saldo Anda tidak berubah; silakan coba lagi.')
    await page.unroute(withdrawalCall)
    await confirm(page, lender.password)
    await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
    expect(await sentBy(fixture, lender)).toEqual([-300_000])
  },
)

journey(
  'SCR-13 WDR-05 DOOR-10 a withdrawal is shown as unknown, with a masked account, while the server is unreachable',
  async (fixture) => {
    const { lender, account } = await makeLender(fixture)
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^request failed: POST .*\/withdrawals(\/outcome)? /)
    await logIn(page, lender)
    const calls = /\/api\/v1\/withdrawals(\/outcome)?$/
    await page.route(calls, async (route) => {
      if (route.request().url().endsWith('/withdrawals')) await route.fetch()
      await route.abort('connectionreset')
    })
    await withdraw(page, 300_000, lender.password)
    await expectText(resultOf(page), 'Permintaan Tarik Dana sedang dipastikan')
    await expectText(resultOf(page), 'Rp300.000')
    await checkAllScreens(page, 'withdraw-unknown')
    const waiting = await page.evaluate(() =>
      [JSON.stringify(sessionStorage), JSON.stringify(localStorage), JSON.stringify(history.state)].join(),
    )
    expect(waiting).toContain(`*${account.slice(-4)}`)
    expect(waiting).not.toContain(account)
    await page.reload()
    await expectText(resultOf(page), 'Permintaan Tarik Dana sedang dipastikan')
    await page.unroute(calls)
    await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
    expect(await sentBy(fixture, lender)).toEqual([-300_000])
  },
)
