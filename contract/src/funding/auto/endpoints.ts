import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { instant, limitField, listOf, pageField } from '../../fields.ts'
import { fundingState } from '../single/endpoints.ts'
import {
  changedStrategyTerms,
  mostStrategies,
  perLoan,
  strategyConditions,
  strategyFilters,
  strategyTerms,
} from './strategy.ts'
import { proposalErrors } from '../../lenders/company/rules.ts'

const idText = z.string().check(z.maxLength(100))
/** Why a strategy funded nothing or a loan was not funded: a stable code, and the sentence for the lender. */
const reason = z.object({ code: z.string(), message: z.string() })
export type AutoFundingReason = z.infer<typeof reason>

export const strategyState = z.enum(['ACTIVE', 'PAUSED', 'ENDED'])
export type StrategyState = z.infer<typeof strategyState>

/**
 * The result of one round of automatic funding for a strategy. `reason` explains why nothing was funded: that of most
 * loans, if they had reasons of their own.
 */
const runFields = {
  roundNumber: z.int(),
  ranDate: instant,
  /** Number and total amount of the fundings that are signed or wait for their signature. */
  funded: z.int(),
  fundedAmount: z.int(),
  /** Number of fundings that the round has decided but not requested yet. */
  pending: z.int(),
  /** Loans that match and were not funded, including those whose order or signature was refused. */
  notFunded: z.int(),
  reason: z.nullable(reason),
}

/** A strategy of a lender in its current state. Amounts are whole rupiah. */
export const strategy = z.object({
  strategyId: z.string(),
  /** The strategy's position in the lender's order, from 1; null once the strategy has ended. */
  place: z.nullable(z.int()),
  state: strategyState,
  name: z.string(),
  filters: strategyFilters,
  perLoan,
  mostPerBorrower: z.nullable(z.int()),
  cashToKeep: z.int(),
  budget: z.int(),
  reinvest: z.boolean(),
  /** The sum in rupiah of the strategy's fundings that count against the budget. */
  placed: z.int(),
  /** Number of the strategy's fundings that are pending or settled. */
  fundings: z.int(),
  createdDate: instant,
  changedDate: instant,
  lastRun: z.nullable(z.object(runFields)),
})
export type Strategy = z.infer<typeof strategy>

export const listStrategies = endpoint({
  operationId: 'listStrategies',
  method: 'GET',
  path: '/auto-funding/strategies',
  auth: 'lender',
  summary:
    'The strategies of automatic funding in the order in which they are asked, then up to 20 that have ended, newest first.',
  answer: z.object({
    /** `warning`: why the strategy cannot fund any loan as things are, where it is active. */
    list: z.array(z.extend(strategy, { warning: z.nullable(reason) })),
    /** The percentage of a loan that is reserved for manual funding when its offer begins, and for how many hours. */
    handPicking: z.object({ percent: z.int(), hours: z.int() }),
  }),
  errors: [],
})

export const createStrategy = endpoint({
  operationId: 'createStrategy',
  method: 'POST',
  path: '/auto-funding/strategies',
  auth: 'lender',
  summary: `Make a strategy, active and last in the order. The same name and terms again answer the one that is there; at most ${mostStrategies}.`,
  body: strategyTerms,
  answer: strategy,
  errors: [
    'STRATEGY_NAME_TAKEN',
    'STRATEGIES_FULL',
    'STRATEGY_ABOVE_MANDATE',
    'PASSWORD_CHECK_REQUIRED',
    ...proposalErrors,
  ],
})

export const changeStrategy = endpoint({
  operationId: 'changeStrategy',
  method: 'PUT',
  path: '/auto-funding/strategies',
  auth: 'lender',
  summary: 'Give a strategy other terms, for the rounds from now on. What it has funded stays.',
  body: changedStrategyTerms,
  answer: strategy,
  errors: [
    'STRATEGY_NOT_FOUND',
    'STRATEGY_ENDED',
    'STRATEGY_NAME_TAKEN',
    'STRATEGY_ABOVE_MANDATE',
    'PASSWORD_CHECK_REQUIRED',
    ...proposalErrors,
  ],
})

export const orderStrategies = endpoint({
  operationId: 'orderStrategies',
  method: 'PUT',
  path: '/auto-funding/strategies/order',
  auth: 'lender',
  summary:
    'The order in which strategies are asked: for a loan that matches several, the first that can funds it. Names all that have not ended.',
  body: z.strictObject({ strategyIds: z.array(idText).check(z.maxLength(mostStrategies)) }),
  answer: z.object({ message: z.literal('success') }),
  errors: ['STRATEGY_ORDER_INCOMPLETE', ...proposalErrors],
})

export const setStrategyState = endpoint({
  operationId: 'setStrategyState',
  method: 'PUT',
  path: '/auto-funding/strategies/state',
  auth: 'lender',
  summary: 'Pause a strategy, let it go on, or end it for good.',
  body: z.strictObject({ strategyId: idText, state: strategyState }),
  answer: strategy,
  errors: [
    'STRATEGY_NOT_FOUND',
    'STRATEGY_ENDED',
    'STRATEGY_ABOVE_MANDATE',
    'PASSWORD_CHECK_REQUIRED',
    ...proposalErrors,
  ],
})

/**
 * The number of matching loans, their remaining amount, and how much of it the strategy would fund by its amount per
 * loan.
 */
const matched = { loans: z.int(), amount: z.int(), wanted: z.int() }

export const strategyEstimate = z.object({
  /** Open loans that match now. `automatic` is the part that is open to automatic funding now. */
  today: z.object({ ...matched, automatic: z.int(), isEstimated: z.boolean() }),
  /**
   * Loans offered in the last `days` days that would have matched: 90 days, or fewer when there were very many offers.
   */
  history: z.object({ ...matched, days: z.int() }),
  /** The maximum in rupiah that could be funded now, limited by cash and budget. */
  placeable: z.int(),
  /**
   * The conditions that the lender set. `alone` is the number of loans that would match if the condition were the only
   * one, `without` if it were removed; both include today's loans and the history.
   */
  conditions: z.array(z.object({ condition: z.enum(strategyConditions), alone: z.int(), without: z.int() })),
  /**
   * The condition because of which no loan matches. Null if loans match, or if only several conditions together exclude
   * all of them.
   */
  blocking: z.nullable(z.object({ condition: z.enum(strategyConditions), message: z.string() })),
})
export type StrategyEstimate = z.infer<typeof strategyEstimate>

export const estimateStrategy = endpoint({
  operationId: 'estimateStrategy',
  method: 'POST',
  path: '/auto-funding/estimate',
  auth: 'lender',
  summary:
    'What of the open loans a strategy would match, and what of those offered in the last 90 days, with the condition that excludes all. Nothing is kept.',
  body: strategyTerms,
  answer: strategyEstimate,
  errors: [],
})

const run = z.object(runFields)
export type StrategyRun = z.infer<typeof run>

export const listStrategyRuns = endpoint({
  operationId: 'listStrategyRuns',
  method: 'GET',
  path: '/auto-funding/runs',
  auth: 'lender',
  summary: 'The rounds that have asked a strategy, newest first.',
  query: z.strictObject({ strategyId: idText, limit: limitField, page: pageField }),
  answer: listOf(run),
  errors: ['STRATEGY_NOT_FOUND'],
})

/**
 * The result of a round for a matching loan. `amount` is the allocated amount or 0; `place` is the place in the queue
 * of `lineLength` lenders, null when the lender was not in it. `state` is that of the funding, null while there is
 * none. `reason` explains why there is none, or why it was refused or ended.
 */
export const runLoan = z.object({
  loanNumber: z.string(),
  borrowerName: z.string(),
  wanted: z.int(),
  amount: z.int(),
  place: z.nullable(z.int()),
  lineLength: z.int(),
  state: z.nullable(fundingState),
  reason: z.nullable(reason),
})
export type RunLoan = z.infer<typeof runLoan>

export const strategyRunDetail = z.object({
  ...runFields,
  /** At most 20 loans, those with an allocation first. */
  loans: z.array(runLoan),
  /** The reasons why matching loans got no allocation, each with the number of loans. */
  reasons: z.array(z.object({ code: z.string(), message: z.string(), loans: z.int() })),
})
export type StrategyRunDetail = z.infer<typeof strategyRunDetail>

export const getStrategyRun = endpoint({
  operationId: 'getStrategyRun',
  method: 'GET',
  path: '/auto-funding/run',
  auth: 'lender',
  summary: 'What one round made of a strategy: loan by loan what was funded, and why the others were not.',
  query: z.strictObject({
    strategyId: idText,
    roundNumber: z.string().check(z.regex(/^[1-9][0-9]{0,14}$/)),
  }),
  answer: strategyRunDetail,
  errors: ['STRATEGY_NOT_FOUND', 'NOT_FOUND'],
})
