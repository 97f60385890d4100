import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { perform } from '../../platform/commands/perform.ts'
import { releaseFunding } from '../single/index.ts'
import { suspendLender } from '../../lenders/testing.ts'
import { one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { LoggedIn } from '../../../testing/http.ts'
import { chooseSigner, localXignature } from '../../../testing/mandates.ts'
import { cashOf } from '../../books/index.ts'
import { checkMandates } from './index.ts'
import { makeMandateFixture, type MandateFixture } from './testing/fixture.ts'

let fixture: MandateFixture
beforeAll(async () => {
  fixture = await makeMandateFixture()
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(() => fixture.close())

const check = (requests: Parameters<typeof checkMandates>[1]) =>
  inTransaction(fixture.context.db, { repeatable: true }, async (tx) =>
    (await checkMandates(tx, requests)).map((one) =>
      one instanceof Refusal ? [one.code, one.params.amount] : 'within',
    ),
  )
const standing = (id: string) =>
  one<{ state: string; reason: string | null; loanId: number }>(
    fixture.context.db,
    'test.standing',
    'select state, end_reason as reason, loan_id as "loanId" from funding where id = $1',
    [id],
  )
const cash = ({ lenderId }: LoggedIn) => cashOf(fixture.context.db, lenderId)
const revoke = (lender: LoggedIn) => lender.post('/mandate/revoke', {})
const noticesOf = async (lender: LoggedIn) =>
  (await lender.get('/notices')).json.list.map(({ message }: { message: string }) => message)

test('AUT-10 a funding is checked against both limits of the mandate, counting outstanding and earlier fundings', async () => {
  const lender = await fixture.signer()
  const { lenderId } = lender
  expect(await check([{ lenderId, loanId: 1, amount: 100_000 }])).toEqual([['MANDATE_MISSING', undefined]])
  const mandateId = await fixture.mandateOf(lender, { largestPerLoan: 500_000, totalBudget: 1_000_000 })
  const funding = await fixture.waiting(lender, mandateId, 300_000)
  const { loanId } = await standing(funding)
  const of = (...wanted: [number, number][]) =>
    check(wanted.map(([loan, amount]) => ({ lenderId, loanId: loan, amount })))
  expect(await of([loanId, 200_001])).toEqual([['MANDATE_LOAN_LIMIT', 200_000]])
  expect(await of([loanId, 200_000], [loanId, 1], [2, 400_000], [3, 100_001], [3, 100_000])).toEqual([
    'within',
    ['MANDATE_LOAN_LIMIT', 0],
    'within',
    ['MANDATE_BUDGET', 100_000],
    'within',
  ])
  await perform(fixture.context, releaseFunding, {
    actor: { kind: 'system' },
    input: { fundingId: funding, state: 'EXPIRED' },
  })
  expect(await of([loanId, 500_000])).toEqual(['within'])
})

test('AUT-10 a funding under a mandate is signed by hash and settled', async () => {
  const lender = await fixture.signer()
  const funding = await fixture.waiting(lender, await fixture.mandateOf(lender))
  await fixture.drain()
  expect(await standing(funding)).toMatchObject({ state: 'SETTLED', reason: null })
  expect((await lender.get('/mandate')).json.inForce.placed).toBe(500_000)
})

/** A context whose provider that signs by hash first does other work for a funding. */
const beforeSigning = (work: (fundingId: string) => Promise<unknown>) => ({
  ...fixture.context,
  xignature: {
    async sign(input: Parameters<typeof localXignature.sign>[0]) {
      await work(input.reference)
      return localXignature.sign(input)
    },
  },
})

test('AUT-03 revoking a mandate before a funding is signed prevents the signature and releases the money with the reason', async () => {
  const lender = await fixture.signer()
  const mandateId = await fixture.mandateOf(lender)
  const fundings = [await fixture.waiting(lender, mandateId), await fixture.waiting(lender, mandateId)]
  const chosen = await fixture.waiting(lender, null)
  expect(await cash(lender)).toEqual({ available: 3_500_000, held: 1_500_000 })
  expect((await revoke(lender)).json).toMatchObject({
    inForce: null,
    ended: { ended: { reason: 'REVOKED' } },
  })
  const asked: string[] = []
  await fixture.drain(beforeSigning(async (id) => asked.push(id)))
  expect(asked).toEqual([chosen])
  for (const id of fundings)
    expect(await standing(id)).toMatchObject({ state: 'REJECTED', reason: 'MANDATE_ENDED' })
  // The funding that the lender made by hand is signed as usual.
  expect(await standing(chosen)).toMatchObject({ state: 'SETTLED' })
  expect(await cash(lender)).toEqual({ available: 4_500_000, held: 0 })
  expect(await noticesOf(lender)).toContainEqual(
    expect.stringContaining('Kuasa pendanaan otomatis Anda berakhir sebelum perjanjian'),
  )
})

test.each(['PRIVY', 'suspended'] as const)(
  'AUT-10 a funding under a mandate is not signed when its lender is set to %s before the signature',
  async (what) => {
    const lender = await fixture.signer()
    const funding = await fixture.waiting(lender, await fixture.mandateOf(lender))
    const actor = { kind: 'operator', name: 'test' } as const
    const { lenderId } = lender
    if (what === 'PRIVY') await chooseSigner(fixture.context, lenderId, 'PRIVY')
    else await perform(fixture.context, suspendLender, { actor, input: { lenderId, reason: 'test' } })
    await fixture.drain()
    expect(await standing(funding)).toMatchObject({ state: 'REJECTED', reason: 'MANDATE_ENDED' })
    expect(await cash(lender)).toEqual({ available: 5_000_000, held: 0 })
  },
)

test('AUT-03 revoking a mandate while the provider signs stores the signature as void and releases the money', async () => {
  const lender = await fixture.signer()
  const funding = await fixture.waiting(lender, await fixture.mandateOf(lender))
  await fixture.drain(beforeSigning(() => revoke(lender)))
  expect(await standing(funding)).toMatchObject({ state: 'REJECTED', reason: 'MANDATE_ENDED' })
  expect(await cash(lender)).toEqual({ available: 5_000_000, held: 0 })
  const { voids } = await one<{ voids: number }>(
    fixture.context.db,
    'test.voids',
    'select count(*) as voids from void_signature where funding_id = $1',
    [funding],
  )
  expect(voids).toBe(1)
})

test('AUT-03 revoking a mandate concurrently with signing settles or releases each funding exactly once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const lender = await fixture.signer()
    const funding = await fixture.waiting(lender, await fixture.mandateOf(lender))
    const later = { revoked: Promise.resolve<unknown>(undefined) }
    await fixture.drain(
      beforeSigning(async () => {
        later.revoked = fixture.context.clock.sleep(round * 25).then(() => revoke(lender))
      }),
    )
    await later.revoked
    await fixture.drain()
    const { state } = await standing(funding)
    expect(['SETTLED', 'REJECTED']).toContain(state)
    expect(await cash(lender)).toEqual({ available: state === 'SETTLED' ? 4_500_000 : 5_000_000, held: 0 })
    expect(await fixture.books()).toEqual([])
  }
})
