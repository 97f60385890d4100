import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobs as authJobs } from '../auth/jobs.ts'
import { makeContext } from '../../main/testing.ts'
import { Database, many } from '../../platform/db/database.ts'
import { appendKey } from '../../platform/keys/key-file.ts'
import { PersonalData } from '../../platform/keys/personal-data.ts'
import { checkDataKeys } from '../../platform/db/data-keys.ts'
import { contentOf, findProposal, runsOf, uploadFile } from '../../staff/testing.ts'
import { aPerson, aRule } from '../../../testing/staff.ts'
import { perform } from '../../platform/commands/perform.ts'
import { proposalOf, propose } from '../../platform/commands/propose.ts'
import { entriesFor } from '../../../testing/entries.ts'
import { openBrowser } from '../../../testing/account.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { startApp, type TestApp } from '../../../testing/http.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender } from '../../../testing/people.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import {
  changeContact,
  createLender,
  factsVersions,
  lenderIdOf,
  searchLenders,
  showLender,
  storeBankAccount,
  storeLenderIdentity,
  storeTaxNumber,
  taxNumberOn,
} from './index.ts'
import { bank, person } from './testing/melati.ts'

const password = 'Melati-Putih-77'
const actor = { kind: 'operator', name: 'test' } as const

let folder: string
let keyFile: string
let fixture: Fixture
/** The same database, opened without any key. */
let outside: Database

async function open(personal?: PersonalData): Promise<void> {
  fixture = await makeFixture({
    settings: { DATA_KEY_FILE: keyFile, SMTP_URL: 'smtp://127.0.0.1:9' },
    database: { personal },
    withoutFaults: 'looks at rows as the database has them',
  })
  outside = new Database({ url: fixture.databaseUrl, size: 1 })
  await checkDataKeys(fixture.context.db, personal)
}
const close = async () => {
  await outside.close()
  await fixture.close()
}

/** The personal data that can be read without a key, in any row of any table. */
async function readable(texts: readonly string[] = Object.values(person)): Promise<string[]> {
  const tables = await many<{ name: string }>(
    outside,
    'test.tables',
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await outside.query<{ row: string }>({
      text: `select to_jsonb(t)::text as row from ${name} t`,
    })
    for (const { row } of rows)
      for (const text of texts) if (row.includes(text)) found.push(`${name}: ${text}`)
  }
  return found
}

async function register(phone = person.phone): Promise<number> {
  const { lenderId } = await perform(fixture.context, createLender, {
    actor,
    input: {
      phone,
      name: 'PT Melati Contoh',
      email: person.email,
      userTypeId: 3,
      passwordHash: await fixture.context.passwords.hash(password),
      institution: {
        companyName: 'PT Melati Contoh',
        companyEmail: person.companyEmail,
        picFullName: 'Melati Suryani',
        picPhone: person.picPhone,
      },
      bank,
    },
  })
  if (phone !== person.phone) return lenderId
  // A tax number can belong to one lender only.
  const input = { lenderId, number: person.taxNumber, validFrom: '2026-01-01' }
  await perform(fixture.context, storeTaxNumber, { actor, input })
  const borrower = { bankCode: '014', accountNumber: person.borrowerAccount, accountHolder: 'Usaha Contoh' }
  await aDraftLoan(fixture.context, borrower)
  return lenderId
}
const operator = (...args: string[]) => operatorOn(fixture)(['--json', ...args])
const formerAddresses = async () =>
  (
    await many<{ address: string }>(
      fixture.context.db,
      'test.former',
      'select address from notification_message where address is not null',
    )
  ).map(({ address }) => address)
const versions = () =>
  many<{ number: string; versions: number }>(
    fixture.context.db,
    'test.versions',
    `select account_number as number, version as versions from lender_bank_account_version order by lender_id, version`,
  )

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pematang-keys-'))
  keyFile = join(folder, 'data-keys')
})
afterEach(() => rm(folder, { recursive: true }))

describe('personal data with an encryption key', () => {
  let app: TestApp
  let lenderId: number
  beforeEach(async () => {
    appendKey(keyFile, ['k1'], 'test')
    await open(new PersonalData(keyFile))
    lenderId = await register()
    app = await startApp(fixture)
  })
  afterEach(async () => {
    expect(await fixture.books()).toEqual([])
    await app.close()
    await close()
  })

  test('DOOR-10 phone, e-mail, account and tax number are not stored in plain text, and lenders are still found by them', async () => {
    expect(await readable()).toEqual([])
    const { context } = fixture
    expect(await lenderIdOf(context.db, person.phone)).toBe(lenderId)
    expect(await showLender(context.db, lenderId)).toMatchObject({
      phone: person.phone,
      email: person.email,
      institution: { companyEmail: person.companyEmail, picPhone: person.picPhone },
      bank: { lastDigits: '9001' },
    })
    const login = await app.post('/auth/login', {
      phoneNumber: person.phone,
      password,
      type: 'lender',
    })
    expect(login.json).toMatchObject({
      email: person.email,
      phoneNumber: person.phone,
      bankInformation: { bankAccount: person.accountNumber },
    })
  })

  test('DOOR-10 a phone number in use is rejected, also when it is stored under another key or unencrypted', async () => {
    await expect(register()).rejects.toThrow('sudah terdaftar')
    appendKey(keyFile, ['k2'], 'test')
    await expect(register()).rejects.toThrow('sudah terdaftar')
    const other = await register('81211112222')
    const change = perform(fixture.context, changeContact, {
      actor,
      input: { lenderId: other, phone: person.phone, reason: 'test' },
    })
    await expect(change).rejects.toThrow('sudah terdaftar')
    const both = await Promise.allSettled([register('81233334444'), register('81233334444')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('DOOR-10 a changed phone number and bank account are encrypted, and the same account again adds no version', async () => {
    const { context } = fixture
    await perform(context, changeContact, {
      actor,
      input: { lenderId, phone: '81277776666', email: 'baru@contoh.example', reason: 'test' },
    })
    await perform(context, storeBankAccount, { actor, input: { lenderId, ...bank } })
    expect(await versions()).toHaveLength(1)
    await perform(context, storeBankAccount, {
      actor,
      input: { lenderId, ...bank, accountNumber: '9988776655443' },
    })
    expect(await versions()).toEqual([
      { number: person.accountNumber, versions: 1 },
      { number: '9988776655443', versions: 2 },
    ])
    expect(await readable(['81277776666', 'baru@contoh.example', '9988776655443'])).toEqual([])
    // The former addresses are stored until their messages are sent: of the contact, and of the account.
    expect((await formerAddresses()).toSorted()).toEqual(
      [person.email, person.email, person.phone, person.phone].toSorted(),
    )
    expect(await readable()).toEqual([])
    expect(await lenderIdOf(context.db, person.phone)).toBeUndefined()
    expect(await lenderIdOf(context.db, '81277776666')).toBe(lenderId)
  })

  test('DOOR-10 a reset code is sent to the phone number without storing the number in plain text', async () => {
    const sent: { to: string; text: string }[] = []
    const sms = {
      send: async (message: { to: string; text: string }) => void sent.push(message),
      check: async () => {},
    }
    const browser = openBrowser(app)
    const asked = await browser.ask(person.phone)
    expect(asked.status).toBe(200)
    await runAllJobs(fixture.context, authJobs({ ...fixture.context, sms }))
    const withCode = sent.filter(({ text }) => /\d{6}/.test(text))
    expect(withCode).toMatchObject([{ to: `62${person.phone}` }])
    const code = /\d{6}/.exec(withCode[0]?.text ?? '')?.[0] ?? ''
    const matched = await browser.match(person.phone, asked.json.transactionId as string, code)
    expect(matched.json).toEqual({ isMatch: true })
    expect((await browser.reset(person.phone, 'Kenanga-Merah-88')).status).toBe(200)
    expect((await browser.login(person.phone, 'Kenanga-Merah-88')).status).toBe(200)
    expect(await readable()).toEqual([])
  })

  test('DOOR-10 personal data stay readable after a key was added, and rotation re-encrypts them with it', async () => {
    const second = await register('81211112222')
    const moved = { lenderId: second, email: 'baru@contoh.example', reason: 'test' }
    await perform(fixture.context, changeContact, { actor, input: moved })
    expect((await operator('keys', 'add', 'k2')).json).toMatchObject({ id: 'k2' })
    await register('81233334444')
    expect((await operator('keys', 'rotate', '--dry-run')).json).toMatchObject({ key: 'k2', dryRun: true })
    expect((await operator('keys', 'rotate')).json).toMatchObject({
      key: 'k2',
      rows: {
        lender: 2,
        lender_institution: 2,
        lender_bank_account: 2,
        lender_bank_account_version: 2,
        lender_tax_number: 1,
        notification_message: 1,
        former_contact: 1,
        loan_account: 1,
        lender_totp: 0,
        totp_offer: 0,
        call_back: 0,
      },
      free: ['k1'],
    })
    // The number is found by its hash under the new key, and only for this lender.
    await expect(
      perform(fixture.context, storeTaxNumber, {
        actor,
        input: { lenderId: second, number: person.taxNumber, validFrom: null },
      }),
    ).rejects.toThrow('nomor Pemberi Dana lain')
    expect((await operator('keys', 'rotate')).json.rows).toMatchObject({
      lender: 0,
      lender_bank_account_version: 0,
    })
    expect(await versions()).toHaveLength(3)
    expect(new Set((await versions()).map(({ number }) => number))).toEqual(new Set([person.accountNumber]))
    const kept = (await readFile(keyFile, 'utf8')).split('\n').filter((line) => !line.startsWith('k1 '))
    await writeFile(keyFile, kept.join('\n'))
    expect(await lenderIdOf(fixture.context.db, '81211112222')).toBe(second)
    expect(await formerAddresses()).toEqual([person.email])
    expect(await showLender(fixture.context.db, lenderId)).toMatchObject({ phone: person.phone })
  })

  test('DOOR-10 lenders whose e-mail and account were encrypted before they were hashed are found, and hashed by rotation', async () => {
    const { db } = fixture.context
    const search = async () => {
      const asked = ['Melati@contoh.example', person.companyEmail, person.accountNumber]
      const found = await Promise.all(asked.map((text) => searchLenders(db, text)))
      return found.map((some) => some.map((one) => `${one.lenderId} by ${one.by}`))
    }
    const expected = [[`${lenderId} by e-mail`], [`${lenderId} by e-mail`], [`${lenderId} by bank account`]]
    const notHashed = `select id from lender where email_search is null
      union select lender_id from lender_institution where email_search is null
      union select lender_id from lender_bank_account where number_search is null`
    expect(await search()).toEqual(expected)
    expect((await outside.query({ text: notHashed })).rows).toEqual([])
    await outside.query({ text: 'update lender set email_search = null' })
    await outside.query({ text: 'update lender_institution set email_search = null' })
    // As a process of the version before, which does not know the column.
    const sealed = new PersonalData(keyFile).seal(person.accountNumber)
    const change = `update lender_bank_account set account_number = '${sealed}' returning lender_id`
    await outside.query({ text: `with changed as (${change}) ${entriesFor('storeBankAccount', 'changed')}` })
    expect((await outside.query({ text: notHashed })).rows).toHaveLength(1)
    expect(await search()).toEqual(expected)
    const rotated = { lender: 1, lender_institution: 1, lender_bank_account: 1 }
    expect((await operator('keys', 'rotate')).json).toMatchObject({ rows: rotated })
    expect((await outside.query({ text: notHashed })).rows).toEqual([])
    expect(await search()).toEqual(expected)
  })

  test('DOOR-10 a process does not start without the encryption keys that the database uses, and names the missing ones', async () => {
    await operator('keys', 'rotate')
    const start = (DATA_KEY_FILE: string | null) =>
      makeContext({ ...fixture.context.config, DATA_KEY_FILE }).then(({ db }) => db.close())
    await expect(start(null)).rejects.toThrow('is encrypted with the key k1: set DATA_KEY_FILE')
    const other = join(folder, 'other')
    appendKey(other, ['k9'], 'test')
    await expect(start(other)).rejects.toThrow('is encrypted with the key k1')
    await start(keyFile)
  })

  test('DOOR-10 an encrypted value that was modified in the database is rejected', async () => {
    const change = `update lender set email = left(email, -4) || 'AAAA' where id = ${lenderId} returning id as lender_id`
    await outside.query({ text: `with changed as (${change}) ${entriesFor('changeContact', 'changed')}` })
    await expect(showLender(fixture.context.db, lenderId)).rejects.toThrow('was changed')
  })
})

describe('personal data stored before there was a key', () => {
  test('DOOR-10 personal data stored in plain text before there was a key are encrypted by rotation once a key is set', async () => {
    await open()
    const lenderId = await register()
    await perform(fixture.context, storeBankAccount, {
      actor,
      input: { lenderId, ...bank, bankBranch: 'Bogor' },
    })
    const birthDate = '1988-04-21'
    const child = await aLender(fixture.context)
    await perform(fixture.context, storeLenderIdentity, {
      actor,
      input: { lenderId: child.lenderId, birthDate },
    })
    const moved = { lenderId, email: 'baru@contoh.example', reason: 'test' }
    await perform(fixture.context, changeContact, { actor, input: moved })
    const maker = await aPerson(fixture, 'Maya', 'LOOK', 'WORK')
    await aPerson(fixture, 'Dewi', 'LOOK', 'DECIDE')
    await aRule(fixture, 'storeBankAccount')
    const asked = { lenderId, ...bank, bankBranch: 'Bogor' }
    const foreseen = JSON.stringify({ before: null, answer: { to: bank.accountNumber } })
    const { number: proposal } = await perform(fixture.context, propose, {
      actor,
      input: { ...proposalOf(storeBankAccount, asked), maker, seat: null, foreseen },
    })
    await many(
      fixture.context.db,
      'test.asked',
      `insert into bank_account_request (id, lender_id, bank_code, bank_name, account_number, account_name)
       values ($1, $2, '008', 'Bank Mandiri', $3, 'Pemberi Dana') returning id`,
      [fixture.context.random.uuid(), child.lenderId, bank.accountNumber],
    )
    const content = `phone\n${person.phone} ${bank.accountNumber}\n`
    const sha256 = createHash('sha256').update(content).digest('hex')
    const upload = { command: 'lenders import {}', name: 'lenders.csv', content, sha256, staffId: maker }
    const { id: fileId } = await perform(fixture.context, uploadFile, { actor, input: upload })
    await many(
      fixture.context.db,
      'test.refused',
      `update staff_file_run set ended_at = app_clock(), outcome = 'UNREADABLE', refusals = $1 returning id`,
      [JSON.stringify([{ line: 2, reason: `got "${person.phone}"` }])],
    )
    expect((await readable()).length).toBeGreaterThan(6)
    expect(await operator('keys', 'rotate')).toMatchObject({ exit: 2 })

    await fixture.context.db.close()
    expect(
      (await operatorOn({ context: { ...fixture.context, db: outside } })(['keys', 'add', 'k1'])).exit,
    ).toBe(0)
    fixture.context.db = new Database({ ...fixture.context.db.options, personal: new PersonalData(keyFile) })
    expect(await lenderIdOf(fixture.context.db, person.phone)).toBe(lenderId)
    await expect(register()).rejects.toThrow('sudah terdaftar')

    expect((await operator('keys', 'rotate')).json.rows).toEqual({
      ...{ lender: 2, lender_institution: 1, lender_bank_account: 1, lender_bank_account_version: 1 },
      ...{ bank_account_request: 1, lender_tax_number: 1, notification_message: 1, former_contact: 1 },
      ...{ lender_facts: 1, loan_account: 1, lender_totp: 0, totp_offer: 0, call_back: 0, staff: 2 },
      ...{ proposal: 1, company_proposal: 0, staff_file: 1, staff_file_run: 1 },
    })
    expect(await contentOf(fixture.context.db, fileId)).toBe(content)
    expect((await runsOf(fixture.context.db, fileId))[0]?.refusals).toEqual([
      { line: 2, reason: `got "${person.phone}"` },
    ])
    expect((await findProposal(fixture.context.db, proposal)).input).toEqual(asked)
    const edit = { text: `update proposal set input = '{}'` }
    await expect(outside.query(edit)).rejects.toThrow('never edited')
    expect(await readable()).toEqual([])
    expect(await readable([birthDate])).toEqual([])
    expect(await factsVersions(fixture.context.db, child.lenderId)).toMatchObject([
      { birthDate, birthYear: 1988 },
    ])
    expect(await taxNumberOn(fixture.context.db, lenderId, '2026-06-01')).toBe(person.taxNumber)
    const other = { text: `update lender_tax_number set number = '9900001708900003'` }
    await expect(outside.query(other)).rejects.toThrow('append-only')
    expect(await versions()).toEqual([{ number: person.accountNumber, versions: 1 }])
    expect(await lenderIdOf(fixture.context.db, person.phone)).toBe(lenderId)
    const change = `update lender_bank_account_version set account_number = '1'`
    await expect(fixture.context.db.query({ text: change })).rejects.toThrow(/permission denied|append-only/)
    await expect(outside.query({ text: change })).rejects.toThrow('append-only')
    await outside.close()
    await fixture.context.db.close()
    await fixture.close().catch(() => {})
  })
})
