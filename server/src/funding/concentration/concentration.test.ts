import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture({
    settings: { CONCENTRATION_LOAN_TYPE_PERCENT: '60', CONCENTRATION_GRADE_PERCENT: '50' },
  })
  app = await startApp(fixture)
})
afterAll(async () => {
  await app.close()
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

type Loan = { loanId: number; loanNumber: string }

const after = async (lender: LoggedIn, loans: { loanNumber: string; amount: number }[]) =>
  (await lender.post('/portfolio/concentration', { loans })).json

const shares = (parts: { kind: string; name: string | null; share: string; isAbove: boolean }[]) =>
  parts.map(({ kind, name, share, isAbove }) => [kind, name, share, isAbove])

const loanOf = (overrides: Parameters<typeof aLoan>[1]): Promise<Loan> => aLoan(fixture.context, overrides)

async function invest(lender: LoggedIn, loan: Loan, amount: number, { signed = true } = {}) {
  const { fundingId } = await reserveFunding(fixture.context, { lenderId: lender.lenderId, ...loan, amount })
  if (signed) await signFunding(fixture.context, fundingId)
}

const ofSri = { borrowerNumber: 'B-SRI', borrowerName: 'Sri Lestari' }

test('CHO-10 the concentration preview of a funding shows the shares of borrower, type and grade in outstanding and reserved money', async () => {
  const lender = await logIn(fixture, app, { cash: 50_000_000 })
  const first = await loanOf({ ...ofSri, grade: 'A', loanType: 'Pertanian' })
  const second = await loanOf({ ...ofSri, grade: 'B', loanType: 'Pertanian' })
  const third = await loanOf({ grade: 'B', loanType: 'Modal Kerja' })
  await invest(lender, first, 6_000_000)
  await invest(lender, third, 3_000_000, { signed: false })

  const answer = await after(lender, [{ loanNumber: second.loanNumber, amount: 1_000_000 }])
  expect([answer.portfolio, answer.afterwards]).toEqual([9_000_000, 10_000_000])
  expect(shares(answer.parts)).toEqual([
    ['BORROWER', 'Sri Lestari', '70,00%', true],
    ['LOAN_TYPE', 'Pertanian', '70,00%', true],
    ['GRADE', 'B', '40,00%', false],
  ])
  expect(answer.parts.map(({ amount }: { amount: number }) => amount)).toEqual([
    7_000_000, 7_000_000, 4_000_000,
  ])
})

test('CHO-10 the concentration warning appears from one rupiah above the threshold, not at it', async () => {
  const lender = await logIn(fixture, app, { cash: 100_000_000 })
  await invest(lender, await loanOf({ loanType: 'Pertanian', totalLoan: 50_000_000 }), 9_000_000)
  const { loanNumber } = await loanOf({ loanType: 'Modal Kerja' })
  const [at] = (await after(lender, [{ loanNumber, amount: 1_000_000 }])).parts
  const [above] = (await after(lender, [{ loanNumber, amount: 1_000_001 }])).parts
  expect([at, above]).toMatchObject([
    { share: '10,00%', border: 10, isAbove: false },
    { share: '10,00%', border: 10, isAbove: true },
  ])
})

test('CHO-10 the first funding, which is always the whole portfolio, shows no concentration warning', async () => {
  const lender = await logIn(fixture, app)
  const one = { loanNumber: (await loanOf({ grade: null })).loanNumber, amount: 500_000 }
  const other = { loanNumber: (await loanOf({})).loanNumber, amount: 500_000 }
  const first = await after(lender, [one])
  expect(first.portfolio).toBe(0)
  expect(shares(first.parts)).toEqual([
    ['BORROWER', expect.any(String), '100,00%', false],
    ['LOAN_TYPE', expect.any(String), '100,00%', false],
    ['GRADE', null, '100,00%', false],
  ])
  const several = await after(lender, [one, other])
  expect(several.parts.filter(({ kind }: { kind: string }) => kind === 'BORROWER')).toMatchObject([
    { share: '50,00%', isAbove: true },
    { share: '50,00%', isAbove: true },
  ])
})

test('CHO-10 the concentration of a selection adds up its loans by borrower, and includes reservations of a bulk funding', async () => {
  const lender = await logIn(fixture, app, { cash: 20_000_000, userTypeId: 3 })
  await offerBulk(fixture.context, lender.lenderId)
  await submitProduct(fixture.context, lender.lenderId, await aProduct(fixture.context, [8_000_000]))
  const loans = [await loanOf(ofSri), await loanOf(ofSri), await loanOf({})]
  const answer = await after(
    lender,
    loans.map(({ loanNumber }, place) => ({ loanNumber, amount: (place + 1) * 300_000 })),
  )
  expect([answer.portfolio, answer.afterwards]).toEqual([8_000_000, 9_800_000])
  expect(
    answer.parts.flatMap(({ kind, amount }: { kind: string; amount: number }) =>
      kind === 'BORROWER' ? [amount] : [],
    ),
  ).toEqual([900_000, 900_000])
})

test.each([[0], [-1], [0.5]])(
  'CHO-10 the concentration of a funding with the amount %j is refused',
  async (amount) => {
    const lender = await logIn(fixture, app)
    const { loanNumber } = await loanOf({})
    const { status } = await lender.post('/portfolio/concentration', { loans: [{ loanNumber, amount }] })
    expect(status).toBe(400)
  },
)
