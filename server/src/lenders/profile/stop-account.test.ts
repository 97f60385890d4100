import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  givePassword,
  goodPassword,
  type LoggedIn,
  logIn,
  startApp,
  type TestApp,
} from '../../../testing/http.ts'
import { messageScenario } from '../../../testing/messages.ts'
import { many } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { changeContact, closeLender, reactivateLender } from './index.ts'

const { at, someone, work, texts, context, lenderId, phone, become } = messageScenario()
let app: TestApp
beforeAll(async () => {
  app = await startApp({ context: context() })
})
afterAll(() => app.close())

const actor = { kind: 'operator', name: 'test' } as const
async function linkAfterChange(number: string): Promise<string> {
  const former = phone()
  await perform(context(), changeContact, {
    actor,
    input: { lenderId: lenderId(), phone: number, reason: 'asked' },
  })
  await work()
  return linkIn(await texts(former))
}
const linkIn = (sent: string[]): string =>
  `/${/https:\/\/pematang\.example(\/\S+)/.exec(sent.at(-1) ?? '')?.[1] ?? 'no link'}`
const press = (path: string) =>
  app.call('POST', path, '', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
const state = async () =>
  (
    await many<{ state: string }>(context().db, 'test.state', 'select state from lender where id = $1', [
      lenderId(),
    ])
  )[0]?.state
const stops = () =>
  many<{ detail: Record<string, unknown>; actor: string }>(
    context().db,
    'test.stops',
    `select actor, detail from audit_event where operation = 'stopAccount' and subject = $1 and outcome = 'done' order by at`,
    [`lender:${lenderId()}`],
  )

test('SEC-07 opening the link from a former number shows a button and changes nothing; its button suspends the account', async () => {
  become(await someone())
  const path = await linkAfterChange('88812000001')
  for (const method of ['GET', 'HEAD']) expect((await app.call(method, path)).status).toBe(200)
  const page = await app.call('GET', path)
  expect(page.bytes.toString()).toContain('<form method="post"')
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-.{44}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
  )
  expect([await state(), await stops()]).toEqual(['ACTIVE', []])
  const pressed = await press(path)
  expect([pressed.status, await state()]).toEqual([200, 'SUSPENDED'])
  expect(await stops()).toMatchObject([
    {
      actor: 'system',
      detail: { channel: 'SMS', topic: 'CONTACT_CHANGED', before: 'ACTIVE', source: '127.0.0.1' },
    },
  ])
})

test('SEC-07 the suspension lasts until an operator lifts it, and the same link does not suspend again', async () => {
  become(await someone())
  const path = await linkAfterChange('88812000002')
  await press(path)
  at('10:00', 7)
  expect(await state()).toBe('SUSPENDED')
  await perform(context(), reactivateLender, { actor, input: { lenderId: lenderId(), reason: 'checked' } })
  const again = await press(path)
  expect([again.status, await state()]).toEqual([200, 'ACTIVE'])
  expect((await app.call('GET', path)).bytes.toString()).not.toContain('<form')
})

test('SEC-07 pressing many times at once suspends once', async () => {
  become(await someone())
  const path = await linkAfterChange('88812000003')
  const pressed = await Promise.all(Array.from({ length: 8 }, () => press(path)))
  expect(pressed.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect((await stops()).filter(({ detail }) => detail.before === 'ACTIVE')).toHaveLength(1)
})

test('SEC-07 a link of before is over after thirty days, and one of a closed account stops nothing', async () => {
  become(await someone())
  const path = await linkAfterChange('88812000004')
  at('10:00', 31)
  expect([(await app.call('GET', path)).status, (await press(path)).status]).toEqual([404, 404])
  at('10:00')
  await perform(context(), closeLender, { actor, input: { lenderId: lenderId(), reason: 'asked' } })
  expect([(await press(path)).status, await state()]).toEqual([404, 'CLOSED'])
})

test.each(['', 'x', '0'.repeat(32), '"><script>alert(1)</script>'])(
  'SEC-07 an unknown key (%j) stops nothing, and nothing of it is on the page',
  async (key) => {
    const path = `//api/v1/stop?key=${encodeURIComponent(key)}`
    for (const answer of [await app.call('GET', path), await press(path)]) {
      expect(answer.status).toBe(404)
      expect(answer.bytes.toString()).not.toContain('script>')
    }
  },
)

test('SEC-07 links that stop an account have a rate limit of their own, apart from that of codes', async () => {
  const config = { ...context().config, LIMIT_STOP_ADDRESS: { count: 1, seconds: 600 } }
  const limited = await startApp({ context: { ...context(), config } })
  const statuses = []
  for (let call = 0; call < 3; call += 1)
    statuses.push((await limited.call('GET', '//api/v1/stop?key=unknown')).status)
  const code = { otpCode: '123456', transactionId: context().random.uuid(), recipient: '81200000001' }
  statuses.push((await limited.call('POST', '/auth/otp/match', code)).status)
  await limited.close()
  expect(statuses.slice(1, 3)).toEqual([429, 429])
  expect(statuses[3]).not.toBe(429)
})

async function askedBy(lender: Pick<LoggedIn, 'post'>, accountNumber: string): Promise<string> {
  await givePassword(lender)
  const wanted = { bankCode: '008', accountNumber, accountName: 'Sari Dewi' }
  const { status, bytes } = await lender.post('/lender/bank-account/request', wanted)
  expect(status, bytes.toString()).toBe(200)
  await work()
  return linkIn(await texts())
}
async function requestState() {
  const rows = await many<{ state: string }>(
    context().db,
    'test.request',
    'select state from bank_account_request where lender_id = $1 order by at desc, id limit 1',
    [lenderId()],
  )
  return rows[0]?.state
}

test('MFA-03 SEC-07 one click in the message about another bank account stops account and request, and no request that is made after it', async () => {
  const lender = await logIn({ context: context() }, app)
  become({ ...lender, email: '' })
  const path = await askedBy(lender, '8800000001')
  expect([(await press(path)).status, await state(), await requestState()]).toEqual([
    200,
    'SUSPENDED',
    'STOPPED',
  ])
  await perform(context(), reactivateLender, { actor, input: { lenderId: lenderId(), reason: 'checked' } })
  const again = { phoneNumber: lender.phone, password: goodPassword, type: 'lender' }
  const { token } = (await app.post('/auth/login', again)).json
  await askedBy({ post: (to, body, rest) => app.post(to, body, { token, ...rest }) }, '8800000002')
  expect([(await press(path)).status, await state(), await requestState()]).toEqual([200, 'ACTIVE', 'ASKED'])
})

test('MFA-03 SEC-07 a link of another lender or of thirty days ago stops no request for another bank account', async () => {
  const other = await logIn({ context: context() }, app)
  become({ ...other, email: '' })
  const foreign = await askedBy(other, '8800000003')
  const lender = await logIn({ context: context() }, app)
  become({ ...lender, email: '' })
  const path = await askedBy(lender, '8800000004')
  expect([(await press(foreign)).status, await state(), await requestState()]).toEqual([
    200,
    'ACTIVE',
    'ASKED',
  ])
  at('10:00', 31)
  expect([(await press(path)).status, await state(), await requestState()]).toEqual([404, 'ACTIVE', 'ASKED'])
})
