import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../read-config.ts'
import { httpSms, type SmsHttpConfig } from './http-adapter.ts'
import { createSmsSender } from './sms-sender.ts'
import { SmsUnavailable } from './port.ts'
import { type GatewayUnderTest, type Limits, smsConformance } from './testing/conformance.ts'
import { type HostileGateway, startHostileGateway } from './testing/hostile-gateway.ts'
import { type SmsSandbox, startSmsSandbox } from './testing/sandbox.ts'

const limits = { timeoutMs: 10_000, deadlineMs: 30_000 }
const secret = 'key of the tests !"&'
const settings: Omit<SmsHttpConfig, 'url'> = {
  method: 'POST',
  headers: '{"X-Api-Key":"{key}"}',
  bodyType: 'json',
  body: '{"to":"{to}","text":"{text}","reference":"{reference}"}',
  apiKey: secret,
  takenPattern: null,
  numberFormat: 'digits',
  ...limits,
}

let sandbox: SmsSandbox
let stub: HostileGateway
beforeAll(async () => {
  ;[sandbox, stub] = await Promise.all([startSmsSandbox(), startHostileGateway()])
})
afterAll(() => Promise.all([sandbox.stop(), stub.close()]))

const stubSender = (change: Partial<SmsHttpConfig> = {}) =>
  httpSms({ ...settings, url: `${stub.origin}/send`, ...change })
const message = { to: '6281234567890', text: 'Kode "Anda" 123456 & +1', reference: 'code-1' }

describe('the sandbox gateway with default settings', () => {
  const numbers: Record<string, string> = {
    none: '6281200000001',
    fails: '6289900000001',
    slow: '6289900000004',
    unsteady: '6289900000006',
    busy: '6289900000007',
    refused: '6289900000008',
    cut: '6289900000009',
  }
  smsConformance((): GatewayUnderTest => {
    const config = ({ timeoutMs, deadlineMs }: Limits) =>
      readConfig({
        DATABASE_URL: 'postgres://nobody',
        ESIGN_BASE_URL: 'http://127.0.0.1:9',
        ESIGN_API_KEY: 'not asked for here',
        ESIGN_CALLBACK_SECRET: 'not asked for here',
        SMS_URL: sandbox.url,
        SMS_API_KEY: sandbox.apiKey,
        SMS_TIMEOUT_MS: String(timeoutMs),
        SMS_DEADLINE_MS: String(deadlineMs),
      })
    return {
      sender: (of) => createSmsSender(config(of)),
      number: (trouble) => numbers[trouble] ?? null,
      arrived: async (to) => (await sandbox.inbox(to)).map(({ text }) => text),
    }
  })

  test('the SMS adapter reports a wrong key, and without a gateway every send fails naming SMS_URL', async () => {
    const stranger = httpSms({ ...settings, url: sandbox.url, apiKey: 'another' })
    await expect(stranger.send(message)).rejects.toMatchObject({ code: 'HTTP_401' })
    const none = readConfig({
      DATABASE_URL: 'postgres://nobody',
      ESIGN_BASE_URL: 'http://127.0.0.1:9',
      ESIGN_API_KEY: 'not asked for here',
      ESIGN_CALLBACK_SECRET: 'not asked for here',
    })
    await expect(createSmsSender(none).send(message)).rejects.toThrow('SMS_URL')
  })
})

describe('a gateway with form-encoded bodies', () => {
  /** Records the accepted messages of each number, once per reference. */
  const phones = new Map<string, { text: string; reference: string }[]>()
  const numbers: Record<string, string> = { none: '6281300000001', refused: '6281300000002' }
  smsConformance((): GatewayUnderTest => {
    return {
      sender: (of) =>
        stubSender({ ...of, bodyType: 'form', body: 'msisdn={to}&message={text}&id={reference}&k={key}' }),
      number(trouble) {
        if (trouble === 'none') stub.behave({ answer: 200 })
        if (trouble === 'fails') stub.behave({ answer: 500 })
        if (trouble === 'refused') stub.behave({ answer: 400 })
        if (trouble === 'busy') stub.behave({ answer: 429, headers: { 'retry-after': '0' } }, { answer: 200 })
        if (trouble === 'unsteady') stub.behave({ answer: 503 }, { answer: 502 }, { answer: 200 })
        if (trouble === 'slow') stub.behave('silence')
        if (trouble === 'cut') stub.behave('cut', { answer: 200 })
        return numbers[trouble] ?? '6281300000003'
      },
      async arrived(to) {
        const inbox = phones.get(to) ?? []
        for (const { body } of stub.received) {
          const form = Object.fromEntries(new URLSearchParams(body))
          expect(form['k']).toBe(secret)
          const known = inbox.some(({ reference }) => reference === form['id'])
          if (form['msisdn'] === to && !known) {
            inbox.unshift({ text: form['message'] ?? '', reference: form['id'] ?? '' })
          }
        }
        phones.set(to, inbox)
        return inbox.map(({ text }) => text)
      },
    }
  })
})

describe('a misbehaving gateway', () => {
  const end = async (change: Partial<SmsHttpConfig> = {}) => {
    const error = await stubSender(change)
      .send(message)
      .then(
        () => null,
        (failure: unknown) => failure,
      )
    return { error, tries: stub.received.length }
  }

  test.each([['silence'], ['cut'], ['nonsense']] as const)(
    'the SMS adapter reports the gateway as unavailable after retries: %s',
    async (behaviour) => {
      stub.behave(behaviour)
      const { error, tries } = await end({ timeoutMs: 200, deadlineMs: 2_000 })
      expect(error).toBeInstanceOf(SmsUnavailable)
      expect(tries).toBeGreaterThan(1)
    },
  )

  test.each([['drip'], ['flood'], ['cut in the body']] as const)(
    'an SMS whose answer has status 200 and then the fault "%s" counts as sent, and the rest is not read',
    async (behaviour) => {
      stub.behave(behaviour)
      const before = process.memoryUsage().rss
      const { error, tries } = await end()
      expect([error, tries]).toEqual([null, 1])
      expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
    },
  )

  test.each([301, 302, 303, 307, 308])(
    'the SMS adapter does not follow a redirect with status %s',
    async (answer) => {
      stub.behave({ answer, headers: { location: `${stub.origin}/elsewhere` } }, { answer: 200 })
      const { error, tries } = await end()
      expect(error).toMatchObject({ code: `HTTP_${answer}` })
      expect(tries).toBe(1)
    },
  )

  test('the SMS adapter does not retry when Retry-After is beyond the deadline', async () => {
    stub.behave({ answer: 429, headers: { 'retry-after': '60' } })
    const { error, tries } = await end()
    expect(error).toBeInstanceOf(SmsUnavailable)
    expect(tries).toBe(1)
  })

  test('the backoff of the SMS adapter grows with jitter and ends at the deadline', async () => {
    stub.behave({ answer: 500 })
    const pauses: number[] = []
    let clock = 0
    const times = {
      now: () => clock,
      sleep: async (milliseconds: number) => {
        pauses.push(milliseconds)
        clock += milliseconds
      },
      random: () => 0.5,
    }
    const sender = httpSms({ ...settings, url: stub.origin, deadlineMs: 10_000 }, times)
    await expect(sender.send(message)).rejects.toThrow('status 500')
    expect(pauses).toEqual([187.5, 375, 750, 1500, 3000])
  })

  test('the SMS adapter reads from the response body whether the gateway accepted the message', async () => {
    const takenPattern = /"status":"0"/
    stub.behave({ answer: 200, body: '{"status":"0"}' })
    expect((await end({ takenPattern })).error).toBeNull()
    stub.behave({ answer: 200, body: '{"status":"5","text":"no credit"}' })
    expect((await end({ takenPattern })).error).toMatchObject({ code: 'NOT_TAKEN' })
    stub.behave('cut in the body', { answer: 200, body: '{"status":"0"}' })
    expect(await end({ takenPattern })).toMatchObject({ error: null, tries: 2 })
  })

  test('the SMS adapter reports an unknown host and a closed port as unavailable, without secrets', async () => {
    for (const url of ['http://gateway.invalid/send', 'http://127.0.0.1:9/send?k={key}']) {
      const { error } = await end({ url, deadlineMs: 600 })
      expect(error).toBeInstanceOf(SmsUnavailable)
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('key of')
    }
  })
})

describe('templates', () => {
  test('a GET template of the SMS adapter encodes the message in the query with the configured number format', async () => {
    stub.behave({ answer: 200 })
    const url = `${stub.origin}/api/{reference}/send?to={to}&text={text}&user=a%20b&key={key}`
    await stubSender({ url, method: 'GET', bodyType: 'none', headers: '{}', numberFormat: 'local' }).send(
      message,
    )
    const [received] = stub.received
    expect([received?.method, received?.body]).toEqual(['GET', ''])
    const asked = new URL(received?.url ?? '', stub.origin)
    expect(asked.pathname).toBe('/api/code-1/send')
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      to: '081234567890',
      text: message.text,
      user: 'a b',
      key: secret,
    })
  })

  test('a JSON template of the SMS adapter fills nested texts and keeps numbers and lists', async () => {
    stub.behave({ answer: 201 })
    const body =
      '{"messages":[{"destinations":[{"to":"{to}"}],"text":"Pematang: {text}","flash":false,"n":1.5}]}'
    await stubSender({
      method: 'PUT',
      body,
      numberFormat: 'plus',
      headers: '{"Authorization":"App {key}"}',
    }).send(message)
    const [received] = stub.received
    expect(received?.headers).toMatchObject({
      authorization: `App ${secret}`,
      'content-type': 'application/json',
    })
    expect(JSON.parse(received?.body ?? '')).toEqual({
      messages: [
        { destinations: [{ to: '+6281234567890' }], text: `Pematang: ${message.text}`, flash: false, n: 1.5 },
      ],
    })
  })

  test.each<[string, Partial<SmsHttpConfig>]>([
    ['SMS_URL: no http', { url: 'ftp://gateway.example' }],
    ['SMS_URL: no http', { url: 'gateway' }],
    ['SMS_URL: placeholders', { url: 'https://{to}.gateway.example/' }],
    ['SMS_URL: placeholders', { url: 'https://gateway.example/#{to}' }],
    ['SMS_URL: a user', { url: 'https://a:secret@gateway.example/' }],
    ['SMS_URL: {text}', { url: 'https://gateway.example/{text}' }],
    ['SMS_URL: there is no {phone}', { url: 'https://gateway.example/?to={phone}' }],
    ['SMS_HEADERS: no JSON', { headers: 'Authorization: secret' }],
    ['SMS_HEADERS: no JSON object', { headers: '["secret"]' }],
    ['SMS_HEADERS: "A B" cannot', { headers: '{"A B":"x"}' }],
    ['SMS_HEADERS: "A" cannot', { headers: '{"A":"x\\r\\nB: y"}' }],
    ['SMS_HEADERS: {text}', { headers: '{"A":"{text}"}' }],
    ['SMS_BODY: no JSON', { body: '{"to":{to}}' }],
    ['SMS_BODY: there is no {msg}', { body: '{"to":"{msg}"}' }],
  ])(
    'the SMS template with the fault "%s" is rejected at start without printing secrets',
    (sentence, change) => {
      const make = () => httpSms({ ...settings, url: 'https://gateway.example/', ...change })
      expect(make).toThrow(sentence)
      try {
        make()
      } catch (error) {
        expect(String(error)).not.toMatch(/secret/)
      }
    },
  )
})
