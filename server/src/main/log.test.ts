import { randomUUID } from 'node:crypto'
import { endpoints } from '@pematang/contract/endpoints'
import type { Endpoint } from '@pematang/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { type SmsSandbox, startSmsSandbox } from '../outside/sms/testing/sandbox.ts'
import { perform } from '../platform/commands/perform.ts'
import { createLender } from '../lenders/index.ts'
import { type Browser, openBrowser } from '../../testing/account.ts'
import { type Answer, clientOf } from '../../testing/http.ts'
import { withClient } from '../../testing/global-setup.ts'
import { acceptRisk, aLoan, anAgreement } from '../../testing/people.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { makeFixture, type Fixture } from '../../testing/fixture.ts'

/** Personal data that must never be logged. Each value occurs in requests, answers, messages or rows of this test. */
const person = {
  phone: '81277790123',
  name: 'Kenariwati Kenarisasmita',
  email: 'kenariwati@kenari.example',
  account: '7770001234567',
  bank: 'Kenaribank Cabang Kenaripura',
}
const passwords = {
  old: 'Kenari-Lama-77',
  wrong: 'Kenari-Salah-77',
  reset: 'Kenari-Ulang-77',
  changed: 'Kenari-Baru-77',
}

let fixture: Fixture
let http: ServerProcess
let worker: ServerProcess
let sandbox: SmsSandbox
let lenderId: number
const secrets = new Set<string>([...Object.values(person), ...Object.values(passwords), 'Kenari', 'kenari'])
/** Codes of six digits, which also occur by chance within times, durations and ids. */
const codes = new Set<string>()

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'its processes have connections of their own' })
  const { context } = fixture
  sandbox = await startSmsSandbox()
  const sms = { SMS_URL: sandbox.url, SMS_API_KEY: sandbox.apiKey, LOG_LEVEL: 'debug' }
  ;[http, worker] = await Promise.all([
    startServerProcess('http', fixture.databaseUrl, sms),
    startServerProcess('worker', fixture.databaseUrl, sms),
  ])
  secrets.add(sandbox.apiKey)
  const made = await perform(context, createLender, {
    actor: { kind: 'operator', name: 'test' },
    input: {
      phone: person.phone,
      name: person.name,
      email: person.email,
      userTypeId: 1,
      passwordHash: await context.passwords.hash(passwords.old),
      bank: {
        accountName: person.name,
        accountNumber: person.account,
        bankBranch: person.bank,
        bankCode: '009',
        bankName: person.bank,
        methodPayment: 1,
      },
    },
  })
  lenderId = made.lenderId
  await acceptRisk(context, lenderId)
})
afterAll(async () => {
  for (const one of [http, worker]) one.child.kill('SIGKILL')
  await sandbox.stop()
  await fixture.close()
})

/** Collects the secrets that an answer contains, such as tokens and cookies. */
function keep(answer: Answer, browser: Browser): Answer {
  for (const value of browser.cookies.values()) secrets.add(value)
  if (typeof answer.json?.token === 'string') secrets.add(answer.json.token)
  return answer
}

/** Generates a value for a field that contains as much personal data as its type allows. */
function personal(schema: unknown): unknown {
  const {
    type,
    properties,
    items,
    anyOf,
    const: only,
  } = schema as Record<string, never> & {
    properties?: object
    anyOf?: unknown[]
  }
  if (only !== undefined) return only
  if (anyOf) return personal(anyOf[0])
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, personal(one)]))
  if (items) return [personal(items)]
  if (type === 'integer' || type === 'number') return Number(person.phone)
  return `${person.name} ${person.phone} ${person.email}`
}

const jsonSchema = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

/** Makes every API call with personal data in its fields, with and without a session. */
async function callEverything(browser: Browser, token: string): Promise<void> {
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    // Skipped, because the other calls need the session.
    if (endpoint.operationId === 'logout') continue
    const query = endpoint.query ? (personal(jsonSchema(endpoint.query)) as Record<string, string>) : {}
    const body = endpoint.body ? personal(jsonSchema(endpoint.body)) : undefined
    const path = `${endpoint.path}?${new URLSearchParams(query).toString()}`
    for (const options of [{}, { token, headers: { 'idempotency-key': randomUUID() } }]) {
      keep(await browser.call(endpoint.method, path, body, options), browser)
      keep(
        await browser.call(endpoint.method, `${path}&${person.name}=${person.phone}`, body, options),
        browser,
      )
    }
    if (body) await browser.call(endpoint.method, endpoint.path, `{"x":"${person.name}`, { token })
  }
}

async function theCode(browser: Browser, before: number): Promise<{ transactionId: string; code: string }> {
  const { json } = await browser.ask(person.phone)
  const { text } = await sandbox.waitForMessage(person.phone, before + 1, 15_000)
  const code = /\d{6}/.exec(text)?.[0] ?? ''
  expect(code).not.toBe('')
  codes.add(code)
  return { transactionId: json.transactionId as string, code }
}

test('the log contains no secret or personal data, and each line has its ids', async () => {
  const client = clientOf(http.origin)
  const browser = openBrowser(client)
  keep(await browser.login(person.phone, passwords.wrong), browser)
  keep(await browser.login('81277790124', passwords.old), browser)
  keep(await browser.login(`+62${person.phone}`, passwords.old), browser)
  const login = keep(await browser.login(person.phone, passwords.old), browser)
  expect(login.status).toBe(200)
  const token = login.json.token as string

  const loan = await aLoan(fixture.context)
  await anAgreement(fixture.context, { lenderId, loanNumber: loan.loanNumber, amount: 1_000_000 })
  const fund = { token, headers: { 'idempotency-key': randomUUID(), 'x-user-id': String(lenderId) } }
  expect((await browser.post('/funding', { ...loan, amount: 1_000_000 }, fund)).json.code).toBe(
    'CASH_TOO_LOW',
  )
  await browser.post('/auth/password/validate', { password: passwords.wrong }, { token })
  await callEverything(browser, token)
  await client.get(`//lender/${person.name}/${person.phone}?email=${person.email}`)
  await client.get(`/no/${person.phone}`, { headers: { 'x-request-id': `${person.phone} ${person.email}` } })
  await client.get('/tkb', {
    headers: { 'x-platform': person.name, 'accept-language': person.phone, cookie: person.email },
  })
  await client.get('/lender/summary', { token: `${person.phone}${'a'.repeat(20)}` })

  // Resets a forgotten password completely, including the message at the sandbox's gateway.
  const { transactionId, code } = await theCode(browser, 0)
  keep(await browser.match(person.phone, transactionId, code === '123456' ? '123457' : '123456'), browser)
  const matched = keep(await browser.match(person.phone, transactionId, code), browser)
  expect(matched.json).toEqual({ isMatch: true })
  expect(keep(await browser.reset(person.phone, passwords.reset), browser).status).toBe(200)
  await sandbox.waitForMessage(person.phone, 2, 15_000)

  // Breaks the dependencies of a request in several ways, so that errors with quoted values are logged.
  const again = keep(await browser.login(person.phone, passwords.reset), browser)
  expect(again.status).toBe(200)
  let broken: Answer | undefined
  await withClient(fixture.databaseUrl, async (owner) => {
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
                        where datname = current_database() and pid <> pg_backend_pid()`)
    await browser.call('GET', '/lender/summary', undefined, { token: again.json.token })
    await owner.query('alter table lender rename column name to name_away')
    broken = await browser.login(person.phone, passwords.reset)
    await owner.query('alter table lender rename column name_away to name')
  })
  await browser.post('/auth/logout', undefined, { token: again.json.token })

  for (const one of [http, worker]) one.child.kill('SIGTERM')
  await Promise.all([http.ended, worker.ended])

  const lines = [...http.lines(), ...worker.lines()]
  const found = [...secrets].filter((secret) => lines.some((line) => line.includes(secret)))
  expect(found).toEqual([])
  const printed = [...codes].filter((code) =>
    lines.some((line) => new RegExp(`(?<![\\w.])${code}(?!\\w)`).test(line)),
  )
  expect(printed).toEqual([])
  // Apart from times and ids, no line contains digits as long as a phone number.
  const plain = lines.map((line) =>
    line.replace(/"(time|lender|actor|subject|session|requestId|reqId|job|id)":("[^"]*"|\d+)/g, ''),
  )
  expect(plain.filter((line) => /\d{9,}/.test(line))).toEqual([])

  // Makes sure that the log contains the expected records, so that the checks were not run on an empty log.
  const records = http.records()
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([])
  const requests = records.filter(({ msg }) => msg === 'request')
  expect(requests.length).toBeGreaterThan(100)
  for (const record of requests)
    expect(record).toMatchObject({ requestId: expect.stringMatching(/^[\w-]{8,64}$/) })
  const funding = requests.filter(({ operation, status }) => operation === 'fundLoan' && status === 400)
  expect(funding.some(({ lender }) => lender === lenderId)).toBe(true)
  expect([broken?.status, broken?.json.code]).toEqual([500, 'INTERNAL'])
  const failure = records.find(({ msg }) => msg === 'request failed')
  expect(failure).toMatchObject({
    requestId: broken?.json.requestId,
    err: { code: expect.stringMatching(/^42/) },
  })
})

test('an uncaught error ends the process without printing the values it contains', async () => {
  const fault = `Object.assign(new Error('duplicate key'), { detail: 'Key (phone)=(${person.phone}) already exists.' })`
  const preload = `process.on('SIGUSR2', () => setTimeout(() => { throw ${fault} }))`
  const broken = await startServerProcess('http', fixture.databaseUrl, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
  })
  broken.child.kill('SIGUSR2')
  expect((await broken.ended).code).toBe(1)
  expect(broken.records().at(-1)).toMatchObject({ level: 60, err: { message: 'duplicate key' } })
  expect(broken.lines().join('\n')).not.toContain(person.phone)
})
