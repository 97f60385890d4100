import { createHash, createHmac, createSign } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { authenticate } from './authenticate.ts'
import { type SnapRequest, toSnapRequest } from './request.ts'
import { aBank } from './testing/bank.ts'
import { issueToken } from './token.ts'

const [first, second] = [aBank(1), aBank(2)]
const body = '{"amount": 1}'
const minified = '{"amount":1}'
const path = '/v1.0/transfer-va/inquiry'

let fixture: Fixture
let context: Context
let token: string
beforeAll(async () => {
  fixture = await makeFixture({ overrides: { banks: [first.bank, second.bank] } })
  context = fixture.context
  token = await tokenOf(second)
})
afterAll(() => fixture.close())

type Headers = Record<string, string | undefined>
const requestOf = (headers: Headers, text = body, of = path): SnapRequest => {
  const known = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    id: 'request',
    method: 'POST',
    path: of,
    body: Buffer.from(text),
    header: (name) => known[name.toLowerCase()],
  }
}
const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()

type TokenCall = { at?: string; more?: Headers; text?: string }

/** A request for a token, signed without our own code. */
function tokenRequest(
  keys: typeof first,
  { at = secondsFromNow(0), more = {}, text = '{"grantType":"client_credentials"}' }: TokenCall = {},
): SnapRequest {
  const { clientKey } = keys.bank.inbound
  const signature = createSign('sha256').update(`${clientKey}|${at}`).sign(keys.privateKey, 'base64')
  return requestOf({ 'X-CLIENT-KEY': clientKey, 'X-TIMESTAMP': at, 'X-SIGNATURE': signature, ...more }, text)
}
const tokenOf = async (keys: typeof first) =>
  ((await issueToken(context, tokenRequest(keys))) as { accessToken: string }).accessToken

type Call = {
  keys?: typeof first
  at?: string
  signedPath?: string
  sentPath?: string
  of?: string
  more?: Headers
}

/** A call of the second bank, signed without our own code. */
function callOf({ keys = second, at, signedPath = path, sentPath, of, more = {} }: Call = {}): SnapRequest {
  const timestamp = at ?? secondsFromNow(0)
  const hash = createHash('sha256').update(minified).digest('hex')
  const text = `POST:${signedPath}:${of ?? token}:${hash}:${timestamp}`
  return requestOf(
    {
      authorization: `Bearer ${of ?? token}`,
      'X-TIMESTAMP': timestamp,
      'X-SIGNATURE': createHmac('sha512', keys.clientSecret).update(text).digest('base64'),
      'X-PARTNER-ID': keys.bank.inbound.partnerId,
      'X-EXTERNAL-ID': '123',
      'CHANNEL-ID': '95221',
      ...more,
    },
    body,
    sentPath ?? signedPath,
  )
}

describe('a call with a token', () => {
  test('API-01 a genuine call is known as that of its bank, with its external id', async () => {
    expect(await authenticate(context, callOf())).toEqual({ bank: second.bank, externalId: '123' })
  })

  test.each([
    ['no authorization', { authorization: undefined }, 'TOKEN_INVALID'],
    ['an authorization that is no token', { authorization: 'Basic abc' }, 'TOKEN_INVALID'],
    ['an unknown token', { authorization: 'Bearer unknown' }, 'TOKEN_INVALID'],
    ['no timestamp', { 'X-TIMESTAMP': undefined }, 'FIELD_MISSING X-TIMESTAMP'],
    ['a timestamp in words', { 'X-TIMESTAMP': 'yesterday' }, 'FIELD_FORMAT X-TIMESTAMP'],
    ['a long timestamp', { 'X-TIMESTAMP': 'x'.repeat(41) }, 'FIELD_FORMAT X-TIMESTAMP'],
    ['no signature', { 'X-SIGNATURE': undefined }, 'FIELD_MISSING X-SIGNATURE'],
    ['another signature', { 'X-SIGNATURE': 'AAAA' }, 'UNAUTHORIZED Signature'],
    ['no partner', { 'X-PARTNER-ID': undefined }, 'FIELD_MISSING X-PARTNER-ID'],
    ['another partner', { 'X-PARTNER-ID': 'partner-1' }, 'UNAUTHORIZED X-PARTNER-ID'],
    ['no external id', { 'X-EXTERNAL-ID': undefined }, 'FIELD_MISSING X-EXTERNAL-ID'],
    ['an external id of letters', { 'X-EXTERNAL-ID': 'abc' }, 'FIELD_FORMAT X-EXTERNAL-ID'],
    ['no channel', { 'CHANNEL-ID': undefined }, 'FIELD_MISSING CHANNEL-ID'],
    ['a channel with a space', { 'CHANNEL-ID': 'a b' }, 'FIELD_FORMAT CHANNEL-ID'],
  ])('API-01 a call of a bank with %s is refused', async (_, more, refusal) => {
    await expect(authenticate(context, callOf({ more }))).rejects.toThrow(new RegExp(`^${refusal}$`))
  })

  test('API-01 a call signed with the secret of another bank is refused', async () => {
    const call = callOf({ keys: { ...second, clientSecret: first.clientSecret } })
    await expect(authenticate(context, call)).rejects.toThrow('UNAUTHORIZED Signature')
  })

  test('API-01 a token of a bank that is not known any more is refused', async () => {
    const without = { ...context, banks: [first.bank] }
    await expect(authenticate(without, callOf())).rejects.toThrow(/^TOKEN_INVALID$/)
  })

  test('API-01 a call is refused beyond the allowed difference of the clocks, in either direction', async () => {
    const skew = context.config.SNAP_SKEW_SECONDS
    for (const seconds of [-skew - 5, skew + 5])
      await expect(authenticate(context, callOf({ at: secondsFromNow(seconds) }))).rejects.toThrow(
        'UNAUTHORIZED X-TIMESTAMP',
      )
    for (const seconds of [-skew + 5, skew - 5])
      expect((await authenticate(context, callOf({ at: secondsFromNow(seconds) }))).externalId).toBe('123')
  })

  test('API-01 below a prefix a bank may sign the whole path or the part behind the prefix, and no other', async () => {
    const below = { ...context, config: { ...context.config, SNAP_PREFIX: '/snap' } }
    const sentPath = `/snap${path}`
    for (const signedPath of [sentPath, path])
      expect((await authenticate(below, callOf({ signedPath, sentPath }))).bank).toBe(second.bank)
    await expect(authenticate(below, callOf({ signedPath: '/v1.0/other', sentPath }))).rejects.toThrow(
      'UNAUTHORIZED Signature',
    )
    // "/snapshot/…" is not below "/snap", and without a prefix nothing is cut off.
    const shot = { signedPath: 'shot/x', sentPath: '/snapshot/x' }
    await expect(authenticate(below, callOf(shot))).rejects.toThrow('UNAUTHORIZED Signature')
    const cut = { signedPath: path.slice('mutated'.length), sentPath: path }
    await expect(authenticate(context, callOf(cut))).rejects.toThrow('UNAUTHORIZED Signature')
  })
})

describe('a request for a token', () => {
  const issued = (keys: typeof first, how: TokenCall = {}) => issueToken(context, tokenRequest(keys, how))

  test('API-01 each bank gets a token of its own with its life in seconds', async () => {
    for (const keys of [first, second])
      expect(await issued(keys)).toEqual({
        responseCode: '2007300',
        responseMessage: 'Successful',
        accessToken: expect.stringMatching(/^[\w-]{43}$/),
        tokenType: 'Bearer',
        expiresIn: '900',
      })
  })

  test('API-01 a token is valid until exactly the end of its life by the clock of the database', async () => {
    const own = await tokenOf(second)
    const callAfter = (seconds: number) => {
      fixture.travel(`${seconds} seconds`)
      return authenticate(context, callOf({ of: own, at: secondsFromNow(seconds) }))
    }
    try {
      expect((await callAfter(890)).bank).toBe(second.bank)
      await expect(callAfter(900)).rejects.toThrow(/^TOKEN_INVALID$/)
    } finally {
      fixture.travel(undefined)
    }
  })

  test.each([
    ['no client key', { more: { 'X-CLIENT-KEY': undefined } }, 'FIELD_MISSING X-CLIENT-KEY'],
    [
      'the client key of another bank',
      { more: { 'X-CLIENT-KEY': 'client-of-bank-1' } },
      'UNAUTHORIZED Signature',
    ],
    ['an unknown client key', { more: { 'X-CLIENT-KEY': 'nobody' } }, 'UNAUTHORIZED Signature'],
    ['no signature', { more: { 'X-SIGNATURE': undefined } }, 'FIELD_MISSING X-SIGNATURE'],
    ['another signature', { more: { 'X-SIGNATURE': 'AAAA' } }, 'UNAUTHORIZED Signature'],
    ['no grant', { text: '{}' }, 'FIELD_MISSING grantType'],
    ['no grant in the other spelling', { text: '{"grant_type":null}' }, 'FIELD_MISSING grant_type'],
    ['another grant', { text: '{"grantType":"password"}' }, 'FIELD_FORMAT grantType'],
  ])('API-01 a token request with %s is refused', async (_, how, refusal) => {
    await expect(issued(second, how)).rejects.toThrow(new RegExp(`^${refusal}$`))
  })

  test('API-01 a token request may spell the grant in two ways', async () => {
    for (const text of ['{"grantType":"client_credentials"}', '{"grant_type":"client_credentials"}'])
      expect(await issued(second, { text })).toMatchObject({ tokenType: 'Bearer' })
  })

  test('API-01 a token request beyond the allowed difference of the clocks is refused', async () => {
    const skew = context.config.SNAP_SKEW_SECONDS
    for (const seconds of [-skew - 5, skew + 5])
      await expect(issued(second, { at: secondsFromNow(seconds) })).rejects.toThrow('UNAUTHORIZED Signature')
    expect(await issued(second, { at: secondsFromNow(-skew + 5) })).toMatchObject({ tokenType: 'Bearer' })
  })
})

test('API-01 a request of a bank is read with its path without the query, its raw body, and only single headers that are not empty', () => {
  const request = toSnapRequest({
    id: '7',
    method: 'POST',
    url: '/v1.0/x?y=1',
    body: Buffer.from('raw'),
    headers: { one: 'a', many: ['b', 'c'], none: '' },
  } as unknown as FastifyRequest)
  expect([request.id, request.method, request.path, request.body.toString()]).toEqual([
    '7',
    'POST',
    '/v1.0/x',
    'raw',
  ])
  expect(['ONE', 'many', 'none', 'missing'].map((name) => request.header(name))).toEqual([
    'a',
    undefined,
    undefined,
    undefined,
  ])
  const parsed = toSnapRequest({ url: '/x', body: { a: 1 }, headers: {} } as unknown as FastifyRequest)
  expect([parsed.path, parsed.body.length]).toEqual(['/x', 0])
})
