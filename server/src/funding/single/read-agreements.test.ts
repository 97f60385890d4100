import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  lender = await logIn(fixture, app, { cash: 50_000_000 })
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))

type Loan = { loanId: number; loanNumber: string }
const amount = 1_000_000

const prepare = async (who: LoggedIn, { loanNumber }: Loan) => {
  const { status, json } = await who.post('/funding/agreement', {
    loanNumber,
    lenderUserId: who.lenderId,
    amount,
  })
  expect(status).toBe(200)
  return json as { PP_filepath: string; PPFP_filepath: string }
}
const download = async (who: LoggedIn, document_url: string) =>
  (await who.post('/documents/download', { document_url })).status
const fund = async (who: LoggedIn, { loanId }: Loan) => {
  const { status, json } = await who.pay('/funding', { loanInfo: [{ loanId, amount }] })
  return status === 200 ? 'ok' : `${status} ${json.code}`
}

test('FIX-08 a funding is refused until its lender has downloaded both agreements', async () => {
  const loan = await aLoan(fixture.context)
  expect(await fund(lender, loan)).toBe('400 AGREEMENT_REQUIRED')
  const { PP_filepath, PPFP_filepath } = await prepare(lender, loan)
  expect(await fund(lender, loan)).toBe('400 AGREEMENT_UNREAD')
  expect(await download(lender, PP_filepath)).toBe(200)
  expect(await fund(lender, loan)).toBe('400 AGREEMENT_UNREAD')
  // Opening one of the two documents twice does not count as opening both.
  expect(await download(lender, PP_filepath)).toBe(200)
  expect(await fund(lender, loan)).toBe('400 AGREEMENT_UNREAD')
  expect(await download(lender, PPFP_filepath)).toBe(200)
  expect(await fund(lender, loan)).toBe('ok')
})

test('FIX-08 only downloads of both documents of the same agreement by the lender themselves allow a funding', async () => {
  const loan = await aLoan(fixture.context)
  const stranger = await logIn(fixture, app, { cash: 5_000_000 })
  const first = await prepare(lender, loan)
  expect(await download(stranger, first.PP_filepath)).toBe(404)
  expect(await download(stranger, first.PPFP_filepath)).toBe(404)
  // One document from each of two agreements does not make either agreement read.
  const second = await prepare(lender, loan)
  await download(lender, first.PP_filepath)
  await download(lender, second.PPFP_filepath)
  expect(await fund(lender, loan)).toBe('400 AGREEMENT_UNREAD')
  await download(lender, first.PPFP_filepath)
  expect(await fund(lender, loan)).toBe('ok')
  // The funding uses the agreement that was read, although another was made later.
  const { number } = await one<{ number: number }>(
    fixture.context.db,
    'test.read',
    `select count(*) as number from funding f join document d on d.agreement_id = f.id
      where f.lender_id = $1 and '/documents/' || d.id || '.pdf' = $2`,
    [lender.lenderId, first.PP_filepath],
  )
  expect(number).toBe(1)
})

test('FIX-08 the refusal of a funding names in Indonesian the agreement that was not downloaded', async () => {
  const loan = await aLoan(fixture.context)
  await prepare(lender, loan)
  const { json } = await lender.pay('/funding', { loanInfo: [{ loanId: loan.loanId, amount }] })
  expect(json.message).toBe('Buka dan baca kedua perjanjian pinjaman ini sebelum mendanai.')
})
