import { afterAll, beforeAll, expect, test } from 'vitest'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { aLender, anAgreement, fund } from '../../../testing/people.ts'
import { jobs as bulkFundingJobs } from '../bulk/jobs.ts'
import type { Context } from '../../context.ts'
import { cashOf } from '../../books/index.ts'
import { many } from '../../platform/db/database.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { prepareAgreements } from './prepare-agreements.ts'
import { waitingDecisions } from './round-store.ts'
import { jobs as autoFundingJobs, runRound } from './run-round.ts'
import { makeRoundFixture, type RoundFixture } from './testing/fixture.ts'
import { aRound, type Investor } from '../../../testing/auto-rounds.ts'

let fixture: RoundFixture
let context: Context
beforeAll(async () => {
  fixture = await makeRoundFixture()
  context = fixture.context
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

const [total, minimum, cash] = [2_000_000, 100_000, 20_000_000]

/** Reads the fundings of each loan, with whether each was funded automatically or by hand. */
const standing = (loanIds: readonly number[]) =>
  many<{
    loanId: number
    automatic: number
    bulk: number
    byHand: number
    placed: number
    counted: number
    twice: number
  }>(
    context.db,
    'test.standing',
    `select p.loan_id as "loanId", p.funded + p.reserved as counted,
            coalesce(sum(f.amount) filter (where d.funding_id is not null), 0)::bigint as automatic,
            coalesce(sum(f.amount) filter (where f.bulk_id is not null), 0)::bigint as bulk,
            coalesce(sum(f.amount) filter (where d.funding_id is null and f.bulk_id is null), 0)::bigint as "byHand",
            coalesce(sum(f.amount), 0)::bigint as placed,
            (count(d.funding_id) - count(distinct d.lender_id))::integer as twice
       from loan_position p left join funding f on f.loan_id = p.loan_id and f.state in ('WAITING', 'SETTLED')
       left join auto_decision d on d.lender_id = f.lender_id and d.funding_id = f.id
      where p.loan_id = any($1) group by p.loan_id order by p.loan_id`,
    [loanIds],
  )

const decisionsOf = (roundId: string) =>
  many<{ state: string; refusal: string | null; funding: string | null }>(
    context.db,
    'test.decisions',
    `select d.state, d.refusal, f.state as funding from auto_decision d
       left join funding f on f.lender_id = d.lender_id and f.id = d.funding_id where d.round_id = $1`,
    [roundId],
  )

test.each([
  ['start together', 'A', 0],
  ['start with the bulk funding first', 'B', 60],
] as const)(
  'AUT-06 automatic, bulk and manual fundings of the same loans leave all loans and accounts consistent when they %s',
  async (_, grade, othersAfter) => {
    await fixture.separate()
    const { loans, ...product } = await aProduct(
      context,
      Array.from({ length: 3 }, () => total),
      { alsoAlone: true, minimumFunding: minimum, grade },
    )
    const investors: Investor[] = []
    for (let count = 0; count < 4; count += 1)
      investors.push(await fixture.investor({ cash, filters: { grade } }))
    const { lenderId: inBulk } = await aLender(context, { cash })
    await offerBulk(context, inBulk)
    const hands: { lenderId: number; loanId: number; loanNumber: string; amount: number }[] = []
    for (let count = 0; count < 3; count += 1) {
      const { lenderId } = await aLender(context, { cash })
      for (const { loanId, loanNumber } of loans.toReversed())
        hands.push({ lenderId, loanId, loanNumber, amount: 200_000 + count * 50_000 })
    }
    for (const wanted of hands) await anAgreement(context, wanted)
    const { roundId } = await aRound(context)
    await submitProduct(context, inBulk, { ...product, loans })
    // The agreements are made in advance, so that the orders are not always the last to run.
    await prepareAgreements(context, await waitingDecisions(context.db, roundId, { without: [], limit: 100 }))
    const later = (milliseconds: number) => context.clock.sleep(milliseconds)
    const jobs = bulkFundingJobs(context)
    const [byHand] = await Promise.all([
      Promise.allSettled(
        hands.map((wanted, place) => later(othersAfter + 20 * place).then(() => fund(context, wanted))),
      ),
      runAllJobs(context, { 'bulk.fund': required(jobs['bulk.fund'], 'INTERNAL') }),
      later(othersAfter).then(() => runRound(context, { roundId })),
    ])
    await runAllJobs(context, autoFundingJobs(context))

    const handed = byHand.map((end) => {
      if (end.status === 'fulfilled') return true
      expect(end.reason).toBeInstanceOf(Refusal)
      return false
    })
    const ends = await standing(loans.map(({ loanId }) => loanId))
    for (const end of ends) {
      expect(end.placed).toBe(end.automatic + end.bulk + end.byHand)
      expect(end.placed).toBe(end.counted)
      expect(end.placed).toBeLessThanOrEqual(total)
      expect(total === end.placed || total - end.placed >= minimum).toBe(true)
      expect(end.automatic).toBeLessThanOrEqual(total * 0.6)
      expect(end.twice).toBe(0)
      const answered = hands.filter((wanted, place) => handed[place] && wanted.loanId === end.loanId)
      expect(end.byHand).toBe(answered.reduce((sum, { amount }) => sum + amount, 0))
    }
    const decisions = await decisionsOf(roundId)
    for (const { state, refusal, funding } of decisions)
      expect([state, funding, refusal !== null]).toEqual(
        state === 'FUNDED' ? ['FUNDED', 'WAITING', false] : ['REFUSED', null, true],
      )
    const lenderIds = [...new Set([...investors, ...hands].map(({ lenderId }) => lenderId)), inBulk]
    const left = await Promise.all(lenderIds.map((lenderId) => cashOf(context.db, lenderId)))
    const spent = left.reduce((sum, { available, held }) => sum + cash - available - held, 0)
    const held = left.reduce((sum, account) => sum + account.held, 0)
    expect(spent + held).toBe(ends.reduce((sum, { placed }) => sum + placed, 0))
    expect(await fixture.books()).toEqual([])
  },
)
