import { type Fixture, makeFixture } from '../../../../testing/fixture.ts'
import { localXignature } from '../../../../testing/mandates.ts'
import { aLoan } from '../../../../testing/people.ts'
import { EsignRefused } from '../../../outside/esign/port.ts'
import { many } from '../../../platform/db/database.ts'
import { getStrategyRun, listStrategyRuns } from '../runs.ts'
import { anInvestor, drain, type Investor } from '../../../../testing/auto-rounds.ts'

export type RoundFixture = Fixture & {
  refusedSignatures: Set<string>
  /** Gives the loans and strategies of the next test their own rating, after those of the last one have ended. */
  separate(): Promise<void>
  investor(options?: Parameters<typeof anInvestor>[1]): Promise<Investor>
  offer(overrides?: Parameters<typeof aLoan>[1]): ReturnType<typeof aLoan>
  /** The newest round that considered a strategy. */
  runOf(investor: Investor): ReturnType<typeof getStrategyRun>
  /** The result of the newest round for each loan of a strategy: a reason, or the state of the funding. */
  endsOf(investor: Investor): Promise<(string | null)[]>
}

/** A fixture whose rounds reserve 40% of each loan for hand-picking for a day. */
export async function makeRoundFixture(): Promise<RoundFixture> {
  const refusedSignatures = new Set<string>()
  const fixture = await makeFixture({
    settings: { AUTO_FUNDING_HAND_PERCENT: '40', AUTO_FUNDING_HAND_HOURS: '24' },
    overrides: {
      xignature: {
        sign(input) {
          if (refusedSignatures.has(input.reference))
            throw new EsignRefused('SIGNER_UNKNOWN', 422, 'a test refuses')
          return localXignature.sign(input)
        },
      },
    },
  })
  const { context } = fixture
  let tests = 0
  let grade = ''
  const runOf = async ({ lenderId, strategyId }: Investor) => {
    const { list } = await listStrategyRuns(context, lenderId, { strategyId, page: 1, limit: 1 })
    return getStrategyRun(context, lenderId, { strategyId, roundNumber: list[0]?.roundNumber ?? 0 })
  }
  return {
    ...fixture,
    refusedSignatures,
    async separate() {
      refusedSignatures.clear()
      await drain(context)
      tests += 1
      grade = `Uji ${tests}`
      await many(context.db, 'test.pause', `update auto_strategy set state = 'PAUSED' where state = 'ACTIVE'`)
    },
    investor: (options = {}) => anInvestor(context, { filters: { grade }, ...options }),
    offer: (overrides = {}) => aLoan(context, { grade, ...overrides }),
    runOf,
    endsOf: async (investor) =>
      (await runOf(investor)).loans.map(({ reason, state }) => reason?.code ?? state),
  }
}
