import type { Strategy } from '@pematang/contract/funding/auto/endpoints'
import { mostStrategies, type StrategyTerms } from '@pematang/contract/funding/auto/strategy'
import type { Context } from '../../context.ts'
import { consumeGrant } from '../../lenders/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mandatesInForce, openOf } from '../mandate/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { many, one, type Queryable, run } from '../../platform/db/database.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { findWarnings } from './warnings.ts'
import { findStrategies, lockStrategies, type StrategyRow, toStrategy } from './strategy-store.ts'

/** The strategies of one lender, and the share reserved for hand-picking. */
export async function listStrategies({ db, config }: Pick<Context, 'db' | 'config'>, lenderId: number) {
  const [rows, warningOf] = await Promise.all([
    findStrategies(db, lenderId, { most: mostStrategies + endedShown }),
    findWarnings(db, lenderId),
  ])
  return {
    list: rows.map((row) => ({ ...toStrategy(row), warning: warningOf(row) })),
    handPicking: {
      percent: config.AUTO_FUNDING_HAND_PERCENT,
      hours: config.AUTO_FUNDING_HAND_HOURS,
    },
  }
}

const endedShown = 20

/**
 * Creates a strategy as the last in the lender's order. A repeated request returns the strategy that it created.
 * @throws Refusal STRATEGY_NAME_TAKEN if a strategy of that name has other terms, STRATEGIES_FULL,
 *   STRATEGY_ABOVE_MANDATE
 */
export const createStrategy = mutation<Context, StrategyTerms, Strategy>({
  operation: 'createStrategy',
  permit: ['lender'],
  company: {},
  async run(tx, given, { context, actor }) {
    const { lenderId } = actor
    await lockStrategies(tx, lenderId)
    const terms = keptTerms(given)
    const mine = await unended(tx, lenderId)
    const named = mine.find((other) => isNamed(other, terms.name))
    if (named) {
      if (!(await isSame(tx, lenderId, named, terms))) throw new Refusal('STRATEGY_NAME_TAKEN')
      return {
        answer: await show(tx, lenderId, named.id),
        subject: `strategy:${named.id}`,
        detail: { again: true },
      }
    }
    if (mine.length >= mostStrategies) throw new Refusal('STRATEGIES_FULL')
    await refuseAboveMandate(tx, lenderId, terms)
    await askPassword(tx, actor)
    const id = context.random.uuid()
    await run(
      tx,
      'funding.auto.insert',
      'insert into auto_strategy (lender_id, id, place) values ($1, $2, $3)',
      [lenderId, id, mine.length + 1],
    )
    await insertVersion(tx, { lenderId, id, version: 1, terms })
    await run(
      tx,
      'funding.auto.stand_in_line',
      'insert into auto_line (lender_id) values ($1) on conflict do nothing',
      [lenderId],
    )
    return { answer: await show(tx, lenderId, id), subject: `strategy:${id}`, detail: amountsOf(terms) }
  },
})

/**
 * Changes the terms of a strategy for future rounds.
 * @throws Refusal STRATEGY_NOT_FOUND, also for another lender's strategy; STRATEGY_ENDED, STRATEGY_NAME_TAKEN,
 *   STRATEGY_ABOVE_MANDATE
 */
export const changeStrategy = mutation<Context, StrategyTerms & { strategyId: string }, Strategy>({
  operation: 'changeStrategy',
  permit: ['lender'],
  company: {},
  async run(tx, { strategyId, ...given }, { actor }) {
    const { lenderId } = actor
    await lockStrategies(tx, lenderId)
    const terms = keptTerms(given)
    const strategy = await changeable(tx, lenderId, strategyId)
    const { id, version } = strategy
    const others = (await unended(tx, lenderId)).filter((other) => other.id !== id)
    if (others.some((other) => isNamed(other, terms.name))) throw new Refusal('STRATEGY_NAME_TAKEN')
    const subject = `strategy:${id}`
    if (await isSame(tx, lenderId, strategy, terms)) return { answer: toStrategy(strategy), subject }
    await refuseAboveMandate(tx, lenderId, terms)
    await askPassword(tx, actor)
    await insertVersion(tx, { lenderId, id, version: version + 1, terms })
    await run(
      tx,
      'funding.auto.change',
      'update auto_strategy set version = $3, changed_at = app_now() where lender_id = $1 and id = $2',
      [lenderId, id, version + 1],
    )
    return {
      answer: await show(tx, lenderId, id),
      subject,
      detail: { version: version + 1, ...amountsOf(terms) },
    }
  },
})

/**
 * Changes the order of a lender's strategies.
 * @throws Refusal STRATEGY_ORDER_INCOMPLETE unless it names each active or paused strategy once
 */
export const orderStrategies = mutation<Context, { strategyIds: readonly string[] }, { message: 'success' }>({
  operation: 'orderStrategies',
  permit: ['lender'],
  company: {},
  async run(tx, { strategyIds }, { actor: { lenderId } }) {
    await lockStrategies(tx, lenderId)
    const mine = (await unended(tx, lenderId)).map(({ id }) => id)
    const isWhole =
      mine.length === strategyIds.length &&
      new Set(strategyIds).size === mine.length &&
      mine.every((id) => strategyIds.includes(id))
    if (!isWhole) throw new Refusal('STRATEGY_ORDER_INCOMPLETE')
    await run(
      tx,
      'funding.auto.order',
      `update auto_strategy s set place = wanted.place
         from unnest($2::uuid[]) with ordinality as wanted (id, place)
        where s.lender_id = $1 and s.id = wanted.id and s.place <> wanted.place`,
      [lenderId, strategyIds],
    )
    return {
      answer: { message: 'success' },
      subject: `lender:${lenderId}`,
      detail: { strategies: mine.length },
    }
  },
})

/**
 * Pauses, resumes or ends a strategy. Repeating the current state changes nothing.
 * @throws Refusal STRATEGY_NOT_FOUND, also for another lender's strategy; STRATEGY_ENDED, STRATEGY_ABOVE_MANDATE
 */
export const setStrategyState = mutation<
  Context,
  { strategyId: string; state: 'ACTIVE' | 'PAUSED' | 'ENDED' },
  Strategy
>({
  operation: 'setStrategyState',
  permit: ['lender'],
  company: { takesAway: ({ state }) => state !== 'ACTIVE' },
  async run(tx, { strategyId, state }, { actor }) {
    const { lenderId } = actor
    await lockStrategies(tx, lenderId)
    const strategy = await findOne(tx, lenderId, strategyId)
    const subject = `strategy:${strategy.id}`
    if (strategy.state === state) return { answer: toStrategy(strategy), subject }
    if (strategy.state === 'ENDED') throw new Refusal('STRATEGY_ENDED')
    if (state === 'ACTIVE') {
      await refuseAboveMandate(tx, lenderId, strategy.terms)
      await askPassword(tx, actor)
    }
    await run(
      tx,
      'funding.auto.state',
      `update auto_strategy set state = $3, changed_at = app_now(), place = case when $3 = 'ENDED' then null else place end
        where lender_id = $1 and id = $2`,
      [lenderId, strategy.id, state],
    )
    if (state === 'ENDED')
      await run(
        tx,
        'funding.auto.close_gap',
        'update auto_strategy set place = place - 1 where lender_id = $1 and place > $2',
        [lenderId, strategy.place],
      )
    return { answer: await show(tx, lenderId, strategy.id), subject, detail: { state } }
  },
})

/**
 * Refuses terms above the mandate in force when they are entered, instead of in a later round. Without a mandate any
 * terms are accepted, and rounds apply the ceilings of a mandate granted later.
 */
async function refuseAboveMandate(
  tx: Queryable,
  lenderId: number,
  { perLoan, budget }: StrategyTerms,
): Promise<void> {
  const mandate = (await mandatesInForce(tx, [lenderId])).get(lenderId)
  if (!mandate) return
  const { largestPerLoan, totalBudget } = mandate
  if (perLoan.kind === 'FIXED' && perLoan.amount > largestPerLoan)
    throw new Refusal('STRATEGY_ABOVE_MANDATE', { amount: largestPerLoan })
  if (budget > totalBudget) throw new Refusal('STRATEGY_ABOVE_MANDATE', { amount: totalBudget })
}

/**
 * Uses up a check of the password where a mandate is granted: what a strategy says is then signed by hash, without a page
 * on which the lender proves themselves. What was made before is active only by the grant of the mandate, which asks for the
 * password on the screen that lists the strategies. Their order needs none: it funds nothing that none of them allows.
 */
async function askPassword(tx: Transaction, actor: ActorOf<'lender'>): Promise<void> {
  if ((await openOf(tx, actor.lenderId)).length > 0) await consumeGrant(tx, actor, 'STRATEGY')
}

type Named = { id: string; version: number; name: string }

const unended = (tx: Queryable, lenderId: number): Promise<Named[]> =>
  many<Named>(
    tx,
    'funding.auto.unended',
    `select s.id, s.version, v.terms ->> 'name' as name from auto_strategy s
       join auto_strategy_version v on v.lender_id = s.lender_id and v.strategy_id = s.id and v.version = s.version
      where s.lender_id = $1 and s.state <> 'ENDED' order by s.place`,
    [lenderId],
  )

const isNamed = (strategy: Named, name: string): boolean => strategy.name.toLowerCase() === name.toLowerCase()

async function isSame(
  tx: Queryable,
  lenderId: number,
  { id, version }: { id: string; version: number },
  terms: StrategyTerms,
): Promise<boolean> {
  const { same } = await one<{ same: boolean }>(
    tx,
    'funding.auto.same_terms',
    `select terms = $4::jsonb as same from auto_strategy_version
      where lender_id = $1 and strategy_id = $2 and version = $3`,
    [lenderId, id, version, JSON.stringify(terms)],
  )
  return same
}

async function insertVersion(
  tx: Queryable,
  { lenderId, id, version, terms }: { lenderId: number; id: string; version: number; terms: StrategyTerms },
): Promise<void> {
  await run(
    tx,
    'funding.auto.insert_version',
    'insert into auto_strategy_version (lender_id, strategy_id, version, terms) values ($1, $2, $3, $4)',
    [lenderId, id, version, JSON.stringify(terms)],
  )
}

/**
 * Finds a strategy of this lender.
 * @throws Refusal STRATEGY_NOT_FOUND, also for another lender's strategy
 */
export async function findOne(db: Queryable, lenderId: number, strategyId: string): Promise<StrategyRow> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(strategyId)
  const [found] = isId ? await findStrategies(db, lenderId, { id: strategyId }) : []
  return required(found, 'STRATEGY_NOT_FOUND')
}

/** @throws Refusal STRATEGY_NOT_FOUND, STRATEGY_ENDED */
export async function changeable(tx: Queryable, lenderId: number, strategyId: string): Promise<StrategyRow> {
  const strategy = await findOne(tx, lenderId, strategyId)
  if (strategy.state === 'ENDED') throw new Refusal('STRATEGY_ENDED')
  return strategy
}

const show = async (tx: Queryable, lenderId: number, id: string): Promise<Strategy> =>
  toStrategy(await findOne(tx, lenderId, id))

const keptTerms = ({ filters, ...terms }: StrategyTerms): StrategyTerms => ({
  ...terms,
  filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
})

const amountsOf = ({ perLoan, budget, cashToKeep, mostPerBorrower, reinvest }: StrategyTerms) => ({
  perLoan,
  budget,
  cashToKeep,
  mostPerBorrower,
  reinvest,
})
