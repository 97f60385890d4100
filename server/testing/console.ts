import type { AddressInfo } from 'node:net'
import { consolePrefix, createConsoleApp } from '../src/main/testing.ts'
import type { Right } from '../src/platform/approvals/rights.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { consoleOrigin } from '../src/platform/settings/config.ts'
import { inviteStaffHere } from '../src/staff/testing.ts'
import { type Authenticator, makeAuthenticator, type Misbehaviour } from './authenticator.ts'
import type { Fixture } from './fixture.ts'
import { type Answer, clientOf, type Options, type TestApp } from './http.ts'
import { aPerson } from './staff.ts'

/** Starts the console of a fixture on a port of its own; its paths are below /api/console. */
export async function startConsole(fixture: Pick<Fixture, 'context'>): Promise<TestApp> {
  const app = await createConsoleApp(fixture.context)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const plain = clientOf(`http://127.0.0.1:${port}`, () => app.close())
  const origin = consoleOrigin(fixture.context.config)
  const call: TestApp['call'] = (method, path, body, options = {}) =>
    plain.call(method, path.startsWith('//') ? path : `/${consolePrefix}${path}`, body, {
      ...options,
      headers: { origin, ...options.headers },
    })
  return {
    ...plain,
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
  }
}

export type LoggedInStaff = {
  staffId: number
  name: string
  cookie: string
  /** Their two devices; the first has logged in. */
  passkeys: [Authenticator, Authenticator]
  get(path: string, options?: Options): Promise<Answer>
  post(path: string, body?: unknown, options?: Options): Promise<Answer>
  /** Decides proposals as the page does: a challenge for them, signed with the first passkey, then the decision. */
  decide(decisions: { number: number; hash: string }[], how?: Deciding): Promise<Answer>
}

type Deciding = { verdict?: 'AGREE' | 'REFUSE'; reason?: string; by?: Authenticator; wrong?: Misbehaviour }

/** The session that an answer has set, as the Cookie header names it. */
export const cookieOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

const expectDone = (answer: Answer): Answer => {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.bytes.toString()}`)
  return answer
}

/** The token of an invitation at the machine, where no rule asks for a second pair at it. */
export async function invitationFor({ context }: Fixture, name: string): Promise<string> {
  let token = ''
  const verb = inviteStaffHere((shown) => {
    token = shown
  })
  const actor = { kind: 'operator', name: 'test' } as const
  await perform(context, verb, { actor, input: { name, reason: 'test' } })
  return token
}

/** Registers a first passkey with the token of an invitation. */
export async function acceptWith(app: TestApp, token: string, device: Authenticator): Promise<Answer> {
  const { json } = expectDone(await app.post('/invitation/challenge', { token }))
  return app.post('/invitation', { token, label: 'kunci 1', attestation: device.create(json.challenge) })
}

/** Adds a person with these rights, who registers two passkeys and is logged in. */
export async function logInStaff(
  fixture: Fixture,
  app: TestApp,
  name: string,
  ...rights: Right[]
): Promise<LoggedInStaff> {
  const origin = consoleOrigin(fixture.context.config)
  const passkeys: [Authenticator, Authenticator] = [makeAuthenticator(origin), makeAuthenticator(origin)]
  const [first, second] = passkeys
  const staffId = await aPerson(fixture, name, ...rights)
  const token = await invitationFor(fixture, name)
  const cookie = cookieOf(expectDone(await acceptWith(app, token, first)))
  const withCookie = (options: Options = {}) => ({ ...options, headers: { cookie, ...options.headers } })
  const get: LoggedInStaff['get'] = (path, options) => app.get(path, withCookie(options))
  const post: LoggedInStaff['post'] = (path, body, options) => app.post(path, body, withCookie(options))
  const { json } = expectDone(await post('/passkeys/challenge'))
  expectDone(await post('/passkeys', { label: 'kunci 2', attestation: second.create(json.challenge) }))
  return {
    ...{ staffId, name, cookie, passkeys, get, post },
    async decide(decisions, { verdict = 'AGREE', reason, by = first, wrong } = {}) {
      const offered = await post('/approvals/challenge', { verdict, decisions })
      if (offered.status !== 200) return offered
      const assertion = by.get(offered.json.challenge, wrong)
      return post('/approvals/decide', {
        ...{ verdict, decisions, assertion },
        ...(reason === undefined ? {} : { reason }),
      })
    },
  }
}

/** Logs in with a passkey as the page does. */
export async function logInWith(app: TestApp, device: Authenticator, wrong?: Misbehaviour): Promise<Answer> {
  const { json } = expectDone(await app.post('/session/challenge'))
  return app.post('/session', { assertion: device.get(json.challenge, wrong) })
}
