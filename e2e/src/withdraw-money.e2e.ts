import { expect } from 'vitest'
import { Bank } from './bank.ts'
import { journey, useBrowser } from './journey.ts'
import {
  expectPath,
  expectSentenceUnder,
  expectText,
  logIn,
  passwordField,
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

journey('WDR-05 a second pocket: its own balance, and the first one stays as it is', async (world) => {
  const bank = new Bank(world.product)
  const { lender, account } = await makeLender(world)
  await world.operator.run(['lenders', 'second-pocket', '--phone', lender.phone])
  const payment = ['--amount', '800000', '--payment', `e2e-second-${lender.phone}`, '--bank', 'OTHER']
  await world.operator.run(['lenders', 'top-up', '--phone', lender.phone, ...payment])
  const { page } = await world.openWindow()
  await logIn(page, lender)
  await openForm(page)
  await expectText(formDialog(page), 'Saldo tersedia Rp5.000.000')
  await page.getByRole('combobox', { name: 'Sumber dana' }).click()
  await page.getByRole('option', { name: 'Saldo Tambahan' }).click()
  await expectText(formDialog(page), 'Saldo tersedia Rp800.000')
  await allSwitch(page).click()
  await expectText(lineOf(page, 'Keluar dari saldo'), 'Rp800.000')
  await chooseReason(page)
  await nextButton(page).click()
  await passwordDialog(page).waitFor()
  await confirm(page, lender.password)
  await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
  const { cashBalance, additionalCashBalance } = await (await world.apiOf(lender)).summary()
  expect([cashBalance, additionalCashBalance]).toEqual([5_000_000, 0])
  // The other bank sends it to BNI, and takes its fee out of it.
  await until('the other bank has paid', async () => {
    const [transfer] = await bank.transfersTo(account)
    return transfer?.status === '00' && transfer.amount < 800_000 ? true : null
  })
})

journey('WDR-05 the bank pays once, whatever happens on the way', async (world) => {
  const bank = new Bank(world.product)
  const { lender, account } = await makeLender(world)
  const { page } = await world.openWindow()
  await logIn(page, lender)
  // Paid, and the answer is lost; delivered twice on its way.
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
  const api = await world.apiOf(lender)
  await until('both have ended', async () => {
    const { cashBalance, reservedBalance } = await api.summary()
    return cashBalance === 5_000_000 - 201_811 && reservedBalance === 0 ? true : null
  })
  expect(await bank.transfersTo(account)).toHaveLength(2)
})

journey('WDR-05 refused by the bank, the money comes back whole', async (world) => {
  const { lender } = await makeLender(world, { code: '014', bank: 'BCA' })
  const { page } = await world.openWindow()
  await logIn(page, lender)
  await withdraw(page, 250_901, lender.password)
  await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
  const api = await world.apiOf(lender)
  await until('the bank has refused', async () => {
    const { cashBalance, reservedBalance } = await api.summary()
    return cashBalance === 5_000_000 && reservedBalance === 0 ? true : null
  })
  await page.getByRole('button', { name: 'Lihat Transaction History' }).click()
  await expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe('Rp5.000.000')
  await expectText(page.getByRole('table'), 'Gagal')
  await expectText(page.getByRole('region', { name: 'Pemberitahuan' }), 'Penarikan dana tidak berhasil')
})

journey(
  'WDR-05 the answer is lost: the next press, also after a reload, is the same withdrawal',
  async (world) => {
    const { lender } = await makeLender(world)
    const { page, watch } = await world.openWindow()
    watch.expect(/^request failed: POST .*\/withdrawals /)
    watch.expect(/^answer 400: POST .*\/withdrawals$/)
    await logIn(page, lender)
    const keys: (string | undefined)[] = []
    let tries = 0
    await page.route(withdrawalCall, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      tries += 1
      // The server has heard of it; the browser never hears of the server.
      if (tries === 1) await route.fetch()
      if (tries === 1) await route.abort('connectionreset')
      else await route.continue()
    })
    await withdraw(page, 300_000, lender.password)
    await expectSentenceUnder(
      passwordField(page),
      'Tidak ada koneksi internet, harap periksa jaringan Anda dan coba lagi.',
    )
    // A wrong password in between says nothing of the first try.
    await confirm(page, 'Salah2026')
    await expectSentenceUnder(passwordField(page), 'Kata Sandi tidak sesuai, mohon coba lagi.')
    await page.reload()
    await withdraw(page, 300_000, lender.password)
    await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
    expect(new Set(keys).size).toBe(1)
    const sent = (await (await world.apiOf(lender)).transactions()).filter(
      ({ typeName }) => typeName === 'Withdraw',
    )
    expect(sent.map(({ amount }) => amount)).toEqual([-300_000])
    const kept = await page.evaluate(() => [JSON.stringify(sessionStorage), JSON.stringify(localStorage)])
    expect(kept.join(' ')).not.toContain(lender.password)
  },
)
