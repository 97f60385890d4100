import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgreementSnapshot } from '../../documents/index.ts'
import { makeAgreementRenderer } from '../../documents/testing.ts'
import { many, one } from '../../platform/db/database.ts'
import { aLender, aLoan } from '../../../testing/people.ts'
import { testCertificate } from '../../../testing/certificate.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { prepareAgreement } from './prepare-agreement.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

test('FND-03 twenty agreements at once are each rendered by the threads and stored', async () => {
  let rendered = 0
  const { renderer } = fixture.context
  const context = {
    ...fixture.context,
    renderer: {
      ...renderer,
      render(snapshot: AgreementSnapshot) {
        rendered += 1
        return renderer.render(snapshot)
      },
    },
  }
  const { lenderId } = await aLender(context, { cash: 10_000_000 })
  const { loanNumber } = await aLoan(context)
  const prepare = (index: number) => {
    const body = { loanNumber, lenderUserId: lenderId, amount: 1_000_000 + index }
    return prepareAgreement(context, lenderId, body, { requestId: 'test-request' })
  }
  await Promise.all(Array.from({ length: 20 }, (_, index) => prepare(index)))
  expect(rendered).toBe(20)
  const { count } = await one<{ count: number }>(
    context.db,
    'test.agreements',
    'select count(distinct agreement_id)::int as count from document where lender_id = $1',
    [lenderId],
  )
  expect(count).toBe(20)
  expect(await fixture.books()).toEqual([])
})

test('preparing an agreement is refused at once when the render queue is full, and stores nothing', async () => {
  const renderer = makeAgreementRenderer({ threads: 1, queue: 2, certificate: testCertificate })
  const context = { ...fixture.context, renderer }
  try {
    const { lenderId } = await aLender(context, { cash: 10_000_000 })
    const { loanNumber } = await aLoan(context)
    const ends = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        prepareAgreement(
          context,
          lenderId,
          { loanNumber, lenderUserId: lenderId, amount: 1_000_000 + index },
          { requestId: 'test-request' },
        ),
      ),
    )
    const refused = ends.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    for (const reason of refused) {
      expect(reason).toMatchObject({ code: 'OVERLOADED', status: 503, params: { retryAfterSeconds: 1 } })
    }
    const kept = await many(context.db, 'test.kept', 'select id from document where lender_id = $1', [
      lenderId,
    ])
    expect(kept).toHaveLength(2 * (12 - refused.length))
    expect(await fixture.books()).toEqual([])
  } finally {
    await renderer.close()
  }
})
