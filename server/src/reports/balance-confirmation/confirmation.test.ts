import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { entriesFor } from '../../../testing/entries.ts'
import { addDays, businessDateOf, type BusinessDate } from '@pematang/contract/format/business-date'
import { creditTopUp } from '../../cash/index.ts'
import { readPdf, structureFaults } from '../../documents/testing.ts'
import { many } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { perform } from '../../platform/commands/perform.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { goodPassword, type LoggedIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLender } from '../../../testing/people.ts'
import { aDisbursedLoan, longAgo } from '../../../testing/servicing.ts'
import { operator } from '../../../testing/loan-operations.ts'
import { initialsOf, issueConfirmation } from './issue.ts'
import { revokeConfirmation } from './revoke.ts'

let fixture: Fixture
let app: TestApp
/** The day on which the test registers its lenders. */
const first: BusinessDate = businessDateOf(new Date())

beforeAll(async () => {
  fixture = await makeFixture({ settings: { LIMIT_VERIFY_ADDRESS: '5/600' } })
  app = await startApp(fixture)
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

type Caller = Pick<LoggedIn, 'get' | 'post'>

/** A session two days after the lender was registered, so that the day of registration is over. */
async function later({ phone }: { phone: string }): Promise<Caller> {
  fixture.travel('2 days')
  const { json } = await app.post('/auth/login', {
    phoneNumber: phone,
    password: goodPassword,
    type: 'lender',
  })
  const token = String(json.token)
  return {
    get: (path, rest) => app.get(path, { token, ...rest }),
    post: (path, body, rest) => app.post(path, body, { token, ...rest }),
  }
}

const aRichLender = () => aLender(fixture.context, { cash: 5_000_000, password: goodPassword })
const issue = (who: Caller, on: string) => who.post('/statements/confirmations', { on })
const fileOf = (who: Caller, number: string) => who.get(`/statements/confirmations/file?number=${number}`)
const verify = (code: string) => app.post('/confirmations/verification', { code })
const textOf = async (bytes: Buffer) => (await readPdf(bytes)).map((page) => JSON.stringify(page)).join(' ')
const codeIn = (text: string) => /(?:[0-9A-Z]{5}-){5}[0-9A-Z]{5}/.exec(text)?.[0] ?? ''

test('STM-05 anybody with the code of a balance confirmation sees its number, day, initials and sum, and nothing else', async () => {
  const lender = await aRichLender()
  const me = await later(lender)
  const issued = await issue(me, first)
  expect(issued.json).toMatchObject({ asOf: first, sum: 5_000_000 })
  const { bytes, headers } = await fileOf(me, issued.json.number)
  expect(headers.get('content-type')).toBe('application/pdf')
  const text = await textOf(bytes)
  expect(text).toContain('Rp5.000.000')
  expect(text).toContain('lima juta rupiah')
  const answer = await verify(codeIn(text).toLowerCase())
  expect([answer.status, answer.json]).toEqual([
    200,
    {
      number: issued.json.number,
      asOf: first,
      sum: 5_000_000,
      initials: `P. D. ${lender.phone.at(-4)}.`,
      revokedAt: null,
    },
  ])
})

test('STM-05 a balance confirmation is a tagged and signed PDF whose bytes never change', async () => {
  const me = await later(await aRichLender())
  const { json } = await issue(me, first)
  const { bytes } = await fileOf(me, json.number)
  expect(await structureFaults(bytes)).toEqual([])
  expect(bytes.includes('/SubFilter /ETSI.CAdES.detached')).toBe(true)
  const again = await fileOf(me, json.number)
  expect(again.bytes.equals(bytes)).toBe(true)
  const audited = await many(
    fixture.context.db,
    'test.audited',
    'select operation, subject, outcome, detail from audit_event where request_id = $1',
    [again.headers.get('x-request-id')],
  )
  expect(audited).toEqual([
    {
      operation: 'downloadBalanceConfirmation',
      subject: `confirmation:${json.number}`,
      outcome: 'done',
      detail: { source: '127.0.0.1' },
    },
  ])
})

test('STM-05 a balance confirmation omits money received after its day, and a lender gets only one per day', async () => {
  const lender = await aRichLender()
  const me = await later(lender)
  await perform(fixture.context, creditTopUp, {
    actor: operator,
    input: {
      bank: 'BNI',
      paymentRequestId: `later-${lender.phone}`,
      lenderId: lender.lenderId,
      amount: 700_000,
      reason: 'test',
    },
  })
  const answers = await Promise.all([issue(me, first), issue(me, first), issue(me, first)])
  expect(new Set(answers.map(({ json }) => json.number)).size).toBe(1)
  expect(answers[0]?.json.sum).toBe(5_000_000)
})

test('STM-05 a balance confirmation states cash plus unpaid principal, equal to the portfolio of that day', async () => {
  const loan = await aDisbursedLoan(fixture.context, [700_000], {
    ...{ interestType: 'FLAT', interest: '0.12', tenor: 3, tenorPeriod: 'MONTH' },
    disbursedOn: addDays(first, -100),
  })
  const [funding] = loan.fundings
  const phone = await many<{ phone: string; hash: string }>(
    fixture.context.db,
    'test.password',
    `with changed as (
       update lender set password_hash = $2 where id = $1 returning id as lender_id, phone, password_hash as hash
     ), entry as (${entriesFor('resetPassword', 'changed')})
     select phone, hash from changed`,
    [funding?.lenderId, await fixture.context.passwords.hash(goodPassword)],
  )
  const me = await later({ phone: phone[0]?.phone ?? '' })
  const { json } = await issue(me, first)
  const text = await textOf((await fileOf(me, json.number)).bytes)
  expect(json.sum).toBe(700_000)
  expect(text).toContain('Rp700.000 pada 1 pendanaan')
  expect(text).toContain('Diragukan')
})

test('STM-05 a balance confirmation for a day that has not ended, or before the lender had an account, is refused', async () => {
  const lender = await aRichLender()
  const me = await later(lender)
  for (const day of [addDays(first, 2), addDays(first, 30), addDays(first, -1)]) {
    expect((await issue(me, day)).json.code).toBe('CONFIRMATION_DAY')
  }
  for (const day of ['2026-02-30', '0000-01-01', '1 Januari', ''])
    expect((await issue(me, day)).status).toBe(400)
})

test('STM-05 another lender cannot download a balance confirmation; a revoked one is shown as revoked and can be issued anew', async () => {
  const [me, other] = [
    await later(await aRichLender()),
    await later(await aLender(fixture.context, { password: goodPassword })),
  ]
  const { json } = await issue(me, addDays(first, 1))
  expect((await fileOf(other, json.number)).json.code).toBe('NOT_FOUND')
  const code = codeIn(await textOf((await fileOf(me, json.number)).bytes))
  const input = { number: String(json.number), reason: 'the name was wrong' }
  await perform(fixture.context, revokeConfirmation, { actor: operator, input })
  expect((await verify(code)).json.revokedAt).not.toBeNull()
  await expect(
    perform(fixture.context, revokeConfirmation, { actor: operator, input }),
  ).rejects.toMatchObject({ code: 'REVERSED_BEFORE' })
  const anew = await issue(me, addDays(first, 1))
  expect(anew.json.number).not.toBe(json.number)
  expect((await fileOf(me, json.number)).status).toBe(200)
})

test('STM-05 balance confirmations are listed by page, newest day first, complete even when one is issued between two pages', async () => {
  const lender = await aLender(longAgo(fixture.context, 60), { password: goodPassword })
  const me = await later(lender)
  const days = Array.from({ length: 22 }, (_, place) => addDays(first, -1 - place))
  for (const day of days) await issueConfirmation(fixture.context, lender.lenderId, day, {})
  type Page = { list: { asOf: string; number: string }[]; next: string | null }
  const page = async (query: string): Promise<Page> =>
    (await me.get(`/statements/confirmations?${query}`)).json
  const newest = await page('')
  expect(newest.list.map(({ asOf }) => asOf)).toEqual(days.slice(0, 20))
  expect(newest.next).toBe(newest.list.at(-1)?.number)
  await issueConfirmation(fixture.context, lender.lenderId, first, {})
  const rest = await page(`after=${newest.next}`)
  expect([rest.list.map(({ asOf }) => asOf), rest.next]).toEqual([days.slice(20), null])
  const year = first.slice(0, 4)
  expect((await page(`year=${year}`)).list.every(({ asOf }) => asOf.startsWith(year))).toBe(true)
  // A number that does not exist and the number of another lender's confirmation both give NOT_FOUND.
  const other = await later(await aRichLender())
  const theirs = (await issue(other, first)).json.number
  for (const after of [theirs, 'KNF-261123-0000000000']) {
    expect((await page(`after=${after}`)).list).toEqual([])
  }
})

test('STM-05 a balance confirmation is rendered on a worker thread, and refused as overloaded when too many wait', async () => {
  const { lenderId } = await aLender(longAgo(fixture.context, 60))
  const busy = {
    ...fixture.context,
    renderer: {
      ...fixture.context.renderer,
      renderConfirmation: () => Promise.reject(new Refusal('OVERLOADED')),
    },
  }
  await expect(issueConfirmation(busy, lenderId, addDays(first, -2), {})).rejects.toMatchObject({
    code: 'OVERLOADED',
  })
})

test('STM-05 wrong verification codes are rate-limited per IP address, and correct codes do not count', async () => {
  const me = await later(await aRichLender())
  const code = codeIn(await textOf((await fileOf(me, (await issue(me, first)).json.number)).bytes))
  for (let i = 0; i < 7; i += 1) expect((await verify(code)).status).toBe(200)
  const guesses = []
  for (let i = 0; i < 6; i += 1) guesses.push((await verify(`${'0'.repeat(19)}${i}`)).json.code)
  expect(guesses.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'CONFIRMATION_UNKNOWN'))
  expect(guesses.at(-1)).toBe('TOO_MANY_REQUESTS')
})

test.each([
  ['Siti Rahmawati', 'S. R.'],
  ['PT Maju Jaya Tbk.', 'P. M. J. T.'],
  ['éko', 'É.'],
  ['<b>=1+1', 'B. 1. 1.'],
  ['—', '–'],
])('STM-05 a balance confirmation shows the initials of %s as %s', (name, initials) =>
  expect(initialsOf(name)).toBe(initials),
)
