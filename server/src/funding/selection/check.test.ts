import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender, aLoan, reserveFunding } from '../../../testing/people.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { cancelLoan } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  lender = await logIn(fixture, app, { cash: 5_000_000 })
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const check = (loans: { loanNumber: string; amount: number }[]) =>
  lender.post('/funding/selection/check', { loans })

test('CHO-08 checking a selection of loans reports for each loan whether it can be funded, with the message of a single funding', async () => {
  const { context } = fixture
  const terms = { totalLoan: 2_000_000, minimumFunding: 500_000 }
  const names = ['fine', 'below', 'above', 'remainder', 'taken', 'waits', 'rest', 'costly'] as const
  const numbers = {} as Record<(typeof names)[number], string>
  const other = await aLender(context, { cash: 2_000_000 })
  for (const name of names) {
    const loan = await aLoan(context, terms)
    numbers[name] = loan.loanNumber
    if (name === 'taken')
      await reserveFunding(context, { lenderId: other.lenderId, ...loan, amount: 2_000_000 })
    if (name === 'waits')
      await reserveFunding(context, { lenderId: lender.lenderId, ...loan, amount: 500_000 })
  }

  const { status, json } = await check([
    { loanNumber: numbers.fine, amount: 500_000 },
    { loanNumber: numbers.below, amount: 499_999 },
    { loanNumber: numbers.above, amount: 2_000_001 },
    { loanNumber: numbers.remainder, amount: 1_500_001 },
    { loanNumber: numbers.taken, amount: 500_000 },
    { loanNumber: numbers.waits, amount: 500_000 },
    { loanNumber: numbers.rest, amount: 2_000_000 },
    { loanNumber: numbers.costly, amount: 2_000_001 },
  ])
  expect(status).toBe(200)
  expect([json.cashBalance, json.total]).toEqual([4_500_000, 9_500_002])
  expect(
    json.list.map(({ outstandingFunding, minimumFunding, refusal }: never) => [
      outstandingFunding,
      minimumFunding,
      refusal && (refusal as { message: string }).message,
    ]),
  ).toEqual([
    [2_000_000, 500_000, null],
    [2_000_000, 500_000, 'Minimum jumlah pendanaan adalah Rp500.000'],
    [2_000_000, 500_000, 'Jumlah pendanaan maksimal adalah Rp2.000.000'],
    [2_000_000, 500_000, 'Sisa pendanaan tidak boleh kurang dari Rp500.000'],
    [
      0,
      500_000,
      'Sisa pinjaman ini baru saja habis didanai. Jika ada pendanaan yang batal, sisanya dibuka kembali.',
    ],
    [
      1_500_000,
      500_000,
      'Pendanaan Anda dengan jumlah yang sama pada pinjaman ini masih menunggu tanda tangan.',
    ],
    [2_000_000, 500_000, null],
    [2_000_000, 500_000, 'Jumlah cash balance saat ini Rp2.000.000'],
  ])
})

test('CHO-08 checking a selection of loans answers alike for a loan no longer offered and one that never existed', async () => {
  const cancelled = await aLoan(fixture.context)
  await perform(fixture.context, cancelLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: { loanNumber: cancelled.loanNumber },
  })
  const draft = await aDraftLoan(fixture.context)
  const numbers = [draft.loanNumber, 'T-999999999', cancelled.loanNumber]
  const { json } = await check(numbers.map((loanNumber) => ({ loanNumber, amount: 500_000 })))
  const [hidden, never, closed] = json.list
  expect({ ...hidden, loanNumber: '' }).toEqual({ ...never, loanNumber: '' })
  expect([never.refusal.code, closed.refusal.code]).toEqual(['LOAN_NOT_FOUND', 'LOAN_CLOSED'])
})

test.each([
  ['no loans', [], 'Pilih paling sedikit satu pinjaman.'],
  ['the same loan twice', ['T-1', 'T-2', 'T-1'], 'Satu pinjaman hanya dapat dipilih satu kali.'],
  [
    '51 loans',
    Array.from({ length: 51 }, (_, place) => `T-${place}`),
    'Paling banyak 50 pinjaman dapat didanai sekaligus.',
  ],
])('CHO-08 a selection of %s is refused with its message', async (_, numbers, sentence) => {
  const loans = numbers.map((loanNumber) => ({ loanNumber, amount: 500_000 }))
  for (const answer of [await check(loans), await lender.pay('/funding/selection', { loans })]) {
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ code: 'INPUT_INVALID', message: sentence })
  }
})

test('CHO-08 a selection whose amounts add up to more than a number holds exactly is refused', async () => {
  const most = Number.MAX_SAFE_INTEGER
  for (const amount of [most, -most]) {
    const { status, json } = await check(['T-1', 'T-2'].map((loanNumber) => ({ loanNumber, amount })))
    expect([status, json.message]).toEqual([400, 'Jumlah seluruh pinjaman yang dipilih terlalu besar.'])
  }
  expect((await check([{ loanNumber: 'T-1', amount: most }])).json.total).toBe(most)
})

test.each([[0.5], ['500000'], [null], [2 ** 53]])(
  'CHO-08 a selection of loans with the amount %j, which is no whole rupiah, is refused',
  async (amount) => {
    const answer = await check([{ loanNumber: 'T-1', amount: amount as number }])
    expect([answer.status, answer.json.message]).toEqual([400, 'Jumlah harus berupa angka rupiah bulat.'])
  },
)
