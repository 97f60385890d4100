import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { cancelLoan } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many, one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { givePassword, type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { showSelection } from './show.ts'
import { aChoice, bodyOf, type Choice, read } from './testing/choice.ts'

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

const cash = (lenderId: number) => cashOf(fixture.context.db, lenderId)
const pay = (lender: LoggedIn, choice: readonly Choice[], key?: string) =>
  lender.pay('/funding/selection', bodyOf(choice), key)
const codes = (list: { refusal: { code: string } | null }[]) =>
  list.map(({ refusal }) => refusal?.code ?? null)

const written = (lenderIds: readonly number[]) =>
  one<{ selections: number; loans: number; fundings: number; holds: number }>(
    fixture.context.db,
    'test.written',
    `select (select count(*) from funding_selection where lender_id = any($1)) as selections,
            (select count(*) from funding_selection_loan where lender_id = any($1)) as loans,
            (select count(*) from funding where lender_id = any($1)) as fundings,
            (select count(*) from hold h join account a on a.id = h.account_id
              where a.kind = 'LENDER_CASH' and a.owner_id = any($1)) as holds`,
    [lenderIds],
  )

test('CHO-08 a selection of 50 loans is funded with one request, each with its own amount, agreement and funding', async () => {
  const { context } = fixture
  const amounts = Array.from({ length: 50 }, (_, place) => 100_000 + place * 1_000)
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const lender = await logIn(fixture, app, { cash: total })
  const choice = await aChoice(context, lender.lenderId, amounts)

  const { status, json } = await pay(lender, choice)
  expect([status, codes(json.list)]).toEqual([200, amounts.map(() => null)])
  expect(await cash(lender.lenderId)).toEqual({ available: 0, held: total })
  const fundings = await many<{ id: string; loanId: number; amount: number; jobs: number }>(
    context.db,
    'test.fundings',
    `select f.id, f.loan_id as "loanId", f.amount,
            (select count(*) from job j where j.kind = 'signing.follow' and j.payload ->> 'fundingId' = f.id::text) as jobs
       from funding f where f.lender_id = $1`,
    [lender.lenderId],
  )
  const docTokens = json.list.map(({ funding }: { funding: { docToken: string } }) => funding.docToken)
  expect(new Set(fundings.map(({ id }) => id))).toEqual(new Set(docTokens))
  expect(fundings.every(({ jobs }) => jobs === 1)).toBe(true)
  expect(new Map(fundings.map(({ loanId, amount }) => [loanId, amount]))).toEqual(
    new Map(choice.map(({ loanId, amount }) => [loanId, amount])),
  )
})

test('CHO-09 funding a selection of loans names those that are no longer available, and funds the rest', async () => {
  const { context } = fixture
  const lender = await logIn(fixture, app, { cash: 20_000_000 })
  const choice = await aChoice(
    context,
    lender.lenderId,
    [500_000, 500_000, 500_000, 500_000, 500_000, 500_000],
  )
  const [fine, taken, partly, changed, ended, waits] = choice as [
    Choice,
    Choice,
    Choice,
    Choice,
    Choice,
    Choice,
  ]
  const unread = { ...(await aLoan(context)), amount: 500_000 }
  const below = { ...(await aLoan(context)), amount: 99_999 }
  const other = await aLender(context, { cash: 20_000_000 })
  await reserveFunding(context, { lenderId: other.lenderId, ...taken, amount: 10_000_000 })
  await reserveFunding(context, { lenderId: other.lenderId, ...partly, amount: 9_800_000 })
  await reserveFunding(context, { lenderId: lender.lenderId, ...waits })
  await inTransaction(context.db, { repeatable: true }, (tx) =>
    tx.query({
      text: 'update loan_position set offer_until = offer_until + 7 where loan_id = $1',
      values: [changed.loanId],
    }),
  )
  await perform(context, cancelLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: { loanNumber: ended.loanNumber },
  })

  const all = [taken, partly, changed, ended, waits, unread, below, fine]
  const { status, json } = await pay(lender, all)
  expect(status).toBe(200)
  const why = [
    [
      'LOAN_TAKEN',
      'Sisa pinjaman ini baru saja habis didanai. Jika ada pendanaan yang batal, sisanya dibuka kembali.',
    ],
    ['FUNDING_ABOVE_OUTSTANDING', 'Jumlah pendanaan maksimal adalah Rp200.000'],
    [
      'AGREEMENT_CHANGED',
      'Ketentuan pinjaman ini berubah setelah perjanjian Anda dibuat. Baca perjanjian yang baru sebelum mendanai.',
    ],
    ['LOAN_CLOSED', 'Pinjaman ini sudah tidak dibuka untuk pendanaan.'],
    [
      'FUNDING_WAITS',
      'Pendanaan Anda dengan jumlah yang sama pada pinjaman ini masih menunggu tanda tangan.',
    ],
    ['AGREEMENT_REQUIRED', 'Baca perjanjian untuk pinjaman dan jumlah ini sebelum mendanai.'],
    ['FUNDING_BELOW_MINIMUM', 'Minimum jumlah pendanaan adalah Rp100.000'],
  ]
  const reasons = json.list.map(({ refusal }: { refusal: { code: string; message: string } | null }) =>
    refusal ? [refusal.code, refusal.message] : null,
  )
  expect(reasons).toEqual([...why, null])
  expect(await cash(lender.lenderId)).toEqual({ available: 19_000_000, held: 1_000_000 })

  const shown = (await lender.get(`/funding/selection?selectionId=${json.selectionId}`)).json
  expect(shown.list.map(({ loanNumber }: Choice) => loanNumber)).toEqual(
    all.map(({ loanNumber }) => loanNumber),
  )
  expect(
    shown.list.map(({ refusal }: { refusal: { message: string } | null }) => refusal?.message ?? null),
  ).toEqual([...why.map(([, sentence]) => sentence), null])
})

test('CHO-09 two concurrent selections of the same loans fund each remainder once, and name the loans not funded', async () => {
  const { context } = fixture
  const lenders = await Promise.all([1, 2, 3].map(() => logIn(fixture, app, { cash: 50_000_000 })))
  const choice: Choice[] = []
  for (let i = 0; i < 8; i += 1) {
    choice.push({
      ...(await aLoan(context, { totalLoan: 500_000, minimumFunding: 500_000 })),
      amount: 500_000,
    })
  }
  for (const { lenderId } of lenders) await read(context, lenderId, choice)
  // Each lender selects the loans in another order.
  const orders = [choice, choice.toReversed(), [...choice.slice(4), ...choice.slice(0, 4)]]
  const answers = await Promise.all(lenders.map((lender, place) => pay(lender, orders[place] ?? [])))

  const ends = answers.flatMap(({ json }) => codes(json.list))
  expect(ends.filter((code) => code === null)).toHaveLength(8)
  expect(ends.filter((code) => code === 'LOAN_TAKEN')).toHaveLength(16)
  const { fundings } = await written(lenders.map(({ lenderId }) => lenderId))
  expect(fundings).toBe(8)
})

test('CHO-08 a repeated selection of loans, also a concurrent one, gets the same response and is funded once', async () => {
  const lender = await logIn(fixture, app, { cash: 5_000_000 })
  const choice = await aChoice(fixture.context, lender.lenderId, [300_000, 400_000])
  const key = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => pay(lender, choice, key)))
  const again = await pay(lender, choice, key)
  const [first] = answers
  for (const answer of [...answers, again]) expect([answer.status, answer.json]).toEqual([200, first?.json])
  expect(await written([lender.lenderId])).toEqual({ selections: 1, loans: 2, fundings: 2, holds: 2 })

  const outcome = await lender.post('/funding/selection/outcome', { key })
  expect(outcome.json).toEqual(first?.json)
  const other = await pay(lender, choice.slice(1), key)
  expect([other.status, other.json.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  const stranger = await logIn(fixture, app)
  const foreign = await stranger.post('/funding/selection/outcome', { key })
  expect(foreign.json.code).toBe('REQUEST_NOT_RECEIVED')
})

test('CHO-08 a selection of loans under a new key does not repeat fundings that still wait for their signature', async () => {
  const lender = await logIn(fixture, app, { cash: 5_000_000 })
  const choice = await aChoice(fixture.context, lender.lenderId, [300_000, 400_000])
  expect(codes((await pay(lender, choice)).json.list)).toEqual([null, null])
  await read(fixture.context, lender.lenderId, choice)
  expect(codes((await pay(lender, choice)).json.list)).toEqual(['FUNDING_WAITS', 'FUNDING_WAITS'])
  expect(await cash(lender.lenderId)).toEqual({ available: 4_300_000, held: 700_000 })
})

test('CHO-08 a selection of loans above the cash balance reserves nothing and names the balance', async () => {
  const lender = await logIn(fixture, app, { cash: 1_000_000 })
  const choice = await aChoice(fixture.context, lender.lenderId, [600_000, 400_001])
  const answer = await pay(lender, choice)
  expect([answer.status, answer.json.message]).toEqual([400, 'Jumlah cash balance saat ini Rp1.000.000'])
  expect(await written([lender.lenderId])).toEqual({ selections: 0, loans: 0, fundings: 0, holds: 0 })
  expect(await cash(lender.lenderId)).toEqual({ available: 1_000_000, held: 0 })
})

test('CHO-09 selected loans that others funded meanwhile do not count against the cash, and the rest is funded', async () => {
  const { context } = fixture
  const lender = await logIn(fixture, app, { cash: 1_000_000 })
  const choice = await aChoice(context, lender.lenderId, [600_000, 1_000_000])
  const [taken] = choice
  const other = await aLender(context, { cash: 10_000_000 })
  if (taken) await reserveFunding(context, { lenderId: other.lenderId, ...taken, amount: 10_000_000 })
  expect(codes((await pay(lender, choice)).json.list)).toEqual(['LOAN_TAKEN', null])
})

test('CHO-08 a selection of loans with a loan that was never offered is refused as a whole', async () => {
  const lender = await logIn(fixture, app, { cash: 1_000_000 })
  const choice = await aChoice(fixture.context, lender.lenderId, [300_000])
  const answer = await pay(lender, [...choice, { loanId: 1, loanNumber: 'T-999999999', amount: 300_000 }])
  expect([answer.status, answer.json.code]).toEqual([404, 'LOAN_NOT_FOUND'])
  expect(await cash(lender.lenderId)).toEqual({ available: 1_000_000, held: 0 })
})

test.each([
  ['SUSPENDED', 'LENDER_SUSPENDED'],
  ['CLOSED', 'LENDER_CLOSED'],
])('CHO-08 a selection of a lender who became %s after the login funds nothing', async (state, code) => {
  const lender = await logIn(fixture, app, { cash: 1_000_000 })
  const choice = await aChoice(fixture.context, lender.lenderId, [300_000, 300_000])
  await inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
    tx.query({ text: 'update lender set state = $2 where id = $1', values: [lender.lenderId, state] }),
  )
  expect((await pay(lender, choice)).json.code).toBe(code)
  expect(await cash(lender.lenderId)).toEqual({ available: 1_000_000, held: 0 })
})

test('CHO-08 only its lender sees which fundings of a funded selection of loans are signed and which wait', async () => {
  const { context } = fixture
  const lender = await logIn(fixture, app, { cash: 5_000_000 })
  const choice = await aChoice(context, lender.lenderId, [300_000, 400_000])
  const { json } = await pay(lender, choice)
  const [first, second] = json.list
  await signFunding(context, first.funding.docToken)

  const path = `/funding/selection?selectionId=${json.selectionId}`
  const shown = (await lender.get(path)).json
  expect(shown).toMatchObject({
    selectionId: json.selectionId,
    list: [
      { loanNumber: first.loanNumber, amount: 300_000, state: 'SETTLED', signing: null, refusal: null },
      { loanNumber: second.loanNumber, state: 'WAITING', signing: second.funding, refusal: null },
    ],
  })
  const stranger = await logIn(fixture, app)
  expect((await stranger.get(path)).json.code).toBe('NOT_FOUND')

  fixture.travel('2 days')
  const [, late] = (await showSelection(context, lender.lenderId, json.selectionId)).list
  expect(late).toMatchObject({ state: 'WAITING', signing: null })
})

test('CHO-08 a selection of loans funded by a lender who signs by hash has no signing page', async () => {
  const { context } = fixture
  const lender = await logIn(fixture, app, { cash: 5_000_000 })
  await inTransaction(context.db, { repeatable: true }, (tx) =>
    tx.query({
      text: `update lender set dgsign_type = 'XIGNATURE' where id = $1`,
      values: [lender.lenderId],
    }),
  )
  await givePassword(lender)
  const { json } = await pay(lender, await aChoice(context, lender.lenderId, [300_000]))
  const shown = (await lender.get(`/funding/selection?selectionId=${json.selectionId}`)).json
  expect(shown.list[0]).toMatchObject({ state: 'WAITING', signing: null })
})
