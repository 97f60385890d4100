import { authJobs, companyJobs } from '../src/lenders/testing.ts'
import type { SmsMessage, SmsSender } from '../src/outside/sms/port.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { runAllJobs } from './drain.ts'
import { type Answer, type Options, startApp, type TestApp } from './http.ts'
import { makeFixture, type Fixture, type FixtureOptions } from './fixture.ts'

/** A fake gateway that stores its messages, or fails on request. */
export type SmsInbox = SmsSender & {
  messages: SmsMessage[]
  /** While set, it is thrown for every message. */
  failure: Error | undefined
  /** The messages to a national number, oldest first. */
  to(phone: string): SmsMessage[]
}

export function makeSmsInbox(): SmsInbox {
  const inbox: SmsInbox = {
    messages: [],
    failure: undefined,
    async send(message) {
      if (inbox.failure) throw inbox.failure
      inbox.messages.push(message)
    },
    check: async () => {},
    to: (phone) => inbox.messages.filter((message) => message.to === `62${phone}`),
  }
  return inbox
}

/** A browser for the account's calls: it stores cookies and sends them back. */
export type Browser = {
  cookies: Map<string, string>
  call(method: string, path: string, body?: unknown, options?: Options): Promise<Answer>
  post(path: string, body?: unknown, options?: Options): Promise<Answer>
  login(phoneNumber: string, password: string): Promise<Answer>
  /** Requests a code. */
  ask(recipient: string): Promise<Answer>
  match(recipient: string, transactionId: string, otpCode: string): Promise<Answer>
  reset(phoneNumber: string, newPassword: string, confirmPassword?: string): Promise<Answer>
}

export function openBrowser(app: TestApp): Browser {
  const cookies = new Map<string, string>()
  const call: Browser['call'] = async (method, path, body, options = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.call(method, path, body, {
      ...options,
      headers: { ...(cookie ? { cookie } : {}), ...options.headers },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0(;|$)/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const post: Browser['post'] = (path, body, options) => call('POST', path, body, options)
  return {
    cookies,
    call,
    post,
    login: (phoneNumber, password) => post('/auth/login', { phoneNumber, password, type: 'lender' }),
    ask: (recipient) => post('/auth/otp', { recipient, purpose: 1, vendor: 1 }),
    match: (recipient, transactionId, otpCode) =>
      post('/auth/otp/match', { recipient, transactionId, otpCode }),
    reset: (phoneNumber, newPassword, confirmPassword = newPassword) =>
      post('/auth/password/reset', { phoneNumber, newPassword, confirmPassword, type: 'lender' }),
  }
}

export type AccountFixture = Fixture & {
  app: TestApp
  inbox: SmsInbox
  /** Runs due jobs until none is left. */
  drain(): Promise<number>
  /** The code of the newest message to a number, once the jobs have run. */
  codeFor(phone: string): Promise<string>
  /**
   * Returns to the present with full rate limits: those consumed while travelling in the future would last until then.
   */
  comeBack(): Promise<void>
  /** Requests a code and matches it in this browser. */
  prove(browser: Browser, phone: string): Promise<void>
}

/** A fixture of the app with an inbox for its messages. */
export async function makeAccountFixture(options: FixtureOptions = {}): Promise<AccountFixture> {
  const inbox = makeSmsInbox()
  const fixture = await makeFixture({ ...options, overrides: { sms: inbox, ...options.overrides } })
  const { context } = fixture
  const app = await startApp(fixture)
  const drain = () => runAllJobs(context, { ...authJobs(context), ...companyJobs(context) })
  const codeFor = async (phone: string) => {
    await drain()
    const code = inbox
      .to(phone)
      .flatMap(({ text }) => /^(\d{6}) /.exec(text)?.[1] ?? [])
      .at(-1)
    if (!code) throw new Error('no code was sent')
    return code
  }
  return {
    ...fixture,
    app,
    inbox,
    drain,
    codeFor,
    async comeBack() {
      fixture.travel(undefined)
      await inTransaction(context.db, { repeatable: true }, (tx) =>
        tx.query({ text: 'delete from rate_limit' }),
      )
    },
    async prove(browser, phone) {
      const asked = await browser.ask(phone)
      if (asked.status !== 200) throw new Error(`asking answered ${asked.bytes.toString()}`)
      const matched = await browser.match(phone, asked.json.transactionId, await codeFor(phone))
      if (matched.json?.isMatch !== true) throw new Error(`matching answered ${matched.bytes.toString()}`)
    },
    async close() {
      await app.close()
      await fixture.close()
    },
  }
}
