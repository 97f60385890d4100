import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readAgreements } from '../../../testing/agreements.ts'
import { logIn } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import {
  type Funded,
  makeSigningFixture,
  type Opened,
  type SigningFixture,
} from '../../../testing/signing.ts'
import { cashOf } from '../../books/index.ts'
import { cancelLoan } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'

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

test('CHO-08 CHO-09 a selection of loans signed in part keeps the signed ones funded, and releases the money of each other one', async () => {
  const { context, sandbox, line } = fixture
  const lender = await logIn(fixture, fixture.app, { cash: 5 * amount })
  const loans = await Promise.all([1, 2, 3, 4, 5].map(() => aLoan(context)))
  for (const { loanNumber } of loans) await readAgreements(lender, { loanNumber, amount, signedTogether: 5 })
  const chosen = { loans: loans.map(({ loanNumber }) => ({ loanNumber, amount })) }
  const { json } = await lender.pay('/funding/selection', chosen)
  const fundings: Funded[] = json.list.map(({ funding }: { funding: Funded }) => funding)
  const [signed, declined, cancelled, heardLate, forgotten] = fundings
  const show = async () => (await lender.get(`/funding/selection?selectionId=${json.selectionId}`)).json.list
  const statesOf = async () => (await show()).map(({ state }: { state: string }) => state)
  const tokenOf = async (funded: Funded | undefined): Promise<string> => {
    if (!funded) throw new Error('not funded')
    return ((await fixture.open(lender, funded)).json as Opened).token
  }
  await fixture.drain()

  await sandbox.sign(await tokenOf(signed))
  expect(await fixture.ended(lender, signed?.docToken ?? '')).toBe('SETTLED')
  await sandbox.reject(await tokenOf(declined), 'Terlalu lama')
  expect(await fixture.ended(lender, declined?.docToken ?? '')).toBe('REJECTED')
  await perform(context, cancelLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: { loanNumber: loans[2]?.loanNumber ?? '' },
  })
  expect(await statesOf()).toEqual(['SETTLED', 'REJECTED', 'WAITING', 'WAITING', 'WAITING'])
  expect((await show())[2].signing).toBeNull()

  // Five agreements are signed together: 30 minutes, plus one minute for each further agreement.
  fixture.travel('33 minutes')
  const late = await tokenOf(heardLate)
  await fixture.drain()
  // The last document is signed while no process receives the callback, and the time for signing ends.
  line.cut()
  expect((await sandbox.sign(late)).status).toBe(200)
  fixture.travel('35 minutes')
  await fixture.drain()
  expect((await show())[4]).toMatchObject({ state: 'WAITING', signing: null })
  line.mend()
  fixture.travel('60 minutes')
  expect(await fixture.ended(lender, heardLate?.docToken ?? '')).toBe('SETTLED')
  expect(await fixture.ended(lender, forgotten?.docToken ?? '')).toBe('EXPIRED')
  await fixture.ended(lender, cancelled?.docToken ?? '')
  expect(await cashOf(context.db, lender.lenderId)).toEqual({ available: 3 * amount, held: 0 })
  expect(await statesOf()).toEqual(['SETTLED', 'REJECTED', 'CANCELLED', 'SETTLED', 'EXPIRED'])
})

test('CHO-08 fifty agreements signed together have time for signing all of them, a single one the usual time, and 51 are refused', async () => {
  const { context } = fixture
  const lender = await logIn(fixture, fixture.app, { cash: 5 * amount })
  const minutesOf = async (signedTogether?: number): Promise<number> => {
    const { loanNumber, loanId } = await aLoan(context)
    await readAgreements(lender, { loanNumber, amount, ...(signedTogether && { signedTogether }) })
    const { json } = await lender.pay('/funding', { loanId, amount, loanNumber })
    const status = await lender.get(`/funding/status?docToken=${json.docToken}`)
    return Math.round((Date.parse(status.json.signBefore) - context.clock.now().getTime()) / 60_000)
  }
  expect([await minutesOf(), await minutesOf(1), await minutesOf(50)]).toEqual([30, 30, 79])
  const { loanNumber } = await aLoan(context)
  const body = { loanNumber, lenderUserId: lender.lenderId, amount, signedTogether: 51 }
  const refused = await lender.post('/funding/agreement', body)
  expect([refused.status, refused.json.code]).toEqual([400, 'INPUT_INVALID'])
})
