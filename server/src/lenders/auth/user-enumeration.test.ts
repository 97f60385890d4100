import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../../testing/account.ts'
import { goodPassword, logIn } from '../../../testing/http.ts'
import { aLender } from '../../../testing/people.ts'
import { createPasswordHasher, type PasswordHasher } from '../../platform/password-hasher.ts'

/** The work that the server did: statements by their text, and passwords that were hashed or checked. */
let done: string[] = []
const lines: string[] = []
let fixture: AccountFixture
beforeAll(async () => {
  const real = createPasswordHasher()
  const passwords: PasswordHasher = {
    hash: (...given) => {
      done.push('hash')
      return real.hash(...given)
    },
    verify: (...given) => {
      done.push('verify')
      return real.verify(...given)
    },
    isOutdated: async () => false,
  }
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
  fixture = await makeAccountFixture({
    withoutFaults: 'compares what was done, statement by statement',
    database: { beforeStatement: (text) => void done.push(text) },
    overrides: { passwords, log },
  })
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.comeBack()
})

async function doneBy(work: () => Promise<unknown>): Promise<string[]> {
  done = []
  await work()
  // Two concurrent queries arrive in either order, so the list is sorted.
  return done.toSorted()
}

test('a login with an unregistered number does the same work as one with a wrong password', async () => {
  const { phone } = await aLender(fixture.context, { password: goodPassword })
  const browser = openBrowser(fixture.app)
  // From here on both numbers have rate limit buckets.
  for (const number of [phone, '89911111111']) await browser.login(number, 'Salah-Sekali-1')
  const wrong = await doneBy(() => browser.login(phone, 'Salah-Sekali-1'))
  const unknown = await doneBy(() => browser.login('89911111111', 'Salah-Sekali-1'))
  expect(unknown).toEqual(wrong)
  expect(wrong.filter((one) => one === 'verify')).toHaveLength(1)
})

test('requesting and confirming a reset code does the same work for registered and unregistered numbers', async () => {
  const { phone } = await aLender(fixture.context)
  const browser = openBrowser(fixture.app)
  const tried: string[][] = []
  const asked: string[][] = []
  for (const number of [phone, '89911111112']) {
    let transactionId = ''
    asked.push(
      await doneBy(async () => {
        transactionId = (await browser.ask(number)).json.transactionId
      }),
    )
    await fixture.drain()
    tried.push(await doneBy(() => browser.match(number, transactionId, 'ABCDEF')))
  }
  expect(asked[1]).toEqual(asked[0])
  expect(tried[1]).toEqual(tried[0])
  expect(tried[0]?.filter((one) => one === 'verify')).toHaveLength(1)
})

test('a password reset without a confirmed code does the same work for every number and hashes no password', async () => {
  const { phone } = await aLender(fixture.context)
  const browser = openBrowser(fixture.app)
  browser.cookies.set('reset', 'a'.repeat(43))
  await browser.reset(phone, 'Padi-8-Padi')
  const registered = await doneBy(() => browser.reset(phone, 'Padi-8-Padi'))
  expect(await doneBy(() => browser.reset('89911111113', 'Padi-8-Padi'))).toEqual(registered)
  expect(registered).not.toContain('hash')
})

test('login, code and reset requests log no code, token, password or phone number', async () => {
  const lender = await logIn(fixture, fixture.app)
  const browser = openBrowser(fixture.app)
  await browser.login(lender.phone, goodPassword)
  const asked = await browser.ask(lender.phone)
  const code = await fixture.codeFor(lender.phone)
  await browser.match(lender.phone, asked.json.transactionId, '000000')
  await browser.match(lender.phone, asked.json.transactionId, code)
  const secrets = [
    ...browser.cookies.values(),
    lender.phone,
    code,
    goodPassword,
    'Padi-8-Padi',
    lender.user.token,
  ]
  await browser.reset(lender.phone, 'Padi-8-Padi')
  await fixture.drain()
  expect(lines.length).toBeGreaterThan(5)
  const log = lines
    .map((line) => JSON.stringify({ ...JSON.parse(line), time: 0, milliseconds: 0 }))
    .join('\n')
  for (const secret of secrets) expect(log, secret).not.toMatch(new RegExp(`(?<![0-9])${secret}(?![0-9])`))
})

test('the password check of a logged-in lender is done before queued logins', async () => {
  const hasher = createPasswordHasher(1, 20)
  const stored = await hasher.hash(goodPassword)
  const order: string[] = []
  const storm = Array.from({ length: 15 }, (_, index) =>
    hasher.verify(null, goodPassword).then(() => order.push(`guest ${index}`)),
  )
  const inside = hasher
    .verify(stored, goodPassword, 'lender')
    .then((matches) => order.push(`lender ${matches}`))
  await Promise.all([...storm, inside])
  expect(order.indexOf('lender true')).toBeLessThanOrEqual(2)
  expect(order).toHaveLength(16)
})

test('logins beyond the limit of the hashing queue are refused while the password of a logged-in lender is still checked', async () => {
  const hasher = createPasswordHasher(1, 5)
  const stored = await hasher.hash(goodPassword)
  const storm = Array.from({ length: 20 }, () =>
    hasher.verify(null, goodPassword).then(
      () => 'checked',
      (error: { code: string }) => error.code,
    ),
  )
  expect(await hasher.verify(stored, goodPassword, 'lender')).toBe(true)
  const ends = await Promise.all(storm)
  expect(ends.filter((end) => end === 'TOO_MANY_REQUESTS')).toHaveLength(14)
})
