import type { PartnerEndpoint } from '@pematang/contract/endpoint'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { type PartnerEndpoints, partnerEndpoints } from '@pematang/contract/partner-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../testing/account.ts'
import { type Answer, type LoggedIn, logIn, startApp, type TestApp } from '../../testing/http.ts'
import { callWith, makeKey, type TestKey } from '../../testing/keys.ts'
import { partnerMatrix } from '../../testing/matrix-partner.ts'
import { operatorOn } from '../../testing/operator.ts'
import { many } from '../platform/db/database.ts'
import { settings } from '../platform/settings/config.ts'
import { numberAllEvents } from '../reports/testing.ts'

type Name = keyof PartnerEndpoints
const every = Object.entries<PartnerEndpoint>(partnerEndpoints) as [Name, PartnerEndpoint][]
const ofStaff = every.filter(([, { auth }]) => auth === 'feed')
const ofLenders = every.filter(([, { auth }]) => auth === 'key')
const today = businessDateOf(new Date())
type Made = { secret: string; setting: string }

let fixture: AccountFixture
let lender: LoggedIn
let theirs: TestKey
let made: Record<'ledger' | 'next' | 'elsewhere' | 'ending', Made>
let app: TestApp
const apps: TestApp[] = []

async function appWith(lines: readonly string[]): Promise<TestApp> {
  const { context } = fixture
  const FEED_KEYS = settings.shape.FEED_KEYS.parse(lines.join(', '))
  const started = await startApp({ context: { ...context, config: { ...context.config, FEED_KEYS } } })
  apps.push(started)
  return started
}

async function make(name: string, ...more: string[]): Promise<Made> {
  const asked = ['staff', 'feed-key', '--name', name, ...more, '--json']
  const { exit, json, err } = await operatorOn(fixture)(
    more.includes('--last-day') ? asked : [...asked, '--last-day', '2099-12-31'],
  )
  expect(exit, err).toBe(0)
  return json as Made
}

beforeAll(async () => {
  fixture = await makeAccountFixture({})
  lender = await logIn(fixture, fixture.app, { cash: 5_000_000 })
  await logIn(fixture, fixture.app, { cash: 7_000_000 })
  theirs = await makeKey(fixture.app, lender)
  await numberAllEvents(fixture.context, async () => {})
  made = {
    ledger: await make('ledger'),
    next: await make('next-ledger', '--networks', '127.0.0.0/8,::1'),
    elsewhere: await make('elsewhere', '--networks', '203.0.113.0/24, 2001:db8::/32'),
    ending: await make('ending', '--last-day', today),
  }
  app = await appWith(Object.values(made).map(({ setting }) => setting))
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  for (const one of apps) await one.close()
  await fixture.close()
})

const query = (given: Record<string, string>) => new URLSearchParams(given).toString()
const entryOf = (name: Name) => partnerMatrix[name]({ cursors: {}, document: 'A.pdf', proposal: 1 })

function expectProblem(answer: Answer, status: number, code: string, why?: string): void {
  expect([answer.status, answer.json?.code], why).toEqual([status, code])
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.json).toMatchObject({ type: `urn:pematang:refusal:${code}`, status })
}

describe.each(ofStaff)('the call %s of staff', (name, { path, method }) => {
  const { good, foreign } = entryOf(name)
  const call = (secret: string, given = good, on = app) => callWith(on, secret, `${path}?${query(given)}`)

  test('KEY-01 answers two keys of staff that overlap, and says in headers what is left to each', async () => {
    expect(method).toBe('GET')
    for (const { secret } of [made.ledger, made.next]) {
      const answer = await call(secret)
      expect(answer.status, answer.bytes.toString()).toBe(200)
      expect(answer.headers.get('ratelimit-policy')).toBe('"key";q=600;w=60')
      expect(answer.headers.get('ratelimit')).toMatch(/^"key";r=\d{3};t=\d+$/)
    }
  })

  test('KEY-01 answers 401 to no key, a session, a wrong key, a lender’s, one that is past its last day or whose line was taken away, and 403 from another network', async () => {
    const secrets: [string, string][] = [
      ['no key', ''],
      ['a session', lender.user.token],
      ['an unknown key', `pmtg_${'0'.repeat(49)}`],
      ['a key and more', `${made.ledger.secret}x`],
      ['a lender’s key', theirs.secret],
    ]
    for (const [why, secret] of secrets) expectProblem(await call(secret), 401, 'KEY_UNKNOWN', why)
    expectProblem(await call(made.elsewhere.secret), 403, 'KEY_NETWORK')
    expectProblem(
      await call(made.ledger.secret, good, await appWith([made.next.setting])),
      401,
      'KEY_UNKNOWN',
    )
    expectProblem(await call(made.ledger.secret, good, await appWith([])), 401, 'KEY_UNKNOWN')
    expect((await call(made.ending.secret)).status, 'on its last day').toBe(200)
    fixture.travel('1 day')
    const ended = await call(made.ending.secret)
    fixture.travel(undefined)
    expectProblem(ended, 401, 'KEY_UNKNOWN')
  })

  test('KEY-02 refuses cursors that are made up, and fields that it does not know', async () => {
    for (const [why, { query: given, code }] of Object.entries(foreign))
      expectProblem(await call(made.ledger.secret, { ...good, ...given }), 422, code, why)
    expectProblem(await call(made.ledger.secret, { ...good, lenderId: '1' }), 422, 'INPUT_INVALID')
  })
})

test.each(ofLenders)('KEY-01 a key of staff opens no call of a lender: %s', async (name, { path }) => {
  const { good, body } = entryOf(name)
  const answer = await callWith(app, made.ledger.secret, `${path}?${query(good)}`, body && { body })
  expectProblem(answer, 401, 'KEY_UNKNOWN')
})

test('KEY-02 staff read the events of all lenders page by page, each once, with those of a lender as their own key has them', async () => {
  type Event = { id: string; lenderId: number }
  const all: Event[] = []
  let cursor: string | undefined
  for (;;) {
    const path = `/all-events?${query({ limit: '1', ...(cursor !== undefined && { cursor }) })}`
    const { json } = await callWith(app, made.ledger.secret, path)
    all.push(...json.list)
    cursor = json.cursor
    if (!json.hasMore || all.length > 100) break
  }
  const lines = (await operatorOn(fixture)(['report', 'events'])).out.trimEnd().split('\n')
  expect(all.map(({ id }) => id)).toEqual(lines.map((line) => (JSON.parse(line) as Event).id))
  expect(new Set(all.map(({ lenderId }) => lenderId)).size).toBeGreaterThan(1)
  const own = (await theirs.get('/events')).json.list as Event[]
  const { lenderId } = lender
  expect(all.filter((one) => one.lenderId === lenderId)).toEqual(own.map((event) => ({ ...event, lenderId })))
  const audited = async () =>
    (
      await many<{ detail: { last: string; source: string } }>(
        fixture.context.db,
        'test.audited',
        `select detail from audit_event where operation = 'listAllEvents' and subject = 'feed-key:ledger'
            and detail ->> 'last' = $1`,
        [all.at(-1)?.id],
      )
    ).map(({ detail }) => detail)
  expect(await audited()).toContainEqual(
    expect.objectContaining({ events: 1, last: all.at(-1)?.id, source: expect.any(String) }),
  )
  const before = (await audited()).length
  const { json } = await callWith(app, made.ledger.secret, `/all-events?${query({ cursor: cursor ?? '' })}`)
  expect(json).toEqual({ list: [], cursor, hasMore: false })
  expect(await audited(), 'a page without events').toHaveLength(before)
})

test('KEY-01 the command shows a key once and keeps nothing of it but its making, and refuses a past day, another’s name and what is no network', async () => {
  const { context } = fixture
  expect(made.ledger.setting).toMatch(/^ledger:2099-12-31:[0-9a-f]{64}$/)
  expect(made.elsewhere.setting).toMatch(/:203\.0\.113\.0\/24\+2001:db8::\/32$/)
  const kept = await many<{ row: string; subject: string }>(
    context.db,
    'test.made',
    `select row_to_json(e)::text as row, subject from audit_event e where operation = 'makeFeedKey'`,
  )
  expect(kept.map(({ subject }) => subject)).toContain('feed-key:ledger')
  for (const { row } of kept)
    for (const { secret, setting } of Object.values(made)) {
      expect(row).not.toContain(secret)
      expect(row).not.toContain(/:([0-9a-f]{64})/.exec(setting)?.[1])
    }
  const FEED_KEYS = settings.shape.FEED_KEYS.parse(made.ledger.setting)
  const run = operatorOn({ context: { ...context, config: { ...context.config, FEED_KEYS } } })
  const asked = (name: string, day: string, ...more: string[]) =>
    run(['staff', 'feed-key', '--name', name, '--last-day', day, ...more])
  expect(await asked('third', '2020-01-01')).toMatchObject({ exit: 2, out: '', err: /sudah lewat/ })
  expect(await asked('ledger', today)).toMatchObject({ exit: 2, out: '', err: /sudah memuat kunci ledger/ })
  expect(await asked('third', today, '--networks', '10.0.0.0/99')).toMatchObject({ exit: 2, out: '' })
  expect(await asked('Third', today)).toMatchObject({ exit: 2, out: '' })
  const dry = await asked('third', today, '--dry-run')
  expect(dry).toMatchObject({ exit: 0, out: expect.stringContaining('akan dibuat') })
  expect(dry.out).not.toContain('pmtg_')
})

test('KEY-01 the morning list names keys of staff that end within 14 days, in red once they have', async () => {
  const { context } = fixture
  async function ending(lastDays: readonly string[]) {
    const lines = lastDays.map((day, place) => `k${place}:${day}:${String(place).repeat(64)}`)
    const FEED_KEYS = settings.shape.FEED_KEYS.parse(lines.join(','))
    const run = operatorOn({ context: { ...context, config: { ...context.config, FEED_KEYS } } })
    const { json } = await run(['--json', 'today'])
    return json.lines.find(({ name }: { name: string }) => name === 'feedKeys').figures
  }
  const inDays = (days: number) => addDays(today, days)
  const [late, soon, past] = [inDays(15), inDays(14), inDays(-1)]
  expect(await ending([late])).toEqual([{ count: 0, until: null, red: false }])
  expect(await ending([late, soon])).toEqual([{ count: 1, until: soon, red: false }])
  expect(await ending([soon, past])).toEqual([{ count: 2, until: past, red: true }])
})

test.each([
  ['no hash', 'ledger:2027-06-30'],
  ['a secret instead of its hash', `ledger:2027-06-30:pmtg_${'0'.repeat(49)}`],
  ['no day', `ledger:2027-02-30:${'a'.repeat(64)}`],
  ['no network', `ledger:2027-06-30:${'a'.repeat(64)}:10.0.0.0/99`],
  ['a name twice', `ledger:2027-06-30:${'a'.repeat(64)},ledger:2027-07-30:${'b'.repeat(64)}`],
])('KEY-01 FEED_KEYS with %s is refused at the start', (_why, text) => {
  expect(settings.shape.FEED_KEYS.safeParse(text).success).toBe(false)
})
