import { strategyBody } from './strategy-body.ts'
import type { Endpoints } from '@pematang/contract/endpoints'
import { strategyFilters } from '@pematang/contract/funding/auto/strategy'
import { randomUUID } from 'node:crypto'
import type { Entry, IdField } from './matrix-entry.ts'
import type { Stage } from './matrix-stage.ts'

type Operation =
  | 'listStrategies'
  | 'createStrategy'
  | 'changeStrategy'
  | 'orderStrategies'
  | 'setStrategyState'
  | 'estimateStrategy'
  | 'listStrategyRuns'
  | 'getStrategyRun'

const filterFields = Object.keys(strategyFilters.shape).map((name) => `body.filters.${name}`)
const termFields = [
  'body.name',
  ...filterFields,
  'body.perLoan.kind',
  'body.perLoan.amount',
  'body.perLoan.basisPoints',
  'body.mostPerBorrower',
  'body.cashToKeep',
  'body.budget',
  'body.reinvest',
]

const strategyOf = (
  { strategy, notice }: Stage,
  input: IdField['input'],
  { isUsedUp = false } = {},
): IdField => ({
  input,
  ...(isUsedUp ? {} : { mine: strategy.mine }),
  foreign: {
    'another lender’s': strategy.theirs,
    'one that never was': randomUUID(),
    'a notice': notice.mine,
    'no id at all': "' or 1=1 --",
  },
})

/** The part of the matrix about automatic funding. Loan types and grades are public; an unknown one finds nothing. */
export const autoFundingMatrix: Pick<Record<keyof Endpoints, (stage: Stage) => Entry>, Operation> = {
  listStrategies: () => ({ ids: {}, plain: [] }),
  createStrategy: () => ({ ids: {}, plain: termFields }),
  estimateStrategy: () => ({ ids: {}, plain: termFields }),
  changeStrategy: (stage) => ({
    ids: {
      'body.strategyId': strategyOf(stage, (strategyId) => ({ body: { ...strategyBody, strategyId } })),
    },
    plain: termFields,
  }),
  orderStrategies: (stage) => ({
    ids: {
      'body.strategyIds': strategyOf(stage, (strategyId) => ({ body: { strategyIds: [strategyId] } })),
    },
    plain: [],
  }),
  setStrategyState: (stage) => ({
    ids: {
      'body.strategyId': strategyOf(stage, (strategyId) => ({ body: { strategyId, state: 'PAUSED' } })),
    },
    plain: ['body.state'],
  }),
  listStrategyRuns: (stage) => ({
    ids: {
      'query.strategyId': strategyOf(stage, (strategyId) => ({ query: { strategyId: String(strategyId) } })),
    },
    plain: ['query.limit', 'query.page'],
  }),
  getStrategyRun: (stage) => ({
    ids: {
      'query.strategyId': strategyOf(
        stage,
        (strategyId) => ({ query: { strategyId: String(strategyId), roundNumber: '1' } }),
        { isUsedUp: true },
      ),
    },
    plain: ['query.roundNumber'],
  }),
}
