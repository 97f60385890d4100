import fc from 'fast-check'
import createClient from 'openapi-fetch'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { goodPassword, type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { makeKey, type TestKey } from '../../../testing/keys.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { closeMonthsFrom, dayOf, lendIn, lastDay, onDay, pay } from '../../../testing/lent-months.ts'
import type { paths } from '../../../testing/partner-client/api.ts'
import { reconcileMonth, transactionsFrom } from '../../../testing/partner-client/reconcile.ts'
import { aLender, aLoan } from '../../../testing/people.ts'
import { creditTopUp } from '../../cash/index.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { issueDueStatements } from '../statements/index.ts'

let fixture: Fixture
let app: TestApp
let lender: Pick<LoggedIn, 'lenderId' | 'get' | 'post'>
let loanNumber: string
let key: TestKey

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  const { context } = fixture
  const past = onDay(context, dayOf(3, 5))
  const { lenderId, phone } = await aLender(past, { cash: 5_000_000, password: goodPassword })
  ;({ loanNumber } = await lendIn(context, 3, { lenderId }))
  await pay(context, loanNumber, { amount: 112_000, recordedOn: dayOf(2, 10) })
  await topUp(lenderId, 700_000, dayOf(2, 12))
  // A payment with a value date at the end of one month, recorded in the next.
  await pay(context, loanNumber, { amount: 112_000, recordedOn: dayOf(1, 3), paidOn: dayOf(2, 26) })
  await closeMonthsFrom(context, 3)
  expect(await issueDueStatements(context)).toMatchObject({ issued: 3 })
  const login = { phoneNumber: phone, password: goodPassword, type: 'lender' }
  const token = (await app.post('/auth/login', login)).json.token as string
  lender = {
    lenderId,
    get: (path) => app.get(path, { token }),
    post: (path, body) => app.post(path, body, { token }),
  }
  key = await makeKey(app, lender)
})
// These months have no tax payment to the tax office, which the audit reports (I33e); that is expected.
afterEach(async () =>
  expect((await fixture.books()).filter(({ invariant }) => invariant !== 'I33e')).toEqual([]),
)
afterAll(async () => {
  await app.close()
  await fixture.close()
})

let topUps = 0
async function topUp(lenderId: number, amount: number, day?: string): Promise<void> {
  topUps += 1
  await perform(day === undefined ? fixture.context : onDay(fixture.context, day), creditTopUp, {
    actor: { kind: 'operator', name: 'test' },
    input: {
      bank: 'BNI',
      paymentRequestId: `partner-${topUps}`,
      lenderId,
      amount,
      aboveCeiling: true,
      reason: 'test',
    },
  })
}

const clientOf = (secret: string) =>
  createClient<paths>({ baseUrl: app.origin, headers: { Authorization: `Bearer ${secret}` } })
async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

test.each([3, 2, 1])(
  'KEY-04 a client of the OpenAPI document reconciles the month of %i months ago from the API alone to the figures of its statement',
  async (ago) => {
    const month = dayOf(ago, 1).slice(0, 7)
    const { figures, statement } = await reconcileMonth({ baseUrl: app.origin, key: key.secret }, month)
    expect(figures.movements).toBeGreaterThan(0)
    expect(statement).toEqual(figures)
    const { json } = await lender.get('/statements')
    const shown = json.list.find(({ from }: { from: string }) => from.startsWith(month))
    expect(statement).toEqual(shown.figures)
  },
)

test('KEY-04 a month without movements reconciles too, and one without a statement says so', async () => {
  const now = dayOf(0, 1).slice(0, 7)
  const { figures, statement } = await reconcileMonth({ baseUrl: app.origin, key: key.secret }, now)
  expect(figures).toMatchObject({ movements: 0, opening: 4_720_400, closing: 4_720_400 })
  expect(statement).toBeNull()
})

test('KEY-02 a reader of the transactions misses none and reads none twice, however large the pages and whatever is recorded meanwhile', async () => {
  const { context } = fixture
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ limit: fc.integer({ min: 1, max: 7 }), records: fc.nat(3) }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (rounds) => {
        const busy = await logIn(fixture, app, { cash: 1_000 })
        const of = await makeKey(app, busy)
        const read: { id: string; number: number; balance: number }[] = []
        let next: string | null = null
        const readOn = async (limit: number): Promise<boolean> => {
          const cursor = next === null ? '' : `&cursor=${next}`
          const { json } = await of.get(`/transactions?limit=${limit}${cursor}`)
          expect(json.list.length).toBeLessThanOrEqual(limit)
          read.push(...json.list)
          next = json.next
          return json.hasMore
        }
        for (const { limit, records } of rounds) {
          const recorded = Array.from({ length: records }, () => topUp(busy.lenderId, 1_000))
          await Promise.all([readOn(limit), ...recorded])
        }
        while (await readOn(1000));
        const kept = await many<{ id: string; number: number; balance: number }>(
          context.db,
          'test.lines',
          `select t.id, t.credit_seq as number, t.credit_balance_after as balance
             from transfer t join account a on a.id = t.credit_account
            where a.kind = 'LENDER_CASH' and a.owner_id = $1 order by t.credit_seq`,
          [busy.lenderId],
        )
        expect(read.map(({ id, number, balance }) => ({ id, number, balance }))).toEqual(kept)
      },
    ),
    { numRuns: 8 },
  )
})

test('KEY-02 from a day on, the transactions begin with the first that was recorded on it', async () => {
  const client = clientOf(key.secret)
  const all = await allOf(transactionsFrom(client, 'MAIN', dayOf(3, 1), '2'))
  expect(all.map(({ kind }) => kind)).toEqual(['TOP_UP', 'FUNDING', 'REPAYMENT', 'TOP_UP', 'REPAYMENT'])
  expect(await allOf(transactionsFrom(client, 'MAIN', dayOf(2, 11), '1'))).toEqual(all.slice(3))
  expect(all[4]).toMatchObject({ day: dayOf(1, 3), valueDate: dayOf(2, 26), amount: 110_200, tax: 1_800 })
  const late = await key.get(`/transactions?from=${dayOf(0, 1)}`)
  expect(late.json).toMatchObject({ list: [], hasMore: false, next: expect.any(String) })
  const again = await key.get(`/transactions?cursor=${late.json.next}`)
  expect(again.json).toEqual(late.json)
  const both = await key.get(`/transactions?from=${dayOf(2, 1)}&cursor=${late.json.next}`)
  expect([both.status, both.json.code]).toEqual([422, 'INPUT_INVALID'])
  expect((await key.get('/transactions?account=ADDITIONAL')).json).toEqual({
    list: [],
    next: null,
    hasMore: false,
  })
})

test('KEY-02 a cursor from before a restore is refused: what it was read after is not there, or something else is', async () => {
  const { json } = await key.get('/transactions?limit=3')
  const name = `transactions:${lender.lenderId}:MAIN`
  const [account = '', number = '', id = ''] = readCursor(name, json.next, 3)
  const refused = async (...place: string[]) => {
    const answer = await key.get(`/transactions?cursor=${writeCursor(name, place)}`)
    return [answer.status, answer.json.code]
  }
  expect(number).toBe('3')
  expect(await refused(account, '4', id), 'another transfer is there now').toEqual([422, 'CURSOR_OUTDATED'])
  expect(await refused(account, '999', id), 'nothing is there yet').toEqual([422, 'CURSOR_OUTDATED'])
  expect(await refused(String(Number(account) + 1), '3', id)).toEqual([422, 'CURSOR_UNKNOWN'])
  for (const place of [account, '0', '-1', '1e3', '9'.repeat(30), 'x'])
    if (place !== account) expect((await refused(account, place, id))[0], place).toBe(422)
  expect((await key.get(`/transactions?cursor=${json.next}`)).status).toBe(200)
})

test('KEY-02 positions of a day are those of the portfolio report, as one JSON array, and their reading is in the audit trail', async () => {
  const client = clientOf(key.secret)
  const on = lastDay(2)
  const { data = [] } = await client.GET('/api/v1/partner/positions', { params: { query: { on } } })
  expect(data).toMatchObject([
    { loanNumber, status: 'ACTIVE', amount: 1_200_000, principalLeft: 1_100_000, interestReceived: 12_000 },
  ])
  const report = await lender.get(`/statements/portfolio?on=${on}`)
  const [, row = ''] = report.bytes.toString('utf8').trim().split(/\r?\n/)
  expect(row).toContain(data[0]?.fundingNumber)
  expect(row).toContain(String(data[0]?.principalLeft))
  expect((await key.get(`/positions?on=${dayOf(4, 1)}`)).bytes.toString()).toBe('[\n]\n')
  const entries = await many<{ detail: { key: string; on: string } }>(
    fixture.context.db,
    'test.entries',
    `select detail from audit_event where operation = 'getPositions' and actor = $1 order by at`,
    [`lender:${lender.lenderId}`],
  )
  expect(entries[0]?.detail).toMatchObject({ key: key.id, on })
})

test('KEY-02 the schedule has the installments that the dashboard shows, and cash is what it shows', async () => {
  const { json } = await key.get('/schedule?limit=1')
  const [{ fundingId, installments }] = json.list
  const shown = (await lender.get(`/portfolio/detail?propertyLenderId=${fundingId}&limit=100`)).json
    .detailList
  expect(installments).toHaveLength(12)
  expect(
    installments.map(({ dueDate, net, paid, status }: Record<string, unknown>) => [
      dueDate,
      net,
      paid,
      status,
    ]),
  ).toEqual(
    shown.map((one: Record<string, unknown>) => [
      one['dueDate'],
      one['netPayment'],
      one['totalPaid'],
      one['statusName'],
    ]),
  )
  expect(json.next).toBeNull()
  const cash = (await key.get('/cash')).json
  const summary = (await lender.get('/lender/summary')).json
  expect(cash.accounts).toEqual([
    { account: 'MAIN', balance: 4_720_400, available: summary.cashBalance, reserved: 0, withdrawing: 0 },
  ])
})

test('KEY-02 offers go by cursor through all open loans, each on one page', async () => {
  for (let count = 0; count < 3; count += 1) await aLoan(fixture.context)
  const numbers: string[] = []
  for (let cursor = ''; ; ) {
    const { status, json } = await key.get(`/offers?limit=2${cursor}`)
    expect(status).toBe(200)
    numbers.push(...json.list.map((offer: { loanNumber: string }) => offer.loanNumber))
    if (json.next === null) break
    cursor = `&cursor=${encodeURIComponent(json.next)}`
  }
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.length).toBeGreaterThanOrEqual(3)
})

test('KEY-02 a document that a system downloads is recorded with its key, and does not count as read by the lender', async () => {
  const { context } = fixture
  const { loanNumber: offered } = await aLoan(context)
  const agreement = await lender.post('/funding/agreement', {
    loanNumber: offered,
    lenderUserId: lender.lenderId,
    amount: 500_000,
  })
  const name = String(agreement.json.PP_filepath).slice('/documents/'.length)
  const opened = () =>
    many(context.db, 'test.opened', 'select from agreement_opening where lender_id = $1', [lender.lenderId])
  const before = (await opened()).length
  const answer = await key.get(`/documents/download?name=${name}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const [entry] = await many<{ detail: object }>(
    context.db,
    'test.entry',
    `select detail from audit_event where subject = $1`,
    [`document:${name.slice(0, -4)}`],
  )
  expect(entry?.detail).toMatchObject({ key: key.id })
  expect(await opened()).toHaveLength(before)
  await lender.post('/documents/download', { document_url: `/documents/${name}` })
  expect(await opened()).toHaveLength(before + 1)
  const { json } = await key.get('/documents')
  expect(json.list[0]).toMatchObject({ loanNumber, documents: expect.any(Array) })
  const factsheet = json.list[0].documents.find(({ kind }: { kind: string }) => kind === 'FACTSHEET')
  if (factsheet) expect((await key.get(`/documents/download?name=${factsheet.name}`)).status).toBe(200)
})
