import { randomInt } from 'node:crypto'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { cellsOf, entryOf, expand } from './dashboard.ts'
import { journey, useBrowser, type Fixture } from './journey.ts'
import type { LenderApi } from './lender-api.ts'
import { checkAllScreens } from './screen-checks.ts'
import { businessDay, type Loan } from './operator.ts'
import {
  expectText,
  logIn,
  openDashboard,
  openTransactions,
  summaryFigure,
  transactionRow,
} from './screens.ts'
import { until } from './waiting.ts'

useBrowser()

const total = 2_000_000

/** Makes a loan that one lender has funded alone and that was paid out today. */
async function lendAll(fixture: Fixture, api: LenderApi): Promise<Loan> {
  const loan = await fixture.makeLoan({ total, minimum: 500_000, purpose: 'Menambah stok barang' })
  await api.prepareAgreement(loan.loanNumber, total)
  const offered = await api.offered(loan)
  if (!offered) throw new Error('the loan is not offered')
  const body = { loanId: offered.loanId, loanNumber: loan.loanNumber, amount: total }
  const funded = await api.fund(body, `correction-${loan.loanNumber}`)
  await until('the provider takes the signature', async () => {
    await api.sign(funded)
    return true
  })
  await until('it is settled', async () =>
    (await api.fundingState(funded.docToken)).state === 'SETTLED' ? true : null,
  )
  await fixture.operator.run(['disbursements', 'make', loan.loanNumber])
  return loan
}

/** Opens the loan in the portfolio, and checks its first installment: the total it paid, and its status. */
async function expectFirstInstallment(page: Page, loan: Loan, paid: string, state: string): Promise<void> {
  const panel = await expand(entryOf(page, loan.loanNumber), 'Angsuran')
  await expect
    .poll(async () => {
      const [cells] = await cellsOf(panel)
      // The cell has the date of the payment below the amount.
      return [cells?.[6]?.split(' ')[0], cells?.[7]]
    })
    .toEqual([paid, state])
}

const movement = (page: Page, loan: Loan, words: string | RegExp) =>
  transactionRow(page, loan).filter({ hasText: words })

const expectCash = (page: Page, rupiah: number) =>
  expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe(formatRupiah(rupiah))

journey(
  'FIX-14 VAL-01 the lender sees a repayment, its reversal with the reason and the installment unpaid again, and an amount that is put right',
  async (fixture) => {
    const { operator } = fixture
    const lender = await fixture.makeLender({ cash: 5_000_000 })
    const api = await fixture.apiOf(lender)
    const loan = await lendAll(fixture, api)
    const [item] = await api.portfolio()
    const { detailList } = await api.read('GET /portfolio/detail', {
      propertyLenderId: item?.propertyLenderId ?? '',
    })
    const [first] = detailList
    if (!first) throw new Error('the loan has no installments')
    const amount = first.principalPayment + first.interestPayment
    const net = amount - first.tax
    const before = await api.summary()

    const reference = `SALAH-${randomInt(10 ** 8, 10 ** 9)}`
    await operator.run([
      ...['repayments', 'record', loan.loanNumber, '--paid-on', businessDay(0)],
      ...['--amount', String(amount), '--reference', reference],
    ])

    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await expectCash(page, before.cashBalance + net)
    await expectFirstInstallment(page, loan, formatRupiah(net), 'Lunas')
    await checkAllScreens(page, 'correction-before-portfolio')
    await openTransactions(page)
    await expectText(movement(page, loan, /Angsuran/), `+${formatRupiah(net)}`)
    await checkAllScreens(page, 'correction-before-history')

    const paid = await api.summary()
    const reverse = ['repayments', 'reverse', reference, '--reason', 'jumlah salah dibaca']
    const rehearsed = await operator.run([...reverse, '--dry-run'])
    expect(rehearsed).toMatchObject({ loanNumber: loan.loanNumber, amount, owed: 0, dryRun: true })
    expect(await api.summary()).toEqual(paid)
    const reversed = await operator.run(reverse)
    expect(reversed).toMatchObject({ loanNumber: loan.loanNumber, amount, owed: 0 })
    expect(await api.summary()).toEqual(before)

    await page.reload()
    const correction = movement(page, loan, 'Koreksi angsuran')
    await expectText(correction, `-${formatRupiah(net)} Ditarik kembali karena tercatat keliru`)
    // The original entry stays in the history: an entry that a lender has seen never disappears.
    await expectText(movement(page, loan, /Angsuran/), `+${formatRupiah(net)}`)
    await checkAllScreens(page, 'correction-after-history')
    await openDashboard(page)
    await expectCash(page, before.cashBalance)
    await expectFirstInstallment(page, loan, 'Rp0', 'Terjadwal')
    await checkAllScreens(page, 'correction-after-portfolio')

    // Twice the amount was read: the reversal says the right one in the same step.
    const again = `${reference}-2`
    await operator.run([
      ...['repayments', 'record', loan.loanNumber, '--paid-on', businessDay(0)],
      ...['--amount', String(2 * amount), '--reference', again],
    ])
    const right = ['--amount', String(amount), '--reason', 'dua kali dibaca']
    await operator.run(['repayments', 'reverse', again, ...right])
    expect(await api.summary()).toEqual(paid)
    await page.reload()
    await expectCash(page, before.cashBalance + net)
    await expectFirstInstallment(page, loan, formatRupiah(net), 'Lunas')
    await openTransactions(page)
    await expect.poll(() => movement(page, loan, /Angsuran/).count()).toBe(3)
    await expect.poll(() => movement(page, loan, 'Koreksi angsuran').count()).toBe(2)
    await checkAllScreens(page, 'correction-right-history')
  },
)
