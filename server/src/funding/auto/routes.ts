import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { type Identity, lenderActor } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { estimateStrategy } from './estimate.ts'
import { getStrategyRun, listStrategyRuns } from './runs.ts'
import {
  changeStrategy,
  createStrategy,
  listStrategies,
  orderStrategies,
  setStrategyState,
} from './strategies.ts'

type Operations =
  | 'listStrategies'
  | 'createStrategy'
  | 'changeStrategy'
  | 'orderStrategies'
  | 'setStrategyState'
  | 'estimateStrategy'
  | 'listStrategyRuns'
  | 'getStrategyRun'

export const routes = (context: Context): Routes<Operations> => {
  const callOf = ({ lender, requestId, source }: Asked) => ({
    actor: lenderActor(lender),
    requestId,
    source,
  })
  return {
    listStrategies: ({ lender }) => listStrategies(context, lender.lenderId),
    createStrategy: (asked) => perform(context, createStrategy, { ...callOf(asked), input: asked.body }),
    changeStrategy: (asked) => perform(context, changeStrategy, { ...callOf(asked), input: asked.body }),
    orderStrategies: (asked) => perform(context, orderStrategies, { ...callOf(asked), input: asked.body }),
    setStrategyState: (asked) => perform(context, setStrategyState, { ...callOf(asked), input: asked.body }),
    estimateStrategy: ({ lender, body }) => estimateStrategy(context, lender.lenderId, body),
    listStrategyRuns: ({ lender, query }) => listStrategyRuns(context, lender.lenderId, query),
    getStrategyRun: ({ lender, query }) =>
      getStrategyRun(context, lender.lenderId, { ...query, roundNumber: Number(query.roundNumber) }),
  }
}

type Asked = { lender: Identity; requestId: string; source: string }
