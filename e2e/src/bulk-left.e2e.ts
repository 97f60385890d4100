import { formatRupiah } from '@pematang/contract/format/rupiah'
import { expect } from 'vitest'
import { askToFund, bulkLoanCards, fundingBar, openProduct } from './bulk-screens.ts'
import { journey, useBrowser } from './journey.ts'
import { expectCount, expectText, logIn } from './screens.ts'

useBrowser()

const amount = 2_000_000

journey(
  'SCN-19 a loan that left a product before its card was loaded is named when the product is funded',
  async (fixture) => {
    const product = await fixture.operator.makeProduct(
      Array.from({ length: 40 }, (_, index) => ({ total: amount, borrowerName: `Warung ${index + 1}` })),
    )
    const last = product.loans.at(-1)?.loanNumber ?? '?'
    const lender = await fixture.makeLender({ cash: 40 * amount, company: 'PT Dana Bersama' })
    await fixture.operator.offerProducts(lender)
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    const numbers = page.waitForResponse(/\/marketplace\/bulk\/loan-numbers\?/)
    await openProduct(page, product)
    expect((await numbers).status()).toBe(200)
    await expectCount(bulkLoanCards(page).filter({ hasText: last }), 0)
    await fixture.operator.run(['loans', 'cancel', last])
    // Cards that come later already know the smaller product, and still what left it is named.
    await bulkLoanCards(page).last().scrollIntoViewIfNeeded()
    await expectText(fundingBar(page), formatRupiah(39 * amount))
    const detail = await askToFund(page)
    await detail.getByRole('button', { name: 'Ya, Danai Pinjaman' }).click()
    await expectText(detail, `Tidak terbuka lagi: ${last}.`)
    await expectText(detail, `Total Pinjaman ${formatRupiah(39 * amount)}`)
  },
)
