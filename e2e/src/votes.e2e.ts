import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './browser.ts'
import {
  expectState,
  haveRules,
  joinCompany,
  openCompany,
  openProposal,
  proposalNumber,
} from './company-screens.ts'
import { expand } from './dashboard.ts'
import { journey, useBrowser, type Fixture } from './journey.ts'
import { businessDay, type Lender, type Loan } from './operator.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import {
  expectPath,
  expectSentenceUnder,
  expectText,
  logIn,
  openDashboard,
  portfolioRow,
  press,
} from './screens.ts'
import { until } from './waiting.ts'

useBrowser()

const total = 3_000_000

/** A loan that was paid out today, funded by these lenders in these parts. */
async function lent(fixture: Fixture, parts: readonly (readonly [Lender, number])[]): Promise<Loan> {
  const loan = await fixture.makeLoan({ total, minimum: 500_000, interest: 0.12, tenor: 12 })
  for (const [lender, amount] of parts) {
    const api = await fixture.apiOf(lender)
    await api.prepareAgreement(loan.loanNumber, amount)
    const offered = await api.offered(loan)
    if (!offered) throw new Error('the loan is not offered')
    const body = { loanId: offered.loanId, loanNumber: loan.loanNumber, amount }
    const funded = await api.fund(body, `vote-${loan.loanNumber}-${lender.phone}`)
    await until('the provider takes the signature', async () => {
      await api.sign(funded)
      return true
    })
    await until('it is settled', async () =>
      (await api.fundingState(funded.docToken)).state === 'SETTLED' ? true : null,
    )
  }
  await fixture.operator.run(['disbursements', 'make', loan.loanNumber])
  return loan
}

const terms = ['--agreed-on', businessDay(0), '--interest', '0.06', '--interest-type', 'ANNUITY']
const tenor = ['--tenor', '24', '--tenor-period', 'MONTH']

async function called({ operator, product }: Fixture, { loanNumber }: Loan) {
  const consent = path.join(product.dataDir, `consent-${loanNumber}.pdf`)
  writeFileSync(consent, 'the consent of the borrower')
  return (await operator.run([
    ...['loans', 'vote', 'call', loanNumber, ...terms, ...tenor, '--asked-by', 'borrower'],
    ...[
      '--reason',
      'Omzet Penerima Dana turun sejak pasar lama ditutup, dan angsuran semula tidak tertanggung.',
    ],
    ...['--consent', `C-${loanNumber}`, '--consent-provider', 'Tanda Tangan Contoh'],
    ...['--consent-at', `${businessDay(-1)}T09:00:00+07:00`, '--consent-file', consent],
  ])) as { voteId: string; sha256: string }
}

const own = (page: Page): Locator => page.getByRole('region', { name: 'Suara Anda' })

const wrongPassword = /^answer 400: POST .*\/votes\/cast$/

/** Chooses and confirms with the password, first with a wrong one. */
async function vote(page: Page, choice: 'Setuju' | 'Tidak setuju', password: string): Promise<void> {
  await own(page).getByRole('button', { name: choice, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `${choice} dengan ketentuan baru?` })
  const field = dialog.getByLabel('Kata Sandi', { exact: true })
  await field.fill('SalahSekali2026')
  await page.keyboard.press('Enter')
  await expectSentenceUnder(field, 'Kata sandi salah. Suara Anda belum dicatat.')
  await field.fill(password)
  await page.keyboard.press('Enter')
  await expectText(own(page), `Anda memilih: ${choice}`)
}

journey(
  'VOTE-01 VOTE-02 VOTE-03 VOTE-05 VOTE-07 a vote on new terms is called, cast by two lenders, passes, and the new terms stand beside those of before',
  async (fixture) => {
    const [one, two] = [await fixture.makeLender(), await fixture.makeLender()]
    const loan = await lent(fixture, [
      [one, 2_000_000],
      [two, 1_000_000],
    ])
    const { voteId } = await called(fixture, loan)

    const { page, watch } = await fixture.openWindow()
    watch.expect(wrongPassword)
    await logIn(page, one, '/notifications')
    await page.getByRole('link', { name: 'Pemungutan suara: ketentuan baru' }).click()
    await expectPath(page, `/pemungutan-suara/${voteId}`)
    await expectText(own(page), 'Anda belum bersuara.')
    const offered = page.getByRole('region', { name: 'Ketentuan bagi Anda' })
    await expectText(offered.getByRole('row', { name: /^Bunga per tahun/ }), '12,000%')
    await expectText(offered.getByRole('row', { name: /^Bunga per tahun/ }), '6,000%')
    await expectText(offered.getByRole('row', { name: /^Pokok yang akan kembali/ }), 'Rp2.000.000')
    await checkAllScreens(page, 'vote-open')
    await expectFitsNarrow(page, 'vote')
    await vote(page, 'Tidak setuju', one.password)
    await vote(page, 'Setuju', one.password)
    await expectText(own(page), '66% sisa pokok, 1 dari 2 Pemberi Dana')

    const small = await fixture.openWindow(phone)
    small.watch.expect(wrongPassword)
    await logIn(small.page, two, `/pemungutan-suara/${voteId}`)
    await small.page.getByRole('button', { name: /^Tampilkan semua/ }).click()
    await vote(small.page, 'Tidak setuju', two.password)
    await fixture.operator.votesLater('15 days')

    await page.reload()
    await expectText(page.getByRole('main'), 'Ketentuan lama berlaku sampai ketentuan baru dicatat.')
    await checkAllScreens(page, 'vote-passed')
    const addendum = path.join(fixture.product.dataDir, `addendum-${loan.loanNumber}.pdf`)
    await fixture.operator.run(['loans', 'vote', 'show', loan.loanNumber, '--addendum', addendum])
    await fixture.operator.run([
      ...['loans', 'restructure', loan.loanNumber, ...terms, ...tenor],
      ...['--agreement', `ADD-${loan.loanNumber}`, '--agreement-file', addendum],
    ])

    await openDashboard(page)
    await page.reload()
    const row = portfolioRow(page, loan)
    await expectText(row, '6,000%, 24 Bulan')
    await expectText(row, 'semula 12,000%, 12 Bulan')
    const panel = await expand(row, 'Angsuran')
    await panel.getByRole('row').nth(1).waitFor()
    await expectText(page.getByRole('main'), 'Ketentuan baru; semula bunga 12,000%, 12 Bulan')
    await checkAllScreens(page, 'vote-row')

    await page.goto('/lender/documents?kind=votes')
    const list = page.getByRole('list', { name: 'Pemungutan suara' })
    await expectText(list, 'Disetujui dan berlaku')
    await expectText(list, 'Suara Anda: Setuju')
    await checkAllScreens(page, 'vote-documents')
    const api = await fixture.apiOf(two)
    const [kept] = (await api.read('GET /votes', {})).list
    expect(kept).toMatchObject({ id: voteId, state: 'USED', agrees: false, record: expect.any(String) })
  },
)

journey(
  'VOTE-02 COM-04 a vote of a company is proposed by one, read with its terms by another, and cast with their password',
  async (fixture) => {
    const { company, first } = await openCompany(fixture, { asksPassword: false })
    const loan = await lent(fixture, [[company, total]])
    const { voteId } = await called(fixture, loan)
    const maker = await joinCompany(fixture, first, 'Budi Santoso', ['Pengusul'])
    await haveRules(fixture, first, ['FUNDING'])
    await maker.page.goto(`/lender/pemungutan-suara/${voteId}`)
    await own(maker.page).getByRole('button', { name: 'Setuju', exact: true }).click()
    const asked = maker.page.getByRole('dialog', { name: 'Setuju dengan ketentuan baru?' })
    await asked.getByLabel('Kata Sandi', { exact: true }).fill(maker.password)
    await press(asked.getByRole('button', { name: 'Ajukan: Setuju' }))
    const number = await proposalNumber(maker.page)
    await expectState(maker.page, 'Menunggu')

    await first.page.reload()
    await openProposal(first.page, number)
    const main = first.page.getByRole('main')
    await expectText(main, loan.loanNumber)
    await expectText(main, 'Belum bersuara')
    await checkAllScreens(first.page, 'company-vote-proposal')
    await expectFitsNarrow(first.page, 'company-vote-proposal')
    await main.getByRole('link', { name: 'Baca semula dan menjadi' }).click()
    await expectText(own(first.page), 'Anda belum bersuara.')
    await first.page.goBack()
    await press(first.page.getByRole('button', { name: 'Baca dan setujui' }))
    const decided = first.page.getByRole('dialog', { name: 'Setuju dengan ketentuan baru?' })
    await decided.getByLabel('Kata Sandi', { exact: true }).fill(first.password)
    await press(decided.getByRole('button', { name: 'Setujui dan kirim: Setuju' }))
    await expectState(first.page, 'Disetujui')
    await maker.page.goto(`/lender/pemungutan-suara/${voteId}`)
    await expectText(own(maker.page), 'Anda memilih: Setuju')
  },
)

journey(
  'VOTE-04 VOTE-08 a vote without a quorum is called a second time, and then ends without new terms',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const loan = await lent(fixture, [[lender, total]])
    const { voteId } = await called(fixture, loan)
    await fixture.operator.votesLater('15 days')
    const { page } = await fixture.openWindow(phone)
    await logIn(page, lender, `/pemungutan-suara/${voteId}`)
    await expectText(own(page), 'Ini panggilan kedua')
    await expectText(own(page), 'paling sedikit 1/3 sisa pokok bersuara')
    await fixture.operator.votesLater('40 days')
    await page.reload()
    await expectText(own(page), 'Yang bersuara kurang dari kuorum. Ketentuan pinjaman tidak berubah.')
    await expectText(own(page), 'Anda tidak bersuara.')
    await page.goto('/lender/documents?kind=votes')
    await expectText(page.getByRole('list', { name: 'Pemungutan suara' }), 'Kuorum tidak tercapai')
    await openDashboard(page)
    await expectText(portfolioRow(page, loan), '12,000%, 12 Bulan')
  },
)

journey(
  'OPS-04 the addendum of a holding that went to an heir stands under their Dokumen and at the loan',
  async (fixture) => {
    const [former, heir] = [await fixture.makeLender(), await fixture.makeLender()]
    const loan = await lent(fixture, [[former, total]])
    const deed = path.join(fixture.product.dataDir, `deed-${loan.loanNumber}.pdf`)
    writeFileSync(deed, 'a certificate of inheritance')
    const document = ['--document', `SKW ${loan.loanNumber}`, '--document-file', deed]
    await fixture.operator.run([
      ...['lenders', 'transfer-holdings', '--from', former.phone, '--to', heir.phone, '--kind', 'DEATH'],
      ...['--value-date', businessDay(0), ...document, '--reason', 'waris'],
    ])
    const { page } = await fixture.openWindow()
    await logIn(page, heir, '/documents?kind=agreements')
    const row = page.getByRole('list', { name: 'Dokumen pendanaan' }).getByRole('listitem').first()
    await expectText(row, loan.loanNumber)
    await row.getByRole('button', { name: /^Perjanjian Pengalihan/ }).waitFor()
    await expect.poll(() => row.getByRole('button').count()).toBe(1)
    await checkAllScreens(page, 'transfer-documents')
    await expectFitsNarrow(page, 'transfer-documents')
    await openDashboard(page)
    await portfolioRow(page, loan)
      .getByRole('button', { name: `Dokumen ${loan.loanNumber}` })
      .click()
    await page.getByRole('menuitem', { name: 'Addendum Pengalihan' }).waitFor()
  },
)
