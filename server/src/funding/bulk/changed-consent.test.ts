import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelLoan } from '../../loans/testing.ts'
import { run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { perform } from '../../platform/commands/perform.ts'
import { storeTaxStatus } from '../../lenders/testing.ts'
import { type AProduct, aProduct } from '../../../testing/bulk.ts'
import { goodPassword, type LoggedIn, logIn } from '../../../testing/http.ts'
import { reserveFunding } from '../../../testing/people.ts'
import { bodyOf, type BulkFixture, makeBulkFixture } from './testing/fixture.ts'

let fixture: BulkFixture
let lender: LoggedIn
let product: AProduct

beforeAll(async () => {
  fixture = await makeBulkFixture()
})
beforeEach(async () => {
  lender = await fixture.bulkLender(100_000_000)
  product = await aProduct(fixture.context, [1_000_000, 2_000_000, 3_000_000], { alsoAlone: true })
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const operator = { kind: 'operator', name: 'test' } as const

const preview = async (who: LoggedIn) => {
  const { status, json } = await who.get(`/marketplace/bulk/loan-numbers?bulk_secure_id=${product.uploadId}`)
  expect(status).toBe(200)
  return json as { total_loan: number; total_loan_amount: number; preview_sha256: string }
}

async function submitShown(shown: { total_loan_amount: number; preview_sha256: string } | null) {
  await lender.post('/auth/password/validate', { password: goodPassword })
  const { total_loan_amount, preview_sha256 } = shown ?? {}
  return lender.pay('/funding/bulk', {
    ...bodyOf(product),
    ...(shown && { total_loan_amount, preview_sha256 }),
  })
}

async function takePart(loan: { loanId: number; loanNumber: string } | undefined, amount: number) {
  if (!loan) throw new Error('no loan')
  const other = await logIn(fixture, fixture.app, { cash: 10_000_000 })
  await reserveFunding(fixture.context, { lenderId: other.lenderId, ...loan, amount })
}

const change = (sql: string, values: unknown[]) =>
  inTransaction(fixture.context.db, { repeatable: true }, (tx) => run(tx, `test.change ${sql}`, sql, values))

const changes: [string, () => Promise<unknown>][] = [
  ['another lender took part of a loan', () => takePart(product.loans[1], 500_000)],
  ['another lender took a whole loan', () => takePart(product.loans[0], 1_000_000)],
  [
    'a loan was cancelled',
    () =>
      perform(fixture.context, cancelLoan, {
        actor: operator,
        input: { loanNumber: product.loans[2]?.loanNumber ?? '' },
      }),
  ],
  [
    'the last day of a loan was changed',
    () =>
      change('update loan_position set offer_until = offer_until + 1 where loan_id = $1', [
        product.loans[0]?.loanId,
      ]),
  ],
  [
    'the tax of the lender was changed',
    () =>
      perform(fixture.context, storeTaxStatus, {
        actor: operator,
        input: { lenderId: lender.lenderId, status: 'FOREIGN' },
      }),
  ],
]

for (const [what, happen] of changes) {
  for (const how of ['named', 'as shown last'] as const) {
    test(`FIX-04 a bulk funding asks for a new consent and holds no money when ${what} after the preview (${how})`, async () => {
      const shown = await preview(lender)
      expect(shown).toMatchObject({ total_loan: 3, total_loan_amount: 6_000_000 })
      await happen()
      const refused = await submitShown(how === 'named' ? shown : null)
      expect([refused.status, refused.json.code]).toEqual([409, 'BULK_CHANGED'])
      expect(refused.json.message).toContain('berubah')
      expect(await fixture.cash(lender)).toEqual({ available: 100_000_000, held: 0 })
      // After a new preview, exactly the previewed loans are funded.
      const again = await preview(lender)
      expect(
        (await lender.pay('/funding/bulk', { ...bodyOf(product), preview_sha256: again.preview_sha256 }))
          .status,
      ).toBe(200)
      expect((await fixture.cash(lender)).held).toBe(again.total_loan_amount)
      await fixture.drain()
      const funded = await fixture.fundingsOf(lender)
      expect(funded.reduce((sum, { amount }) => sum + amount, 0)).toBe(again.total_loan_amount)
    })
  }
}

test('FIX-04 a bulk funding is refused without a preview, or with another sum than the preview showed', async () => {
  const unseen = await submitShown(null)
  expect([unseen.status, unseen.json.code]).toEqual([409, 'BULK_PREVIEW_REQUIRED'])
  const { preview_sha256, total_loan_amount } = await preview(lender)
  for (const other of [total_loan_amount - 1, total_loan_amount + 1]) {
    const refused = await submitShown({ preview_sha256, total_loan_amount: other })
    expect([refused.status, refused.json.code]).toEqual([409, 'BULK_CHANGED'])
  }
  expect(await fixture.cash(lender)).toEqual({ available: 100_000_000, held: 0 })
})

test('FIX-04 a bulk funding is refused when its preview was replaced in another window of the same lender', async () => {
  const first = await preview(lender)
  await takePart(product.loans[1], 500_000)
  await preview(lender)
  expect((await submitShown(first)).json.code).toBe('BULK_CHANGED')
})

test('FIX-04 a running bulk funding returns the money for a loan whose terms changed after the consent', async () => {
  const shown = await preview(lender)
  expect((await submitShown(shown)).status).toBe(200)
  const [taken, changed, same] = product.loans
  await takePart(taken, 500_000)
  await change('update loan_position set offer_until = offer_until + 1 where loan_id = $1', [changed?.loanId])
  await fixture.drain()
  expect((await fixture.fundingsOf(lender)).map(({ amount }) => amount)).toEqual([same?.amount])
  expect(await fixture.cash(lender)).toEqual({ available: 97_000_000, held: 0 })
  const { runs } = await fixture.progressOf(lender)
  expect(runs[0]?.refused.map(({ loan_number, reason }) => [loan_number, reason])).toEqual([
    [taken?.loanNumber, 'CHANGED'],
    [changed?.loanNumber, 'CHANGED'],
  ])
})
