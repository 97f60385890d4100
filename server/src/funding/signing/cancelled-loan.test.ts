import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cancelLoan } from '../../loans/testing.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import { type Funded, type Loan, makeSigningFixture, type SigningFixture } from '../../../testing/signing.ts'
import { faulty, followAll, signingState } from '../../../testing/signing-provider.ts'

let fixture: SigningFixture
beforeAll(async () => {
  fixture = await makeSigningFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

const amount = 1_000_000
type Case = { lender: LoggedIn; loan: Loan; funded: Funded; token: string }

async function waiting(): Promise<Case> {
  const lender = await logIn(fixture, fixture.app, { cash: amount })
  const loan = await aLoan(fixture.context)
  const funded = await fixture.fund(lender, loan, amount)
  const { token } = (await fixture.open(lender, funded)).json
  return { lender, loan, funded, token }
}

const cancel = ({ loan: { loanNumber } }: Pick<Case, 'loan'>) =>
  perform(fixture.context, cancelLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: { loanNumber },
  })
const cash = async ({ lender }: Case): Promise<number> =>
  (await lender.get('/lender/summary')).json.cashBalance
const position = ({ loan: { loanId } }: Case) =>
  one<{ status: string; funded: number; reserved: number }>(
    fixture.context.db,
    'test.position',
    'select status, funded, reserved from loan_position where loan_id = $1',
    [loanId],
  )

describe('FIX-07 cancelling a loan with fundings at the provider', () => {
  test('FIX-07 cancelling a loan cancels the agreement at the provider before it releases the money', async () => {
    const it = await waiting()
    expect(await cancel(it)).toMatchObject({ cancelled: true, refunded: 0, released: 0, cancelling: 1 })
    expect(await cash(it)).toBe(0)
    expect(await position(it)).toEqual({ status: 'CANCELLED', funded: 0, reserved: amount })
    const opened = await fixture.open(it.lender, it.funded)
    expect([opened.status, opened.json.code]).toEqual([409, 'SIGNING_ENDED'])
    const row = (await it.lender.get('/portfolio')).json.list[0]
    expect(row).toMatchObject({ isSigned: false, docTokenUrl: null, signBefore: null })

    await followAll(fixture.context)
    expect(await cash(it)).toBe(amount)
    expect(await signingState(fixture.context, it.funded)).toMatchObject({
      state: 'CANCELLED',
      live: 0,
      dead: 0,
    })
    expect(await position(it)).toEqual({ status: 'CANCELLED', funded: 0, reserved: 0 })
    expect((await fixture.sandbox.sign(it.token)).status).toBe(410)
    const [notice] = (await it.lender.get('/notices')).json.list
    expect(notice.title).toBe('Pinjaman ditarik dari marketplace')
  })

  test('FIX-07 a funding signed before the provider could cancel is refunded, and the lender notified that it is not binding', async () => {
    const it = await waiting()
    expect((await fixture.sandbox.sign(it.token, '000002')).status).toBe(200)
    expect(await cancel(it)).toMatchObject({ cancelling: 1 })
    expect(await cash(it)).toBe(0)
    await fixture.drain()
    expect(await signingState(fixture.context, it.funded)).toMatchObject({ state: 'REFUNDED', live: 0 })
    expect(await cash(it)).toBe(amount)
    expect(await position(it)).toEqual({ status: 'CANCELLED', funded: 0, reserved: 0 })
    const row = (await it.lender.get('/portfolio')).json.list[0]
    expect(row).toMatchObject({
      statusName: 'REFUNDED',
      isSigned: true,
      lenderAgreementUrl: expect.any(String),
    })
    const [notice] = (await it.lender.get('/notices')).json.list
    expect(notice.message).toContain('Perjanjian yang sudah Anda tanda tangani tidak berlaku lagi.')
    const history = (await it.lender.get('/transactions')).json.list
    const sum = history.reduce((total: number, one: { amount: number }) => total + one.amount, 0)
    expect(sum).toBe(amount)
  })

  test('FIX-07 the notification of a loan cancelled at the end of its offer gives that reason', async () => {
    const it = await waiting()
    await perform(fixture.context, cancelLoan, {
      actor: { kind: 'system' },
      input: { loanNumber: it.loan.loanNumber, because: 'OFFER_ENDED' },
    })
    await followAll(fixture.context)
    expect(await signingState(fixture.context, it.funded)).toMatchObject({
      state: 'CANCELLED',
      reason: 'OFFER_ENDED',
    })
    const [notice] = (await it.lender.get('/notices')).json.list
    expect(notice.message).toContain('tidak cukup terdanai sampai masa pendanaannya berakhir')
  })

  test.each([401, 409, 'away'] as const)(
    "FIX-07 a cancelled loan's reservation is kept while the provider answers %s to the cancellation, then released",
    async (fault) => {
      const it = await waiting()
      await cancel(it)
      const broken = faulty(fixture.context, ['cancel'], fault)
      for (const minutes of [0, 60, 600]) {
        fixture.travel(`${minutes} minutes`)
        await followAll(broken)
      }
      expect(await signingState(fixture.context, it.funded)).toMatchObject({
        state: 'WAITING',
        live: 2,
        dead: 0,
      })
      fixture.travel('620 minutes')
      await followAll(fixture.context)
      expect(await signingState(fixture.context, it.funded)).toMatchObject({ state: 'CANCELLED' })
      fixture.travel(undefined)
      expect(await cash(it)).toBe(amount)
    },
  )

  test('FIX-07 a cancelled loan’s reservation is released at once when its agreement was never sent to the provider', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: amount })
    const loan = await aLoan(fixture.context)
    const funded = await fixture.fund(lender, loan, amount)
    expect(await cancel({ loan })).toMatchObject({ released: 1, cancelling: 0 })
    await followAll(faulty(fixture.context, ['upload', 'status', 'cancel'], 401))
    expect(await signingState(fixture.context, funded)).toMatchObject({ state: 'CANCELLED', live: 0 })
    const page = await fixture.open(lender, funded)
    expect([page.status, page.json.code]).toEqual([409, 'SIGNING_ENDED'])
  })

  test('FIX-07 a document whose upload finished after the loan was cancelled is cancelled at the provider', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: amount })
    const loan = await aLoan(fixture.context)
    const funded = await fixture.fund(lender, loan, amount)
    let token = ''
    const { esign } = fixture.context
    await followAll({
      ...fixture.context,
      esign: {
        ...esign,
        async upload(input) {
          token = (await esign.upload(input)).docToken
          expect(await cancel({ loan })).toMatchObject({ released: 0, cancelling: 1 })
          return { docToken: token }
        },
      },
    })
    await followAll(fixture.context)
    fixture.travel('1 minute')
    await followAll(fixture.context)
    expect((await esign.status(token)).status).toBe('cancelled')
    expect(await signingState(fixture.context, funded)).toMatchObject({ state: 'CANCELLED', live: 0 })
  })
})
