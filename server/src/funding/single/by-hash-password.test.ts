import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeSigner } from '../../lenders/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many, one } from '../../platform/db/database.ts'
import { makeAccountFixture, type AccountFixture } from '../../../testing/account.ts'
import { goodPassword, type LoggedIn, logIn } from '../../../testing/http.ts'
import { aLoan, anAgreement } from '../../../testing/people.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture()
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

const amount = 400_000
/** A lender who signs by this provider, with an agreement that was read for each of so many loans. */
async function aLenderWith(provider: 'PRIVY' | 'XIGNATURE', loans = 1) {
  const lender = await logIn(fixture, fixture.app, { cash: 5_000_000 })
  await perform(fixture.context, storeSigner, {
    actor: { kind: 'operator', name: 'test' },
    input: { lenderId: lender.lenderId, dgsignType: provider },
  })
  const offered = []
  for (let n = 0; n < loans; n += 1) {
    const loan = await aLoan(fixture.context, { totalLoan: 1_000_000 })
    await anAgreement(fixture.context, { lenderId: lender.lenderId, loanNumber: loan.loanNumber, amount })
    offered.push(loan)
  }
  return { lender, loans: offered }
}
const give = (lender: LoggedIn, password = goodPassword) =>
  lender.post('/auth/password/validate', { password })
const held = async (lenderId: number) =>
  (
    await one<{ held: number }>(
      fixture.context.db,
      'test.held',
      `select held from account where owner_id = $1 and kind = 'LENDER_CASH'`,
      [lenderId],
    )
  ).held
const bodyOf = ({ loanId, loanNumber }: { loanId: number; loanNumber: string }) => ({
  loanId,
  loanNumber,
  amount,
})

test('SEC-09 a funding that is signed by hash is refused without the password, holds nothing, and goes with it under the same key', async () => {
  const { lender, loans } = await aLenderWith('XIGNATURE')
  const body = bodyOf(loans[0]!)
  const key = `hash-${lender.lenderId}`
  const refused = await lender.pay('/funding', body, key)
  expect([refused.status, refused.json.code]).toEqual([400, 'PASSWORD_CHECK_REQUIRED'])
  expect(await held(lender.lenderId)).toBe(0)
  expect((await give(lender, 'Salah-Sekali-1')).json).toEqual({ is_validated: false })
  expect((await lender.pay('/funding', body, key)).json.code).toBe('PASSWORD_CHECK_REQUIRED')
  await give(lender)
  const funded = await lender.pay('/funding', body, key)
  expect([funded.status, await held(lender.lenderId)]).toEqual([200, amount])
  expect((await lender.pay('/funding', body, key)).json).toEqual(funded.json)
})

test('SEC-09 one check of the password is good for one funding, also where two come at the same time', async () => {
  const { lender, loans } = await aLenderWith('XIGNATURE', 4)
  await give(lender)
  const both = await Promise.all(loans.map((loan) => lender.pay('/funding', bodyOf(loan))))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
  expect(await held(lender.lenderId)).toBe(amount)
})

test('SEC-09 the password that was given in one session does not serve another, nor a refused funding use it up', async () => {
  const { lender, loans } = await aLenderWith('XIGNATURE')
  const login = { phoneNumber: lender.phone, password: goodPassword, type: 'lender' }
  const other = (await fixture.app.post('/auth/login', login)).json.token as string
  await give(lender)
  const headers = { 'idempotency-key': fixture.context.random.uuid() }
  const stolen = await fixture.app.post('/funding', bodyOf(loans[0]!), { token: other, headers })
  expect(stolen.json.code).toBe('PASSWORD_CHECK_REQUIRED')
  const beyond = await lender.pay('/funding', { ...bodyOf(loans[0]!), amount: 9_000_000 })
  expect(beyond.status).toBe(400)
  expect((await lender.pay('/funding', bodyOf(loans[0]!))).status).toBe(200)
})

test('SEC-09 a selection that is signed by hash needs the password once, for all of its loans', async () => {
  const { lender, loans } = await aLenderWith('XIGNATURE', 3)
  const body = { loans: loans.map(({ loanNumber }) => ({ loanNumber, amount })) }
  const key = `hash-${lender.lenderId}`
  const refused = await lender.pay('/funding/selection', body, key)
  expect([refused.json.code, await held(lender.lenderId)]).toEqual(['PASSWORD_CHECK_REQUIRED', 0])
  await give(lender)
  const funded = await lender.pay('/funding/selection', body, key)
  expect([funded.status, await held(lender.lenderId)]).toEqual([200, 3 * amount])
  const grants = await many<{ usedFor: string }>(
    fixture.context.db,
    'test.grants',
    'select used_for as "usedFor" from password_grant where lender_id = $1',
    [lender.lenderId],
  )
  expect(grants).toEqual([{ usedFor: 'FUNDING' }])
})

test('SEC-09 a lender does not move to signatures by hash while a funding without the password is on its way to the page', async () => {
  const { lender, loans } = await aLenderWith('PRIVY')
  expect((await lender.pay('/funding', bodyOf(loans[0]!))).status).toBe(200)
  const move = () =>
    perform(fixture.context, storeSigner, {
      actor: { kind: 'operator', name: 'test' },
      input: { lenderId: lender.lenderId, dgsignType: 'XIGNATURE' },
    })
  await expect(move()).rejects.toThrow('ditandatangani dengan hash tanpa kata sandi')
  const { funding } = await one<{ funding: string }>(
    fixture.context.db,
    'test.funding',
    'select id as funding from funding where lender_id = $1',
    [lender.lenderId],
  )
  // What PRIVY has is signed there.
  await many(
    fixture.context.db,
    'test.at_privy',
    `insert into signing_request (funding_id, lender_id, provider_token) values ($1, $2, 'privy-9')`,
    [funding, lender.lenderId],
  )
  expect(await move()).toEqual({ dgsignType: 'XIGNATURE' })
})

test('SEC-09 a funding that is signed on the page of a provider needs no password, singly or in a selection', async () => {
  const { lender, loans } = await aLenderWith('PRIVY', 2)
  expect((await lender.pay('/funding', bodyOf(loans[0]!))).status).toBe(200)
  const body = { loans: [{ loanNumber: loans[1]!.loanNumber, amount }] }
  expect((await lender.pay('/funding/selection', body)).status).toBe(200)
})
