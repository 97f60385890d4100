import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { many, one } from '../../platform/db/database.ts'
import { virtualAccountsOf } from '../profile/index.ts'
import { aBank } from '../../cash/testing.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let operator: ReturnType<typeof operatorOn>
beforeAll(async () => {
  fixture = await makeFixture({ overrides: { banks: [aBank(1).bank, aBank(2).bank] } })
  operator = operatorOn(fixture)
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const audited = (operation: string) =>
  many<{ actor: string; subject: string; detail: unknown }>(
    fixture.context.db,
    'test.audited',
    'select actor, subject, detail from audit_event where operation = $1 order by id',
    [operation],
  )
let phones = 85_000_000_000
const aPhone = () => String((phones += 1))
const create = (phone: string, ...more: string[]) =>
  operator([
    ...['--json', 'lenders', 'create', '--phone', phone, '--name', 'Sri', '--email', 's@c.example', ...more],
  ])
const show = async (phone: string) =>
  (await operator(['--json', 'lenders', 'show', '--phone', phone])).json.lender

describe('SRV-01 lenders', () => {
  test('the operator creates a lender once, and sees it without secrets', async () => {
    const phone = aPhone()
    const result = await create(phone)
    expect([result.exit, result.json]).toEqual([0, { lenderId: expect.any(Number) }])
    expect(await create(phone)).toMatchObject({
      exit: 2,
      json: { error: `phone: ${phone} sudah terdaftar` },
    })
    const shown = await operator(['lenders', 'show', '--phone', phone])
    expect(shown.out, 'the name once').toContain(`Sri, perorangan, Pemberi Dana ${result.json.lenderId}\n`)
    expect(shown.out).toContain('pajak DOMESTIC, 15% dari bunga')
    const facts = JSON.stringify(await show(phone))
    expect(facts).not.toMatch(/argon2|password|digiSign/i)
  })

  test('FIX-18 a company has a person in charge, by default its contact; an individual has none', async () => {
    const phone = aPhone()
    await create(phone, '--company', 'PT Bumi Contoh', '--pic', 'Bagas Wirawan')
    expect((await show(phone)).institution).toMatchObject({
      companyName: 'PT Bumi Contoh',
      picFullName: 'Bagas Wirawan',
      picPhone: phone,
    })
    const other = aPhone()
    await create(other, '--company', 'PT Laut Contoh')
    expect((await show(other)).institution).toMatchObject({ picFullName: 'Sri' })
    expect(await create(aPhone(), '--pic', 'Bagas')).toMatchObject({
      exit: 2,
      json: { error: '--company-email dan --pic milik perusahaan: sebutkan perusahaannya dengan --company.' },
    })
  })

  test('creating a lender with a malformed phone or e-mail is refused', async () => {
    const phone = aPhone()
    expect((await create('12')).exit).toBe(2)
    expect((await create(phone, '--company-email', 'nobody')).exit).toBe(2)
    expect((await operator(['lenders', 'show', '--phone', phone])).err).toBe(
      `Tidak ada Pemberi Dana dengan nomor ${phone}.\n`,
    )
  })

  test('a dry run of creating a lender creates none', async () => {
    const phone = aPhone()
    const result = await create(phone, '--dry-run')
    expect(result).toMatchObject({ exit: 0, json: { lenderId: expect.any(Number), dryRun: true } })
    expect((await operator(['lenders', 'show', '--phone', phone])).exit).toBe(2)
    expect((await create(phone)).exit).toBe(0)
  })

  test('`lenders list` shows all lenders with their cash', async () => {
    const { phone } = await aLender(fixture.context, { cash: 7_000 })
    const { lenders } = (await operator(['--json', 'lenders', 'list'])).json
    const { count } = await one<{ count: number }>(
      fixture.context.db,
      'test.n',
      'select count(*) from lender',
    )
    expect(lenders).toHaveLength(count)
    expect(lenders.find((lender: { phone: string }) => lender.phone === phone)).toMatchObject({
      cash: 7_000,
      held: 0,
      corporate: false,
    })
    expect((await operator(['lenders', 'list'])).out).toContain(
      `${phone}  perorangan  dana 7000, dicadangkan 0`,
    )
  })

  test('a top-up by the operator is credited once when the command is repeated', async () => {
    const { phone } = await aLender(fixture.context)
    const topUp = (...more: string[]) =>
      operator([
        ...['--json', 'lenders', 'top-up', '--phone', phone, '--payment', `P-${phone}`],
        ...['--without-line', 'test', ...more],
      ])
    expect((await topUp('--amount', '5000', '--dry-run')).json).toMatchObject({
      credited: true,
      dryRun: true,
    })
    expect((await show(phone)).cash).toBe(0)
    expect((await topUp('--amount', '5000')).json).toMatchObject({ credited: true })
    expect((await topUp('--amount', '5000')).json).toMatchObject({ credited: false })
    expect((await topUp('--amount', '5001')).exit).toBe(2)
    for (const amount of ['0', '-1', '1.5', '1e6', '5.000', '1000000000000', '9007199254740992', ''])
      expect([amount, (await topUp('--amount', amount)).exit]).toEqual([amount, 2])
    expect((await show(phone)).cash).toBe(5_000)
  })
})

describe('ROL-01 data of a lender', () => {
  const company = (phone: string, name: string) => [
    'lenders',
    'corporate-profile',
    '--phone',
    phone,
    '--name',
    name,
    '--email',
    'dana@contoh.example',
    '--pic',
    'Bagas',
    '--pic-phone',
    '0812345678',
  ]

  test('PRO-01 institution data are stored for a corporate lender only', async () => {
    const phone = aPhone()
    await create(phone, '--company', 'PT Satu')
    expect((await operator([...company(phone, 'PT Dua'), '--dry-run'])).exit).toBe(0)
    expect((await show(phone)).institution.companyName).toBe('PT Satu')
    expect((await operator(company(phone, 'PT Dua'))).exit).toBe(0)
    expect((await show(phone)).institution).toEqual({
      companyName: 'PT Dua',
      companyEmail: 'dana@contoh.example',
      picFullName: 'Bagas',
      picPhone: '812345678',
    })
    const { phone: individual } = await aLender(fixture.context)
    expect((await operator(company(individual, 'PT Tiga'))).err).toMatch(/orang pribadi, bukan perusahaan/)
  })

  test('a lender’s bank account is stored unchanged, but shown only by its last digits and left out of the audit trail', async () => {
    const { phone, lenderId } = await aLender(fixture.context)
    const keep = (number: string) =>
      operator([
        'lenders',
        'bank-account',
        ...['--phone', phone, '--number', number, '--holder', 'Sri Lestari', '--code', '009'],
        ...['--bank', 'BNI', '--branch', 'Jakarta', '--method', '1'],
      ])
    expect((await keep('0123456789')).exit).toBe(0)
    expect((await keep('9876543210')).exit).toBe(0)
    expect((await keep('12a')).exit).toBe(2)
    expect((await show(phone)).bank).toEqual({
      bankCode: '009',
      bankName: 'BNI',
      methodPayment: 1,
      lastDigits: '3210',
    })
    const kept = await one(
      fixture.context.db,
      'test.bank',
      'select account_name, account_number, bank_branch from lender_bank_account where lender_id = $1',
      [lenderId],
    )
    expect(kept).toEqual({
      account_name: 'Sri Lestari',
      account_number: '9876543210',
      bank_branch: 'Jakarta',
    })
    expect(JSON.stringify(await audited('storeBankAccount'))).not.toMatch(/9876543210|Lestari/)
  })

  test('a lender’s tax status is stored with the legal rates or the rate of a treaty', async () => {
    const { phone, lenderId } = await aLender(fixture.context)
    const tax = (...more: string[]) =>
      operator(['--json', 'lenders', 'tax-status', '--phone', phone, ...more])
    for (const [status, ratePpm] of [
      ['NO_TAX_NUMBER', 300_000],
      ['FOREIGN', 200_000],
      ['DOMESTIC', 150_000],
    ]) {
      expect((await tax('--status', String(status))).json).toEqual({ lenderId, status, ratePpm })
    }
    expect((await tax('--status', 'TREATY', '--rate', '0.1')).json.ratePpm).toBe(100_000)
    expect((await show(phone)).taxRatePpm).toBe(100_000)
    expect((await tax('--status', 'TREATY')).exit).toBe(2)
    expect((await tax('--status', 'DOMESTIC', '--rate', '0.1')).exit).toBe(2)
    for (const rate of ['1.1', '-0.1', '0,1', '10', 'x', '0.0000001'])
      expect([rate, (await tax('--status', 'TREATY', '--rate', rate)).exit]).toEqual([rate, 2])
    for (const rate of ['0.200001', '0.5', '1']) {
      const { exit, err } = await tax('--status', 'TREATY', '--rate', rate)
      expect([exit, err]).toEqual([2, expect.stringContaining('paling banyak 0.2')])
    }
    expect((await tax('--status', 'TREATY', '--rate', '0.2', '--dry-run')).exit).toBe(0)
    expect((await show(phone)).taxStatus).toBe('TREATY')
  })

  test('MKT-01 the operator sets whether a lender is offered bulk products', async () => {
    const { phone } = await aLender(fixture.context)
    expect((await show(phone)).bulkFunding).toBe(false)
    expect((await operator(['lenders', 'bulk-funding', 'on', '--phone', phone])).exit).toBe(0)
    expect((await show(phone)).bulkFunding).toBe(true)
    expect((await operator(['lenders', 'bulk-funding', 'perhaps', '--phone', phone])).exit).toBe(2)
    expect((await operator(['lenders', 'bulk-funding', 'off', '--phone', phone])).exit).toBe(0)
    expect((await show(phone)).bulkFunding).toBe(false)
  })
})

describe('DEP-01 virtual accounts', () => {
  const add = (phone: string, number: string, method = '1', ...more: string[]) =>
    operator([
      ...['--json', 'lenders', 'virtual-account', 'add', number, '--phone', phone, '--method', method],
      ...['--code', '009', '--bank', 'BNI', '--holder', 'Sri', ...more],
    ])
  const end = (phone: string, number: string) =>
    operator(['--json', 'lenders', 'virtual-account', 'end', number, '--phone', phone])

  test('virtual accounts have 15 digits and belong to one lender forever, even after closing', async () => {
    const [mine, other] = [await aLender(fixture.context), await aLender(fixture.context)]
    const number = '988000000000001'
    for (const bad of ['98800000000000', '9880000000000001', '98800000000000x', ''])
      expect([bad, (await add(mine.phone, bad)).exit]).toEqual([bad, 2])
    expect((await add(mine.phone, number, '1', '--dry-run')).json).toMatchObject({
      assigned: true,
      dryRun: true,
    })
    expect((await add(mine.phone, number)).json).toMatchObject({ assigned: true, number })
    expect((await add(mine.phone, number)).json).toMatchObject({ assigned: false })
    expect((await add(mine.phone, number, '2')).json.error).toMatch(
      /tidak meneruskan nomor 988000000000001 kepada kita/,
    )
    expect((await add(other.phone, number)).json.error).toMatch(/milik Pemberi Dana lain/)
    expect((await end(other.phone, number)).exit).toBe(2)
    expect((await end(mine.phone, number)).json).toMatchObject({ ended: true })
    expect((await end(mine.phone, number)).json).toMatchObject({ ended: false })
    expect((await add(other.phone, number)).exit).toBe(2)
    expect((await add(mine.phone, number)).json.error).toMatch(/sudah diakhiri/)
  })

  test('FIX-18 a virtual account must have the prefix of a configured bank, and the refusal lists the prefixes', async () => {
    const { phone } = await aLender(fixture.context)
    expect(await add(phone, '123450000000001')).toMatchObject({
      exit: 2,
      json: {
        error: 'va_bni: BNI tidak meneruskan nomor 123450000000001 kepada kita: nomor metode 1 diawali 98800',
      },
    })
    expect((await add(phone, '988000000000091', '2')).json.error).toMatch(/metode 2 diawali 77700/)
    const without = operatorOn({ context: { ...fixture.context, banks: [aBank(2).bank] } })
    const result = await without([
      ...['lenders', 'virtual-account', 'add', '988000000000091', '--phone', phone, '--method', '1'],
      ...['--code', '009', '--bank', 'BNI', '--holder', 'Sri'],
    ])
    expect([result.exit, result.err]).toEqual([
      2,
      'va_bni: tidak ada bank bagi metode 1 (pengaturan BANKS_FILE)\n',
    ])
    expect((await add(phone, '988000000000091')).exit).toBe(0)
  })

  test('a lender can have only one open virtual account per payment method', async () => {
    const { phone, lenderId } = await aLender(fixture.context)
    expect((await add(phone, '988000000000011', '1')).exit).toBe(0)
    expect((await add(phone, '988000000000012', '1')).json.error).toMatch(/satu bagi metode 1/)
    expect((await add(phone, '777000000000013', '2')).exit).toBe(0)
    const numbers = await virtualAccountsOf(fixture.context.db, lenderId)
    expect(numbers.map(({ number, methodPayment }) => [number, methodPayment])).toEqual([
      ['988000000000011', 1],
      ['777000000000013', 2],
    ])
    expect((await show(phone)).virtualAccounts).toHaveLength(2)
  })

  test('when one virtual account number is assigned concurrently to four lenders, it goes to one of them', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => aLender(fixture.context)))
    const result = await Promise.all(people.map(({ phone }) => add(phone, '988000000000021')))
    expect(result.filter(({ exit }) => exit === 0)).toHaveLength(1)
    expect(result.filter(({ exit }) => exit === 2)).toHaveLength(3)
  })

  test('the database rejects a change of the owner of a virtual account', async () => {
    const { phone } = await aLender(fixture.context)
    await add(phone, '988000000000031')
    for (const text of [
      `update lender_virtual_account set number = '988000000000032' where number = '988000000000031'`,
      `update lender_virtual_account set lender_id = (select id from lender limit 1 offset 1) where number = '988000000000031'`,
      `delete from lender_virtual_account where number = '988000000000031'`,
    ])
      await expect(fixture.context.db.query({ text })).rejects.toThrow(
        /belongs to one lender|permission denied/,
      )
  })
})
