import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { SessionUser } from '@pematang/contract/lenders/auth/endpoints'
import { apiPrefix, createApp } from '../src/main/testing.ts'
import { aLender } from './people.ts'
import type { Fixture } from './fixture.ts'

/** A response whose body was read: `json` for JSON (null otherwise), `bytes` always. */
export type Answer = {
  status: number
  headers: Headers
  bytes: Buffer
  // The type is open because each test asserts the content of a body itself.
  // oxlint-disable-next-line typescript/no-explicit-any -- a test names the fields it looks at
  json: any
}

export type Options = { headers?: Record<string, string>; token?: string }

export type TestApp = {
  /** Scheme, host and port on which the real app listens. */
  origin: string
  /** Sends any request: a path below /api/v1, or one from the root if it starts with `//`. */
  call(method: string, path: string, body?: unknown, options?: Options): Promise<Answer>
  get(path: string, options?: Options): Promise<Answer>
  post(path: string, body?: unknown, options?: Options): Promise<Answer>
  close(): Promise<void>
}

/** Starts the whole app of a fixture on a port of its own. */
export async function startApp(fixture: Pick<Fixture, 'context'>, port = 0): Promise<TestApp> {
  const app = await createApp(fixture.context)
  await app.listen({ port, host: '127.0.0.1' })
  const { port: taken } = app.server.address() as AddressInfo
  return clientOf(`http://127.0.0.1:${taken}`, () => app.close())
}

/** A client of an app that listens at this origin, in this process or another. */
export function clientOf(origin: string, close: TestApp['close'] = async () => {}): TestApp {
  const call: TestApp['call'] = async (method, path, body, { headers = {}, token } = {}) => {
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
    const response = await fetch(path.startsWith('//') ? origin + path.slice(1) : origin + apiPrefix + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      json: isJson ? JSON.parse(bytes.toString('utf8')) : null,
    }
  }
  return {
    origin,
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    close,
  }
}

export const goodPassword = 'Sawah-Terasering-7'

/** A lender with a live session, who calls with its token. */
export type LoggedIn = {
  lenderId: number
  phone: string
  user: SessionUser
  get(path: string, options?: Options): Promise<Answer>
  post(path: string, body?: unknown, options?: Options): Promise<Answer>
  /** Makes a call that moves money, under a new key unless one is given. */
  pay(path: string, body: unknown, key?: string): Promise<Answer>
}

/** Creates a lender and opens a session as a browser does. */
export async function logIn(
  fixture: Pick<Fixture, 'context'>,
  app: TestApp,
  options: { cash?: number; userTypeId?: 1 | 3; acceptsRisk?: boolean } = {},
): Promise<LoggedIn> {
  const { lenderId, phone } = await aLender(fixture.context, { ...options, password: goodPassword })
  const answer = await app.post('/auth/login', { phoneNumber: phone, password: goodPassword, type: 'lender' })
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.bytes.toString()}`)
  const user = answer.json as SessionUser
  return {
    lenderId,
    phone,
    user,
    get: (path, rest) => app.get(path, { token: user.token, ...rest }),
    post: (path, body, rest) => app.post(path, body, { token: user.token, ...rest }),
    pay: (path, body, key = randomUUID()) =>
      app.post(path, body, { token: user.token, headers: { 'idempotency-key': key } }),
  }
}

/** Gives the password once more, for one action in this session. */
export async function givePassword(lender: Pick<LoggedIn, 'post'>): Promise<void> {
  const { status, json } = await lender.post('/auth/password/validate', { password: goodPassword })
  if (status !== 200 || json.is_validated !== true) throw new Error(`the password was answered ${status}`)
}
