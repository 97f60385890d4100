import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { aBank, bankClient } from './testing/bank.ts'
import { aBankScenario, aDepositor, type BankScenario } from '../../../testing/snap-scenario.ts'

let scenario: BankScenario
beforeAll(async () => {
  scenario = await aBankScenario()
})
afterAll(() => scenario.close())

test('API-01 a bank gets an access token for 900 seconds, and the database stores only its hash', async () => {
  const answer = await scenario.bni.askToken()
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({
    responseCode: '2007300',
    responseMessage: 'Successful',
    accessToken: expect.stringMatching(/^[\w-]{43}$/),
    tokenType: 'Bearer',
    expiresIn: '900',
  })
  expect(answer.headers.get('x-timestamp')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { found } = await one<{ found: boolean }>(
    scenario.fixture.context.db,
    'test.tokens',
    `select exists (select from bank_token where encode(token_hash, 'escape') like '%' || $1 || '%') as found`,
    [answer.json['accessToken']],
  )
  expect(found).toBe(false)
})

test('a bank gets an access token for grantType and grant_type, and for timestamps in UTC or with an offset', async () => {
  const now = Date.now()
  for (const body of ['{"grantType":"client_credentials"}', '{"grant_type":"client_credentials"}']) {
    const jakarta = `${new Date(now + 7 * 3_600_000).toISOString().slice(0, 19)}+07:00`
    for (const timestamp of [new Date(now).toISOString(), jakarta]) {
      expect((await scenario.bni.askToken({ timestamp, body })).code).toBe('2007300')
    }
  }
})

test('missing, malformed and forged token requests of a bank are answered with their SNAP codes', async () => {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const cases: [Parameters<BankScenario['bni']['askToken']>[0], string][] = [
    [{ headers: { 'X-CLIENT-KEY': undefined } }, '4007302'],
    [{ headers: { 'X-TIMESTAMP': undefined } }, '4007302'],
    [{ headers: { 'X-SIGNATURE': undefined } }, '4007302'],
    [{ body: '{}' }, '4007302'],
    [{ timestamp: 'yesterday' }, '4007301'],
    [{ body: '{"grantType":"password"}' }, '4007301'],
    [{ body: '{"grantType":' }, '4007300'],
    [{ body: '' }, '4007300'],
    [{ body: JSON.stringify({ grantType: 'client_credentials', more: 'x'.repeat(17_000) }) }, '4007300'],
    [{ key: stranger }, '4017300'],
    [{ key: stranger, body: '{' }, '4017300'],
    [{ headers: { 'X-CLIENT-KEY': 'somebody' } }, '4017300'],
    [{ headers: { 'X-CLIENT-KEY': 'client-of-bank-2' } }, '4017300'],
    [{ headers: { 'X-SIGNATURE': 'AAAA' } }, '4017300'],
    [{ timestamp: at(-310) }, '4017300'],
    [{ timestamp: at(310) }, '4017300'],
  ]
  for (const [change, code] of cases) {
    const answer = await scenario.bni.askToken(change)
    expect({ ...change, key: undefined, code: answer.code }).toEqual({ ...change, key: undefined, code })
    expect(answer.status).toBe(Number(code.slice(0, 3)))
    expect(answer.json).not.toHaveProperty('accessToken')
  }
})

test('the access token of a bank expires after 15 minutes by the database’s clock', async () => {
  const { numbers } = await aDepositor(scenario.fixture)
  const token = String((await scenario.bni.askToken()).json['accessToken'])
  const inquireAfter = async (interval: string, minutes: number) => {
    scenario.fixture.travel(interval)
    const timestamp = new Date(Date.now() + minutes * 60_000).toISOString()
    return (await scenario.bni.inquire(numbers[1], {}, { token, timestamp })).code
  }
  try {
    expect(await inquireAfter('14 minutes', 14)).toBe('2002400')
    expect(await inquireAfter('15 minutes 1 second', 15)).toBe('4012401')
  } finally {
    scenario.fixture.travel(undefined)
  }
})

test('during the rotation of a bank’s keys old and new ones are accepted, and afterwards only the new ones', async () => {
  const [before, after] = [aBank(1), aBank(1)]
  const bankWith = (keys: (typeof before)[]) => [
    {
      ...before.bank,
      inbound: {
        ...before.bank.inbound,
        publicKeys: keys.flatMap(({ bank }) => bank.inbound.publicKeys),
        clientSecrets: keys.map(({ clientSecret }) => clientSecret),
      },
    },
  ]
  const both = await aBankScenario({ overrides: { banks: bankWith([before, after]) } })
  const one = await aBankScenario({ overrides: { banks: bankWith([after]) } })
  try {
    for (const keys of [before, after]) {
      const { numbers } = await aDepositor(both.fixture, [1])
      expect((await bankClient(both.app.origin, keys).inquire(numbers[1])).code).toBe('2002400')
    }
    expect((await bankClient(one.app.origin, before).askToken()).code).toBe('4017300')
    expect((await bankClient(one.app.origin, after).askToken()).code).toBe('2007300')
    const token = String((await bankClient(one.app.origin, after).askToken()).json['accessToken'])
    const mixed = await bankClient(one.app.origin, before).inquire('988000000000001', {}, { token })
    expect(mixed.code).toBe('4012400')
  } finally {
    await both.close()
    await one.close()
  }
})

test('token requests of banks are rate-limited', async () => {
  const slow = await aBankScenario({ settings: { LIMIT_SNAP_TOKEN: '3/60', LIMIT_SNAP_CALL: '2/60' } })
  try {
    const codes = []
    for (let n = 0; n < 4; n += 1) codes.push((await slow.bni.askToken()).code)
    expect(codes).toEqual(['2007300', '2007300', '2007300', '4297300'])
    const token = 'not-a-token'
    const calls = []
    for (let n = 0; n < 3; n += 1) calls.push(await slow.bni.inquire('988000000000001', {}, { token }))
    expect(calls.map(({ code }) => code)).toEqual(['4012401', '4012401', '4292400'])
    expect(calls[2]?.headers.get('retry-after')).toBe('1')
  } finally {
    await slow.close()
  }
})
