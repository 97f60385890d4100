import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCertificate, renderAgreement } from '../../documents/index.ts'
import { makeAgreementRenderer, sampleSnapshot } from '../../documents/testing.ts'
import { many, one } from '../../platform/db/database.ts'
import { aLender, aLoan } from '../../../testing/people.ts'
import { testCertificate } from '../../../testing/certificate.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { prepareAgreement } from './prepare-agreement.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'compares times of the processor' })
})
afterAll(() => fixture.close())

/** Milliseconds of CPU time that this thread uses for the work. */
async function costOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

test('FND-03 twenty agreements are rendered at once outside the main thread', {
  timeout: 60_000,
}, async () => {
  const { context } = fixture
  const { lenderId } = await aLender(context, { cash: 10_000_000 })
  const { loanNumber } = await aLoan(context)
  const prepare = (index: number) => {
    const body = { loanNumber, lenderUserId: lenderId, amount: 1_000_000 + index }
    return prepareAgreement(context, lenderId, body, { requestId: 'test-request' })
  }
  const renderHere = (index: number) => {
    const snapshot = sampleSnapshot({ amount: 1_000_000 + index })
    return (['pp', 'ppfp'] as const).map((kind) => renderAgreement(kind, snapshot, certificate))
  }
  const certificate = openCertificate(testCertificate())
  // The first run loads the fonts of both renderers.
  await prepare(0)
  renderHere(0)
  const made = await costOf(() => Promise.all(Array.from({ length: 20 }, (_, index) => prepare(1 + index))))
  const here = await costOf(() => [1, 2, 3, 4, 5].map(renderHere))
  expect(made / 20).toBeLessThan((here / 5) * 0.75)
  const { count } = await one<{ count: number }>(
    context.db,
    'test.agreements',
    'select count(distinct agreement_id)::int as count from document where lender_id = $1',
    [lenderId],
  )
  expect(count).toBe(21)
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
