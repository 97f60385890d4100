import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { phone } from './browser.ts'
import { StaffMember } from './staff-member.ts'
import { fundedLoan, paidOutLoan, twoPeople } from './console-stage.ts'
import {
  agree,
  expectState,
  fill,
  find,
  mainMenu,
  openAction,
  openProposal,
  propose,
} from './console-screens.ts'
import { journey, useBrowser, useProduct } from './journey.ts'
import { businessDay } from './operator.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import { expectText, press } from './screens.ts'

// Its rules are of no other journey.
useProduct({})
useBrowser()

journey(
  'CON-08 CON-09 CON-10 two people change a bank account by keyboard: masked, shown with a reason, proposed, read with the figures of now and agreed with a passkey',
  async (fixture) => {
    const [maker, decider] = await twoPeople(fixture, 'storeBankAccount')
    const lender = await fixture.makeLender({ cash: 2_000_000 })

    await maker.goto('/')
    await find(maker, lender.phone, new RegExp(lender.name))
    const facts = maker.page.locator('main')
    await facts.getByRole('heading', { level: 1, name: lender.name }).waitFor()
    expect(await facts.innerText()).not.toContain(lender.phone)
    await press(facts.getByRole('button', { name: /^Tampilkan nomor telepon/i }))
    const reveal = maker.page.getByRole('dialog')
    await press(reveal.getByRole('button', { name: 'Tampilkan' }))
    await expectText(reveal, 'Tuliskan alasannya')
    await reveal.getByLabel('Alasan').fill('Menelepon balik sebelum mengubah rekening')
    await press(reveal.getByRole('button', { name: 'Tampilkan' }))
    await expectText(facts, lender.phone)
    await checkAllScreens(maker.page, 'console-lender')

    await openAction(maker, 'Ubah rekening penarikan')
    await press(maker.page.getByRole('button', { name: 'Periksa' }))
    await expectText(maker.page.locator('main'), 'Isi bagian ini.')
    await checkAllScreens(maker.page, 'console-form')
    await fill(maker, {
      'Nomor rekening': '8810099123',
      'Nama pemilik rekening': lender.name,
      'Kode bank': '014',
      'Nama bank': 'BCA',
      Cabang: 'Sudirman',
    })
    const choice = maker.page.locator('main select')
    if ((await choice.count()) > 0) await choice.first().selectOption({ index: 1 })
    const number = await propose(maker, '8810099123', 'rekening penarikannya berubah')
    await expectState(maker, 'Menunggu')
    expect(await maker.page.getByRole('button', { name: 'Setujui' }).count()).toBe(0)

    await decider.goto('/')
    await expectText(decider.page.locator('main'), 'Menunggu Anda')
    await openProposal(decider, number)
    await checkAllScreens(decider.page, 'console-proposal')
    await agree(decider, '8810099123')
    await expectState(decider, 'Dilakukan')
    await find(decider, lender.phone, new RegExp(lender.name))
    await expectText(decider.page.locator('main'), '9123')
    await find(maker, `usulan ${number}`, /nomor usulan/)
    await expectState(maker, 'Dilakukan')
  },
)

journey(
  'CON-08 a payment is taken back and recorded again with the right sum, by two people, with several proposals at once and a result for each',
  async (fixture) => {
    const loan = await paidOutLoan(fixture)
    const reference = `SALAH-${randomInt(10 ** 8, 10 ** 9)}`
    await fixture.operator.run([
      ...['repayments', 'record', loan.loanNumber, '--paid-on', businessDay(0)],
      ...['--amount', '150000', '--reference', reference],
    ])
    const [maker, decider] = await twoPeople(fixture, 'reverseRepayment', 'changeContact')
    const other = await fixture.makeLender({ cash: 0 })

    await maker.goto('/')
    await find(maker, reference, new RegExp(reference))
    await openAction(maker, 'Batalkan pembayaran, atau catat ulang')
    await fill(maker, { 'Jumlah yang benar': '100000', Alasan: 'salah ketik di loket' })
    const first = await propose(maker, 'Rp150.000 diambil kembali', 'Rp100.000')
    await find(maker, other.phone, new RegExp(other.name))
    await openAction(maker, 'Ubah nomor telepon atau e-mail')
    await fill(maker, { 'E-mail baru': 'baru@contoh.example', 'Alasan, dan': 'KTP diperiksa' })
    const second = await propose(maker, 'baru@contoh.example')

    await decider.goto('/persetujuan')
    for (const number of [first, second])
      await decider.page.getByRole('checkbox', { name: `Pilih usulan ${number}` }).press('Space')
    await press(decider.page.getByRole('button', { name: 'Baca dan setujui' }))
    const dialog = decider.page.getByRole('dialog')
    await expectText(dialog, 'Rp150.000 diambil kembali')
    // Meanwhile its maker has withdrawn one of them.
    await press(maker.page.getByRole('button', { name: 'Tarik usulan' }))
    await press(maker.page.getByRole('dialog').getByRole('button', { name: 'Tarik usulan' }))
    await expectState(maker, 'Ditarik')
    await press(dialog.getByRole('button', { name: 'Setujui 2 usulan' }))
    await expectText(dialog, `Usulan ${first} disetujui dan sudah dilakukan.`)
    await expectText(dialog, `Usulan ${second} tidak diputuskan.`)
    await checkAllScreens(decider.page, 'console-results')
    await press(dialog.getByRole('button', { name: 'Selesai' }))
    await find(decider, reference, new RegExp(reference))
    await expectText(decider.page.locator('main'), 'Rp100.000')
  },
)

journey(
  'CON-08 CON-09 a question of a lender is answered from a request id: search, the page as the lender sees it, the trail with who looked',
  async (fixture) => {
    const { lender, loan } = await fundedLoan(fixture)
    const person = await StaffMember.hire(fixture, `Sari Dewi ${randomInt(1_000, 10_000)}`, ['LOOK'], phone)
    const { events } = (await fixture.operator.run([
      ...['audit', 'search', '--operation', 'fundLoan', '--loan', loan.loanNumber],
    ])) as { events: { requestId: string }[] }
    const requestId = events[0]?.requestId ?? ''
    expect(requestId).not.toBe('')

    await person.goto('/cari')
    await person.page.getByRole('textbox', { name: 'Cari' }).fill(requestId)
    await press(person.page.getByRole('link', { name: new RegExp(lender.name) }))
    const main = person.page.locator('main')
    await expectText(main, loan.loanNumber)
    await expectText(main, 'Rp2.000.000')
    await expectFitsNarrow(person.page, 'console-lender')
    expect(await person.page.getByRole('link', { name: 'Ubah nomor telepon atau e-mail' }).count()).toBe(0)
    await press(mainMenu(person.page).getByRole('button', { name: 'Lainnya' }))
    await press(person.page.getByRole('dialog').getByRole('link', { name: 'Jejak' }))
    await person.page.getByLabel('Tindakan').fill('openLenderPage')
    await press(person.page.getByRole('button', { name: 'Cari', exact: true }).last())
    await expectText(main, person.name)
    await expectFitsNarrow(person.page, 'console-trail')
    await checkAllScreens(person.page, 'console-trail')
  },
)

journey(
  'CON-05 CON-08 a run without a second pair stands on the first screen until another person has looked',
  async (fixture) => {
    const [maker, decider] = await twoPeople(fixture, 'changeContact')
    const { phone: number } = await fixture.makeLender({ cash: 0 })
    await fixture.operator.runAtTerminal([
      ...['lenders', 'change-contact', '--phone', number, '--new-email', `malam${number}@contoh.example`],
      ...['--reason', 'e2e', '--operator', maker.name, '--break-glass', 'bank tutup malam ini'],
    ])
    await decider.goto('/')
    const main = decider.page.locator('main')
    await expectText(main, 'Dijalankan tanpa persetujuan orang kedua')
    await expectText(main, maker.name)
    await checkAllScreens(decider.page, 'console-today')
    await maker.goto('/')
    // The own run of the maker is refused to them: the refusal is an answer, which the browser logs.
    maker.watch.expect(/^answer 403: .*preview/)
    await openAction(maker, 'Tinjau perintah tanpa orang kedua')
    await press(maker.page.getByRole('button', { name: 'Periksa' }))
    await expectText(maker.page.locator('main'), 'orang lain')

    const other = await StaffMember.hire(fixture, `Sari Dewi ${randomInt(1_000, 10_000)}`, ['LOOK', 'WORK'])
    await other.goto('/')
    await openAction(other, 'Tinjau perintah tanpa orang kedua')
    await press(other.page.getByRole('button', { name: 'Periksa' }))
    await press(other.page.getByRole('dialog').getByRole('button', { name: 'Lakukan' }))
    await expectText(other.page.locator('main'), `ditinjau ${other.name}`)
    await decider.page.reload()
    await expectText(decider.page.locator('main'), 'Tidak ada yang menunggu')
    expect(await decider.page.getByText('Dijalankan tanpa persetujuan').count()).toBe(0)
  },
)

journey(
  'CON-07 CON-08 a session that has ended leads to the login and back to the same page, and a person without a right is refused with words',
  async (fixture) => {
    const person = await StaffMember.hire(fixture, `Dewi Lestari ${randomInt(1_000, 10_000)}`, ['LOOK'])
    await person.goto('/staf')
    await person.page.getByRole('table', { name: 'Staf' }).waitFor()
    await person.page.context().clearCookies()
    person.watch.expect(/^answer 401: /)
    await press(mainMenu(person.page).getByRole('link', { name: 'Jejak' }))
    await expectText(person.page.locator('main'), 'Sesi Anda telah berakhir')
    await checkAllScreens(person.page, 'console-login')
    await person.logIn()
    await person.page.getByRole('heading', { level: 1, name: 'Jejak' }).waitFor()
    await person.goto('/tindakan/changeContact')
    await expectText(person.page.locator('main'), 'Anda tidak berwenang mengajukan')
    await person.page.context().setOffline(true)
    person.watch.expect(/^request failed: /)
    await press(mainMenu(person.page).getByRole('link', { name: 'Hari ini' }))
    await expectText(person.page.locator('main'), 'Hari ini tidak dapat dimuat')
    await person.page.context().setOffline(false)
    // What failed is loaded again as soon as there is a network.
    await expectText(person.page.locator('main'), 'Tidak ada yang menunggu')
    await person.goto('/staf')
    await checkAllScreens(person.page, 'console-staff')
  },
)

// The last one: its rule asks for a second pair at each later invitation.
journey(
  'CON-07 CON-08 a lost passkey: a colleague proposes an invitation, another agrees, its link comes to the person alone, and the lost one opens nothing',
  async (fixture) => {
    const person = await StaffMember.hire(fixture, `Eka Putri ${randomInt(1_000, 10_000)}`, ['LOOK'])
    const [maker, decider] = await twoPeople(fixture, 'inviteStaff')
    await maker.goto('/staf')
    await openAction(maker, 'Undang staf, atau ganti passkey yang hilang')
    await fill(maker, { 'Nama staf': person.name, Alasan: 'laptop dicuri' })
    const number = await propose(maker, person.name)
    await decider.goto('/persetujuan')
    await openProposal(decider, number)
    await agree(decider, person.name)
    await expectState(decider, 'Dilakukan')

    person.watch.expect(/^answer 401: /)
    await person.goto('/')
    const login = person.page.locator('main')
    await expectText(login, 'Konsol operator')
    person.watch.expect(/^answer 403: /)
    await press(person.page.getByRole('button', { name: 'Masuk dengan passkey' }))
    await expectText(login, 'tidak terdaftar atau sudah dicabut')

    const letter = await person.mailbox(fixture).mailWith('/console/invitation#')
    const link = /http\S+\/console\/invitation#\S+/.exec(letter.text)?.[0] ?? ''
    const again = await StaffMember.open(fixture, person)
    await again.accept(link)
    await expectText(again.page.getByRole('table', { name: 'Passkey Anda' }), 'Laptop')
    again.watch.expect(/^answer 410: /)
    await again.goto(`/invitation${new URL(link).hash}`)
    await again.page.reload()
    await again.page.getByLabel('Nama passkey').fill('Sekali lagi')
    await press(again.page.getByRole('button', { name: 'Buat passkey' }))
    await expectText(again.page.locator('main'), 'sudah dipakai atau lewat waktu')
  },
)
