import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { many, one } from '../platform/db/database.ts'
import { type AccountWorld, type Browser, makeAccountWorld, openBrowser } from '../testing/account.ts'
import { goodPassword, startApp } from '../testing/http.ts'
import { aLender } from '../testing/people.ts'

let world: AccountWorld
beforeAll(async () => {
  world = await makeAccountWorld({
    settings: {
      LIMIT_CODE_ADDRESS: '10000/60',
      LIMIT_MATCH_ADDRESS: '10000/60',
      LIMIT_LOGIN_ADDRESS: '10000/60',
      LIMIT_LOGIN_ACCOUNT: '10000/60',
    },
  })
})
afterEach(() => world.comeBack())
afterAll(() => world.close())

const another = 'Padi-Menguning-8'
const aRegistered = () => aLender(world.context, { password: goodPassword })
const refused = [400, 'RESET_NOT_ALLOWED']
const outcome = ({ status, json }: { status: number; json: { code?: string } }) => [status, json.code]

describe('a forgotten password', () => {
  test('LOG-07 code, match, new password: the new one works, the old one does not, all sessions have ended', async () => {
    const { phone, lenderId } = await aRegistered()
    const [before, elsewhere, browser] = [
      openBrowser(world.app),
      openBrowser(world.app),
      openBrowser(world.app),
    ]
    const tokens = [
      (await before.login(phone, goodPassword)).json.token,
      (await elsewhere.login(phone, goodPassword)).json.token,
    ]
    await world.prove(browser, phone)
    const answer = await browser.reset(phone, another)
    expect([answer.status, answer.json]).toEqual([200, { message: 'success' }])
    expect(browser.cookies.has('reset')).toBe(false)
    for (const token of tokens) expect((await world.app.get('/lender/summary', { token })).status).toBe(401)
    expect((await browser.login(phone, goodPassword)).json.code).toBe('PASSWORD_WRONG')
    expect((await browser.login(phone, another)).json.userId).toBe(lenderId)
  })

  test('LOG-07 POST and PUT are both accepted', async () => {
    const { phone } = await aRegistered()
    const browser = openBrowser(world.app)
    await world.prove(browser, phone)
    const body = { phoneNumber: phone, newPassword: another, confirmPassword: another, type: 'lender' }
    expect((await browser.call('PUT', '/auth/password/reset', body)).json).toEqual({ message: 'success' })
  })

  test('the lender is told, without any secret', async () => {
    const { phone } = await aRegistered()
    const browser = openBrowser(world.app)
    await world.prove(browser, phone)
    await browser.reset(phone, another)
    await world.drain()
    const text = world.inbox.to(phone).at(-1)?.text
    expect(text).toMatch(/Kata sandi akun Pematang Anda baru saja diubah/)
    expect(text).not.toContain(another)
  })

  test('LOG-08 the flow needs no session and no earlier visit', async () => {
    const { phone } = await aRegistered()
    const browser = openBrowser(world.app)
    await world.prove(browser, phone)
    expect((await browser.reset(`0${phone}`, another)).status).toBe(200)
  })

  test.each([
    ['7 characters', 'Aa1aaaa'],
    ['no digit', 'Aaaaaaaa'],
    ['no upper case', 'aaaaaaa1'],
    ['no lower case', 'AAAAAAA1'],
    ['100 characters', `Aa1${'a'.repeat(97)}`],
    ['nothing', ''],
  ])(
    'PWD-01 on the server: a new password with %s is refused, and the right to set one is kept',
    async (_, bad) => {
      const { phone } = await aRegistered()
      const browser = openBrowser(world.app)
      await world.prove(browser, phone)
      const answer = await browser.reset(phone, bad)
      expect([answer.status, answer.json.message]).toEqual([
        400,
        'Kata Sandi harus terdiri dari min 8 karakter, huruf besar, huruf kecil dan angka.',
      ])
      expect((await browser.reset(phone, another)).status).toBe(200)
    },
  )

  test.each(['Aa1aaaaa', `Aa1${'a'.repeat(96)}`])(
    'PWD-01 the shortest and the longest are taken: %s',
    async (good) => {
      const { phone } = await aRegistered()
      const browser = openBrowser(world.app)
      await world.prove(browser, phone)
      expect((await browser.reset(phone, good)).status).toBe(200)
      expect((await browser.login(phone, `${good.slice(0, -1)}b`)).json.code).toBe('PASSWORD_WRONG')
      expect((await browser.login(phone, good)).status).toBe(200)
    },
  )

  test('PWD-02 on the server: another confirmation is refused', async () => {
    const { phone } = await aRegistered()
    const browser = openBrowser(world.app)
    await world.prove(browser, phone)
    const answer = await browser.reset(phone, another, `${another}x`)
    expect([answer.status, answer.json.message]).toEqual([
      400,
      'Kata Sandi harus sama dengan Kata Sandi Baru',
    ])
  })
})

describe('hole 2: a reset needs the right that a match gave to this browser', () => {
  /** Each step of the flow as one can take it; the order is the test's. */
  const steps = {
    ask: async (browser: Browser, phone: string, seen: Seen) => {
      const answer = await browser.ask(phone)
      if (answer.status === 200) seen.transactionId = answer.json.transactionId
    },
    match: async (browser: Browser, phone: string, seen: Seen) => {
      const code = seen.transactionId ? await world.codeFor(phone) : '000000'
      await browser.match(phone, seen.transactionId ?? 'A'.repeat(22), code)
    },
    reset: async (browser: Browser, phone: string, seen: Seen) => {
      seen.resets.push((await browser.reset(phone, another)).status)
    },
  }
  type Seen = { transactionId?: string; resets: number[] }
  type Step = keyof typeof steps
  const all = Object.keys(steps) as Step[]
  const orders: Step[][] = [1, 2, 3, 4].flatMap((length) =>
    Array.from({ length: all.length ** length }, (_, index) =>
      Array.from(
        { length },
        (__, place) => all[Math.floor(index / all.length ** place) % all.length] as Step,
      ),
    ),
  )
  /** By the specification: a reset succeeds exactly after a match that came after its code, and once for each. */
  const expected = (order: readonly Step[]) => {
    let [asked, right] = [false, false]
    return order.flatMap((step) => {
      if (step === 'ask') asked = true
      if (step === 'match' && asked) [right, asked] = [true, false]
      if (step !== 'reset') return []
      const may = right
      right = false
      return [may ? 200 : 400]
    })
  }
  // A second code within 59 seconds is refused, so orders that ask twice are left to the test of that.
  const once = orders.filter((order) => order.filter((step) => step === 'ask').length <= 1)

  test.each(
    once.filter((order) => order.includes('reset')).map((order) => [order.join(', '), order] as const),
  )('in the order %s', async (_, order) => {
    const { phone } = await aLender(world.context)
    const seen: Seen = { resets: [] }
    const browser = openBrowser(world.app)
    for (const step of order) await steps[step](browser, phone, seen)
    expect(seen.resets).toEqual(expected(order))
  })

  test('another browser, a cookie that never was, or none', async () => {
    const { phone } = await aRegistered()
    const mine = openBrowser(world.app)
    await world.prove(mine, phone)
    const other = openBrowser(world.app)
    expect(outcome(await other.reset(phone, another))).toEqual(refused)
    for (const value of ['a'.repeat(43), 'short', '']) {
      other.cookies.set('reset', value)
      expect(outcome(await other.reset(phone, another))).toEqual(refused)
    }
    expect((await mine.reset(phone, another)).status).toBe(200)
  })

  test('the right for one number sets the password of no other, nor of one that nobody has', async () => {
    const [mine, victim] = [await aRegistered(), await aRegistered()]
    const browser = openBrowser(world.app)
    await world.prove(browser, mine.phone)
    expect(outcome(await browser.reset(victim.phone, another))).toEqual(refused)
    expect(outcome(await browser.reset('89900000003', another))).toEqual(refused)
    expect((await browser.login(victim.phone, goodPassword)).status).toBe(200)
    expect((await browser.reset(mine.phone, another)).status).toBe(200)
  })

  test('once: of 20 resets at the same time one succeeds, and the cookie that was kept is worth nothing', async () => {
    const { phone } = await aRegistered()
    const browser = openBrowser(world.app)
    await world.prove(browser, phone)
    const cookie = browser.cookies.get('reset') ?? ''
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => browser.reset(phone, `${another}${index}`)),
    )
    const done = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(done).toHaveLength(1)
    expect((await browser.login(phone, `${another}${done[0]}`)).status).toBe(200)
    browser.cookies.set('reset', cookie)
    expect(outcome(await browser.reset(phone, another))).toEqual(refused)
  })

  test('not after ten minutes of database time', async () => {
    const { phone } = await aRegistered()
    const browser = openBrowser(world.app)
    await world.prove(browser, phone)
    world.travel('10 minutes')
    expect(outcome(await browser.reset(phone, another))).toEqual(refused)
  })

  test('a reset takes back every other right that is open for the lender', async () => {
    const { phone } = await aRegistered()
    const [first, second] = [openBrowser(world.app), openBrowser(world.app)]
    await world.prove(first, phone)
    world.travel('1 minute')
    await world.prove(second, phone)
    expect((await second.reset(phone, another)).status).toBe(200)
    expect(outcome(await first.reset(phone, goodPassword))).toEqual(refused)
  })

  test('only the hash of the cookie is kept', async () => {
    const { phone } = await aRegistered()
    const browser = openBrowser(world.app)
    await world.prove(browser, phone)
    const rows = await many<{ row: string }>(
      world.context.db,
      'test.grant_rows',
      `select g::text || encode(token_hash, 'escape') as row from reset_grant g
       union all select i::text from idempotency i union all select a::text from audit_event a`,
    )
    for (const { row } of rows) expect(row).not.toContain(browser.cookies.get('reset'))
  })

  test('behind TLS the cookie has the prefix __Host- and is sent over TLS alone', async () => {
    const { phone } = await aRegistered()
    const config = { ...world.context.config, APP_ORIGIN: 'https://pendanaan.example' }
    const app = await startApp({ context: { ...world.context, config } })
    try {
      const browser = openBrowser(app)
      await world.prove(browser, phone)
      expect([...browser.cookies.keys()]).toEqual(['__Host-reset'])
      const login = await browser.login(phone, goodPassword)
      expect(login.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^__Host-device=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
        ),
      ])
      expect((await browser.reset(phone, another)).status).toBe(200)
    } finally {
      await app.close()
    }
  })

  test('a page of another site cannot make the browser send it: JSON is asked for, and nobody is allowed across origins', async () => {
    const { phone } = await aRegistered()
    const browser = openBrowser(world.app)
    await world.prove(browser, phone)
    const body = JSON.stringify({
      phoneNumber: phone,
      newPassword: another,
      confirmPassword: another,
      type: 'lender',
    })
    const plain = await browser.post('/auth/password/reset', body, {
      headers: { 'content-type': 'text/plain' },
    })
    expect(plain.status).toBe(415)
    const before = await browser.call('OPTIONS', '/auth/password/reset', undefined, {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(before.status).toBeGreaterThanOrEqual(400)
    expect(before.headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('API-02 the trail of an account has what was done to it, and no secret', async () => {
  const { phone, lenderId } = await aRegistered()
  const browser = openBrowser(world.app)
  await world.prove(browser, phone)
  await browser.reset(phone, another)
  const { operations } = await one<{ operations: string }>(
    world.context.db,
    'test.operations',
    `select string_agg(operation || ' ' || outcome, ', ' order by at, id) as operations from audit_event
      where subject = $1 and operation <> 'createLender'`,
    [`lender:${lenderId}`],
  )
  expect(operations).toBe('generateOtp done, sendOtp done, matchOtp done, resetPassword done')
})
