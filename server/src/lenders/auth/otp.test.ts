import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SmsRefused, SmsUnavailable } from '../../outside/sms/port.ts'
import { many, one } from '../../platform/db/database.ts'
import { listJobs } from '../../platform/jobs/queue.ts'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../../testing/account.ts'
import { aLender } from '../../../testing/people.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture({
    settings: {
      LIMIT_CODE_ADDRESS: '10000/60',
      LIMIT_MATCH_ADDRESS: '10000/60',
      LIMIT_CODE_ACCOUNT: '1000/60',
    },
  })
})
afterEach(async () => {
  fixture.inbox.failure = undefined
  await fixture.comeBack()
})
afterAll(() => fixture.close())

const aNumber = async () => (await aLender(fixture.context)).phone
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('requesting a code', () => {
  test('LOG-04 requesting a reset code returns only a transaction id, its creation time and its expiry five minutes later', async () => {
    const phone = await aNumber()
    const { status, json } = await openBrowser(fixture.app).ask(phone)
    expect(status).toBe(200)
    expect(json).toEqual({
      transactionId: expect.stringMatching(/^[\w-]{22}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      expiredAt: expect.any(String),
    })
    expect(Date.parse(json.expiredAt) - Date.parse(json.createdAt)).toBe(300_000)
  })

  test('LOG-04 a reset code appears in the text message only, and the database has its argon2id hash', async () => {
    const phone = await aNumber()
    const asked = await openBrowser(fixture.app).ask(phone)
    const code = await fixture.codeFor(phone)
    expect(fixture.inbox.to(phone)).toEqual([
      {
        to: `62${phone}`,
        text: `${code} adalah kode verifikasi Pematang Anda, berlaku 5 menit. Jangan berikan kode ini kepada siapa pun.`,
        reference: expect.stringMatching(/^[\w-]{1,64}$/),
      },
    ])
    expect(asked.bytes.toString()).not.toContain(code)
    const rows = await many<{ row: string }>(
      fixture.context.db,
      'test.rows',
      `select o::text as row from otp o where phone = $1 union all select j::text from job j
       union all select a::text from audit_event a`,
      [phone],
    )
    for (const { row } of rows) expect(row).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))
    const { hash } = await one<{ hash: string }>(
      fixture.context.db,
      'test.hash',
      'select code_hash as hash from otp where phone = $1',
      [phone],
    )
    expect(hash).toMatch(/^\$argon2id\$/)
  })

  test('LOG-04 requesting a reset code for an unregistered number gives the same answers as for a registered one, and sends no message', async () => {
    const browser = openBrowser(fixture.app)
    const [known, unknown] = [await browser.ask(await aNumber()), await browser.ask('89900000001')]
    await fixture.drain()
    expect([unknown.status, Object.keys(unknown.json)]).toEqual([known.status, Object.keys(known.json)])
    expect(fixture.inbox.to('89900000001')).toEqual([])
    const again = await browser.ask('89900000001')
    expect([again.status, again.json.code]).toEqual([429, 'OTP_TOO_SOON'])
    for (let i = 0; i < 3; i += 1) {
      const tried = await browser.match('89900000001', unknown.json.transactionId, '123456')
      expect(tried.json).toEqual({ isMatch: false })
    }
    expect((await browser.match('89900000001', unknown.json.transactionId, '123456')).json.code).toBe(
      'OTP_ENDED',
    )
  })

  test('LOG-05 a second reset code within 59 seconds is refused with Retry-After; a later one replaces the first', async () => {
    const phone = await aNumber()
    const browser = openBrowser(fixture.app)
    const first = await browser.ask(phone)
    const firstCode = await fixture.codeFor(phone)
    fixture.travel('30 seconds')
    const soon = await browser.ask(phone)
    expect([soon.status, soon.json.code]).toEqual([429, 'OTP_TOO_SOON'])
    const wait = Number(soon.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(20)
    expect(wait).toBeLessThanOrEqual(29)
    expect(soon.json.message).toBe(`Kode baru dapat diminta dalam ${wait} detik.`)
    fixture.travel('59 seconds')
    const second = await browser.ask(phone)
    expect(second.status).toBe(200)
    const secondCode = await fixture.codeFor(phone)
    expect((await browser.match(phone, first.json.transactionId, firstCode)).json.code).toBe('OTP_ENDED')
    expect((await browser.match(phone, second.json.transactionId, secondCode)).json).toEqual({
      isMatch: true,
    })
  })

  test('ten concurrent requests for a reset code of one number send one code', async () => {
    const phone = await aNumber()
    const browser = openBrowser(fixture.app)
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.ask(phone)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await fixture.drain()
    expect(fixture.inbox.to(phone)).toHaveLength(1)
  })

  test.each([
    ['an unknown purpose', { purpose: 2 }],
    ['an unknown vendor', { vendor: 2 }],
    ['an unknown field', { otpCode: '123456' }],
    ['the purpose as a text', { purpose: '1' }],
  ])('a request for a reset code with %s is refused', async (_, change) => {
    const body = { recipient: '81234567890', purpose: 1, vendor: 1, ...change }
    expect((await openBrowser(fixture.app).post('/auth/otp', body)).status).toBe(400)
  })

  test('LOG-03 a request for a reset code with a malformed phone number is refused with the message of the phone field', async () => {
    const { status, json } = await openBrowser(fixture.app).ask('123')
    expect([status, json.message]).toEqual([400, 'Format Nomor Handphone salah'])
  })
})

describe('sending the message', () => {
  test('sending a reset code is retried while the SMS gateway is unavailable, and the code of the newest message matches', async () => {
    const phone = await aNumber()
    const browser = openBrowser(fixture.app)
    const asked = await browser.ask(phone)
    fixture.inbox.failure = new SmsUnavailable('away')
    await fixture.drain()
    expect(fixture.inbox.to(phone)).toEqual([])
    fixture.inbox.failure = undefined
    fixture.travel('10 seconds')
    expect((await browser.match(phone, asked.json.transactionId, await fixture.codeFor(phone))).json).toEqual(
      {
        isMatch: true,
      },
    )
  })

  test('a reset code refused by the SMS gateway is recorded as refused and not sent again', async () => {
    const { phone, lenderId } = await aLender(fixture.context)
    await openBrowser(fixture.app).ask(phone)
    fixture.inbox.failure = new SmsRefused('BLOCKED', 'the number is blocked')
    await fixture.drain()
    fixture.inbox.failure = undefined
    fixture.travel('4 minutes')
    await fixture.drain()
    expect(fixture.inbox.to(phone)).toEqual([])
    expect(await listJobs(fixture.context.db, { state: 'dead', page: 1, limit: 10 })).toEqual([])
    const { outcome } = await one<{ outcome: string }>(
      fixture.context.db,
      'test.outcome',
      `select outcome from audit_event where subject = $1 and operation = 'sendOtp'`,
      [`lender:${lenderId}`],
    )
    expect(outcome).toBe('SMS_REFUSED')
  })

  test('a reset code that has expired in the queue is not sent', async () => {
    const phone = await aNumber()
    await openBrowser(fixture.app).ask(phone)
    fixture.travel('5 minutes')
    await fixture.drain()
    expect(fixture.inbox.to(phone)).toEqual([])
  })
})

describe('matching a code', () => {
  async function asked() {
    const phone = await aNumber()
    const browser = openBrowser(fixture.app)
    const { transactionId } = (await browser.ask(phone)).json
    const code = await fixture.codeFor(phone)
    return { phone, browser, transactionId, code }
  }

  test('LOG-06 the right reset code matches and sets an HttpOnly reset cookie', async () => {
    const { phone, browser, transactionId, code } = await asked()
    const answer = await browser.match(phone, transactionId, code)
    expect(answer.json).toEqual({ isMatch: true })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^reset=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/),
    ])
  })

  test('LOG-06 a wrong reset code sets no cookie, and the third one ends the transaction', async () => {
    const { phone, browser, transactionId, code } = await asked()
    for (let i = 0; i < 3; i += 1) {
      const answer = await browser.match(phone, transactionId, wrongFor(code))
      expect([answer.status, answer.json]).toEqual([200, { isMatch: false }])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    const late = await browser.match(phone, transactionId, code)
    expect([late.status, late.json.code]).toEqual([400, 'OTP_ENDED'])
    expect(late.json.message).toBe('Kode verifikasi sudah tidak berlaku. Silakan minta kode baru.')
    expect(browser.cookies.has('reset')).toBe(false)
  })

  test('LOG-06 the right reset code matches until five minutes of database time have passed', async () => {
    const early = await asked()
    const late = await asked()
    fixture.travel('290 seconds')
    expect((await early.browser.match(early.phone, early.transactionId, early.code)).json).toEqual({
      isMatch: true,
    })
    fixture.travel('300 seconds')
    expect((await late.browser.match(late.phone, late.transactionId, late.code)).json.code).toBe('OTP_ENDED')
  })

  test('I28 exactly one of 100 concurrent attempts with the right reset code succeeds', async () => {
    const { phone, transactionId, code } = await asked()
    const browsers = Array.from({ length: 100 }, () => openBrowser(fixture.app))
    const answers = await Promise.all(browsers.map((browser) => browser.match(phone, transactionId, code)))
    expect(answers.filter(({ json }) => json.isMatch === true)).toHaveLength(1)
    expect(new Set(answers.map(({ json }) => json.code ?? json.isMatch))).toEqual(
      new Set([true, 'OTP_ENDED']),
    )
    expect(browsers.filter(({ cookies }) => cookies.has('reset'))).toHaveLength(1)
    const { grants } = await one<{ grants: number }>(
      fixture.context.db,
      'test.grants',
      'select count(*) as grants from reset_grant where phone = $1',
      [phone],
    )
    expect(grants).toBe(1)
  })

  test('at most three of 100 concurrent wrong reset codes are checked', async () => {
    const { phone, browser, transactionId, code } = await asked()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => browser.match(phone, transactionId, wrongFor(code))),
    )
    expect(answers.filter(({ json }) => json.isMatch === false).length).toBeLessThanOrEqual(3)
    expect((await browser.match(phone, transactionId, code)).json.code).toBe('OTP_ENDED')
  })

  test('a reset code that has matched cannot be used again', async () => {
    const { phone, browser, transactionId, code } = await asked()
    await browser.match(phone, transactionId, code)
    expect((await browser.match(phone, transactionId, code)).json.code).toBe('OTP_ENDED')
  })

  test('a reset code is refused with another phone number or another transaction id', async () => {
    const [mine, other] = [await asked(), await asked()]
    const { browser } = mine
    for (const [phone, transactionId] of [
      [other.phone, mine.transactionId],
      [mine.phone, 'A'.repeat(22)],
      ['89900000002', mine.transactionId],
    ] as const) {
      expect((await browser.match(phone, transactionId, mine.code)).json.code).toBe('OTP_ENDED')
    }
    expect((await browser.match(other.phone, other.transactionId, wrongFor(other.code))).json.isMatch).toBe(
      false,
    )
    expect((await browser.match(mine.phone, mine.transactionId, mine.code)).json.isMatch).toBe(true)
  })

  test.each(['', '1234567', 123_456, null])(
    'the malformed reset code %j is refused as invalid input',
    async (otpCode) => {
      const body = { otpCode, transactionId: 'A'.repeat(22), recipient: '81234567890' }
      expect((await openBrowser(fixture.app).post('/auth/otp/match', body)).json.code).toBe('INPUT_INVALID')
    },
  )
})
