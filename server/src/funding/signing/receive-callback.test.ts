import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, one } from '../../platform/db/database.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { startApp } from '../../../testing/http.ts'
import { aLender, aLoan, reserveFunding } from '../../../testing/people.ts'
import { type RawCallback, receiveCallback } from './receive-callback.ts'

let fixture: Fixture
let fundingId: string
beforeAll(async () => {
  fixture = await makeFixture()
  const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
  const loan = await aLoan(fixture.context)
  fundingId = (await reserveFunding(fixture.context, { lenderId, ...loan, amount: 1_000_000 })).fundingId
})
afterAll(() => fixture.close())

const notice = (more: Record<string, unknown> = {}) => ({
  eventId: fixture.context.random.uuid(),
  docToken: 'document',
  reference: fundingId,
  event: 'signed',
  occurredAt: new Date().toISOString(),
  ...more,
})

function signed(content: unknown, more: Partial<RawCallback> = {}): RawCallback {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  const timestamp = new Date().toISOString()
  const { ESIGN_CALLBACK_SECRET: secret } = fixture.context.config
  const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
  return { body, timestamp, signature, ...more }
}
const receive = (callback: RawCallback) => receiveCallback(fixture.context, callback, 'request')
const stored = (eventId: unknown) =>
  many<{ body: string; token: string; event: string; copies: number }>(
    fixture.context.db,
    'test.notices',
    'select body, provider_token as token, event, copies from esign_notice where event_id = $1',
    [eventId],
  )
const jobs = async () =>
  (
    await one<{ jobs: number }>(
      fixture.context.db,
      'test.jobs',
      `select count(*) as jobs from job where kind = 'signing.follow' and payload ->> 'fundingId' = $1`,
      [fundingId],
    )
  ).jobs

describe('a genuine callback', () => {
  test('is stored as it was received and enqueues the check of its funding, and a copy of it is only counted', async () => {
    const before = await jobs()
    const content = notice({ note: 'Ditandatangani “sekarang”' })
    const callback = signed(content)
    await receive(callback)
    expect(await stored(content.eventId)).toEqual([
      { body: callback.body.toString(), token: 'document', event: 'signed', copies: 1 },
    ])
    expect(await jobs()).toBe(before + 1)
    await receive(signed(content))
    expect(await stored(content.eventId)).toMatchObject([{ copies: 2 }])
    expect(await jobs()).toBe(before + 1)
  })

  test('about a funding that is not known is stored and enqueues nothing', async () => {
    const before = await jobs()
    const content = notice({ reference: fixture.context.random.uuid() })
    await receive(signed(content))
    expect(await stored(content.eventId)).toHaveLength(1)
    expect(await jobs()).toBe(before)
  })

  test('is recorded in the audit trail as an act of the system', async () => {
    const content = notice()
    await receive(signed(content))
    const events = await many<{ operation: string; actor: string }>(
      fixture.context.db,
      'test.audit',
      `select operation, actor from audit_event where subject = $1 and detail ->> 'event' = 'signed'`,
      [`funding:${fundingId}`],
    )
    expect(new Set(events.map(({ operation, actor }) => `${operation} ${actor}`))).toEqual(
      new Set(['receiveEsignNotice system']),
    )
  })
})

describe('refused callbacks', () => {
  test.each([
    ['another signature', { signature: '00'.repeat(32) }],
    ['no signature', { signature: undefined }],
    ['no timestamp', { timestamp: undefined }],
    ['another body', { body: Buffer.from('{}') }],
    ['an old timestamp', { timestamp: new Date(Date.now() - 400_000).toISOString() }],
  ])('a callback with %s is refused as forged and not stored', async (_, more) => {
    const content = notice()
    await expect(receive(signed(content, more))).rejects.toMatchObject({ code: 'CALLBACK_FORGED' })
    expect(await stored(content.eventId)).toEqual([])
  })

  test.each(['{', '[]', 'null', '""', '{}'])(
    'a genuine callback with the body %s is refused as invalid',
    (text) => expect(receive(signed(text))).rejects.toMatchObject({ code: 'INPUT_INVALID' }),
  )

  test.each([
    ['eventId', 1, 100],
    ['docToken', 1, 200],
    ['event', 1, 40],
    ['occurredAt', 0, 40],
  ] as const)('the field %s of a callback has %i to %i characters', async (field, least, most) => {
    for (const length of [least, most]) await receive(signed(notice({ [field]: 'x'.repeat(length) })))
    for (const value of [...(least > 0 ? [''] : []), 'x'.repeat(most + 1), undefined, 7])
      await expect(receive(signed(notice({ [field]: value }))), String(value)).rejects.toMatchObject({
        code: 'INPUT_INVALID',
      })
  })

  test.each(['eventId', 'docToken', 'event'])(
    'a callback with text in the field %s that the database cannot store is refused as invalid',
    async (field) => {
      for (const value of ['\0', 'a\0b', '\ud800', 'a\udfffb'])
        await expect(receive(signed(notice({ [field]: value })))).rejects.toMatchObject({
          code: 'INPUT_INVALID',
        })
    },
  )

  test('the reference of a callback is a uuid', () =>
    expect(receive(signed(notice({ reference: 'x' })))).rejects.toMatchObject({ code: 'INPUT_INVALID' }))
})

test.each([
  ['gateway', '//api/v1/callbacks/esign', 401],
  ['privy', '//api/v1/callbacks/privy', 400],
] as const)(
  'SEC-11 callbacks for %s from one address have the limit of public calls',
  async (provider, path, refused) => {
    const config = {
      ...fixture.context.config,
      ESIGN_PROVIDER: provider,
      LIMIT_GUEST_ADDRESS: { count: 2, seconds: 60 },
    }
    const app = await startApp({ context: { ...fixture.context, config } })
    const statuses = []
    for (let call = 0; call < 3; call += 1) statuses.push((await app.call('POST', path, 'forged')).status)
    await app.close()
    expect(statuses).toEqual([refused, refused, 429])
  },
)
