import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { businessDateOf } from '@pematang/contract/format/business-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSmsInbox, openBrowser } from '../../testing/account.ts'
import { runAllJobs } from '../../testing/drain.ts'
import { aLoan } from '../../testing/people.ts'
import { codeOf, secondStep, setUpApp } from '../../testing/second-factor.ts'
import { goodPassword } from '../../testing/http.ts'
import { makeKey } from '../../testing/keys.ts'
import { aWithdrawalScenario, type WithdrawalScenario } from '../../testing/withdrawal-scenario.ts'
import { storeLoanAccount } from '../loans/testing.ts'
import { storeLenderIdentity } from '../lenders/index.ts'
import { authJobs, changeContact, personalTables, storeTaxNumber } from '../lenders/testing.ts'
import { perform } from '../platform/commands/perform.ts'
import { Database, many } from '../platform/db/database.ts'
import { appendKey } from '../platform/keys/key-file.ts'
import { PersonalData } from '../platform/keys/personal-data.ts'
import { makeArchive } from '../reports/testing.ts'

const actor = { kind: 'operator', name: 'test' } as const
const inbox = makeSmsInbox()
let folder: string
let scenario: WithdrawalScenario
/** The same database, opened without any key. */
let outside: Database

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pematang-fields-'))
  const keyFile = join(folder, 'data-keys')
  appendKey(keyFile, ['k1'], 'test')
  scenario = await aWithdrawalScenario({
    settings: { DATA_KEY_FILE: keyFile },
    database: { personal: new PersonalData(keyFile) },
    overrides: { sms: inbox },
    withoutFaults: 'looks at rows as the database has them',
  })
  outside = new Database({ url: scenario.fixture.databaseUrl, size: 1 })
})
afterAll(async () => {
  await outside.close()
  await scenario.close()
  rmSync(folder, { recursive: true })
})

/** The columns, of all tables, in which these values can be read without a key, as text or as bytes. */
async function readable(values: Readonly<Record<string, string>>): Promise<string[]> {
  const tables = await many<{ name: string }>(
    outside,
    'test.tables',
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = 'public'::regnamespace order by 1`,
  )
  const found = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await outside.query<{ column: string; value: string }>({
      text: `select c.key as column, c.value from "${name}" t, jsonb_each_text(to_jsonb(t)) c where c.value is not null`,
    })
    for (const { column, value } of rows)
      for (const [field, text] of Object.entries(values))
        if (value.includes(text) || value.includes(Buffer.from(text).toString('hex')))
          found.add(`${field} in ${name}.${column}`)
  }
  return [...found].sort()
}

/** Logs in, reads, withdraws, downloads, changes and resets passwords and addresses; every secret and personal field of it. */
async function aJourney(): Promise<Record<string, string>> {
  const { fixture, app } = scenario
  const { context } = fixture
  const next = 'Terasering-Subak-1899'
  const last = 'Terasering-Subak-1977'
  const lender = await scenario.lender()
  const { lenderId } = lender
  const account = lender.body(150_000)
  const tax = '0990000002000000'
  await perform(context, storeTaxNumber, { actor, input: { lenderId, number: tax, validFrom: '2026-01-01' } })
  for (const path of ['/lender/profile', '/lender/summary', '/auth/sessions']) await lender.get(path)
  await lender.withdraw(150_000, {}, 'key-of-the-journey')
  const outcome = await lender.post('/withdrawals/outcome', { key: 'key-of-the-journey' })
  expect(outcome.json).toMatchObject({ accountNumber: account['accountNumber'] })
  await lender.pay('/withdrawals', { ...account, accountNumber: '7700000099' })
  await scenario.followAll()
  const year = businessDateOf(new Date()).slice(0, 4)
  const { id } = (await lender.post('/documents/archives', { year })).json
  await makeArchive(context, { payload: { archiveId: id }, attempts: 1 })
  const opened = await lender.post('/documents/archives/ticket', { id })
  const ticket = /^archive=([\w-]{43});/.exec(opened.headers.getSetCookie()[0] ?? '')?.[1] ?? ''
  expect(ticket).not.toBe('')
  const validate = () => lender.post('/auth/password/validate', { password: account['password'] })
  expect((await validate()).status).toBe(200)
  const wanted = { bankCode: '008', accountNumber: '7700000055', accountName: account['accountName'] }
  expect((await lender.post('/lender/bank-account/request', wanted)).status).toBe(200)
  expect((await validate()).status).toBe(200)
  const changed = await lender.post('/auth/password', {
    oldPassword: account['password'],
    newPassword: next,
    confirmNewPassword: next,
  })
  const browser = openBrowser(app)
  expect((await browser.login(lender.phone, next)).status).toBe(200)
  const device = browser.cookies.get('device')
  const asked = await browser.ask(lender.phone)
  await runAllJobs(context, authJobs(context))
  const [code] = inbox.to(lender.phone).flatMap(({ text }) => /^(\d{6}) /.exec(text)?.[1] ?? [])
  await browser.match(lender.phone, asked.json.transactionId, String(code))
  const reset = browser.cookies.get('reset')
  expect((await browser.reset(lender.phone, last)).status).toBe(200)
  const birthDate = '1988-04-21'
  await perform(context, storeLenderIdentity, { actor, input: { lenderId, birthDate } })
  const borrower = { bankCode: '014', accountNumber: '6600000077', accountHolder: 'Usaha Penerima Contoh' }
  const factor = await aLenderWithFactor(scenario)
  const loan = await aLoan(context, borrower)
  const corrected = { ...borrower, accountNumber: '6600000088', reason: 'test' }
  await perform(context, storeLoanAccount, { actor, input: { loanNumber: loan.loanNumber, ...corrected } })
  const contact = { phone: '81277776666', email: 'baru@contoh.example' }
  await perform(context, changeContact, { actor, input: { lenderId, ...contact, reason: 'test' } })
  return {
    phone: lender.phone.slice(1),
    email: `${lender.phone}@contoh.example`,
    'new phone': contact.phone,
    'new e-mail': contact.email,
    'account number': String(account['accountNumber']),
    'wrong account number': '7700000099',
    'account number asked for': wanted.accountNumber,
    'account holder': String(account['accountName']),
    'account number of a borrower': borrower.accountNumber,
    'corrected account number of a borrower': corrected.accountNumber,
    'account holder of a borrower': borrower.accountHolder,
    'tax number': tax,
    'birth date': birthDate,
    password: String(account['password']),
    'second password': next,
    'third password': last,
    token: lender.user.token,
    'second token': changed.json.token,
    ticket,
    'device cookie': String(device),
    'reset cookie': String(reset),
    ...factor,
  }
}

/** Sets up an app and uses it; the secrets of the second factor. */
async function aLenderWithFactor({
  fixture,
  app,
  ...rest
}: WithdrawalScenario): Promise<Record<string, string>> {
  const { db } = fixture.context
  const person = await rest.lender()
  const key = await makeKey(app, person)
  expect((await key.get('/cash')).status).toBe(200)
  const { secret, recoveryCodes } = await setUpApp(db, person)
  const browser = openBrowser(app)
  expect((await browser.login(person.phone, goodPassword)).json.code).toBe('SECOND_FACTOR_REQUIRED')
  const step = browser.cookies.get('step')
  const [recoveryCode = '', unused = ''] = recoveryCodes
  expect((await secondStep(browser, { recoveryCode })).status).toBe(200)
  const code = await codeOf(db, secret, 1)
  expect((await person.post('/auth/factors/check', { code })).json.is_validated).toBe(true)
  const { secret: offered } = (await person.post('/auth/factors/totp/offer')).json
  return {
    'step cookie': String(step),
    'secret of a key': key.secret.slice('pmtg_'.length),
    'secret of an app': secret,
    'offered secret': offered,
    'recovery code': unused.replaceAll('-', ''),
    'typed recovery code': unused,
  }
}

/** Names are not encrypted (docs/decisions/0022-evidence-outside-the-database.md); nothing else is where it can be read. */
const inClear = [
  'account holder in bank_account_request.account_name',
  'account holder in lender.name',
  'account holder in lender_bank_account.account_name',
  'account holder in lender_bank_account_version.account_name',
  'account holder of a borrower in loan_account.account_holder',
]

test('SEC-04 DOOR-10 after a whole journey of calls no table holds a phone, an address, a number, a password or a ticket that can be read without a key, and a new key encrypts anew whatever is encrypted', async () => {
  const values = await aJourney()
  for (const [field, value] of Object.entries(values)) expect(value.length, field).toBeGreaterThan(7)
  expect(await readable(values)).toEqual(inClear)
  const places = (await readable({ envelope: 'enc1:' })).map((place) => place.replace('envelope in ', ''))
  const rotated = Object.entries(personalTables).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  expect(places).toContain('lender_totp.secret')
  expect(places.filter((place) => !rotated.includes(place))).toEqual([])
})

test('SEC-04 the answer that is kept under a key has no bank account, and is completed when it is repeated', async () => {
  const lender = await scenario.lender()
  const key = 'key-of-a-repetition'
  const first = await lender.withdraw(150_000, {}, key)
  const [kept] = await many(outside, 'test.kept', 'select answer from idempotency where key = $1', [key])
  expect(kept).toBeDefined()
  expect(JSON.stringify(kept)).not.toContain(first.accountNumber)
  expect((await lender.pay('/withdrawals', lender.body(150_000), key)).json).toEqual(first)
})
