import type { Context } from '../../context.ts'
import { decideFundings, type LenderRequest, type Loaded, lockAndLoad } from '../single/index.ts'
import { checkMandates, recordMandated } from '../mandate/index.ts'
import { batchMutation, type BatchMutation, type Effect, mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findBeyondLimits } from './recheck-limits.ts'
import { findStopped, lockUnchanged } from './recheck-strategies.ts'
import {
  countFailures,
  type Decision,
  endDecisions,
  endRound,
  type FundingKey,
  lockWaiting,
  sumsOf,
} from './round-store.ts'

type Order = Pick<Decision, 'lenderId' | 'fundingId' | 'loanId' | 'amount'>
/** The outcome of an order; null means funded. */
export type OrderEnd = { refusal: string | null }
type LoadedOrders = {
  waiting: ReadonlySet<string>
  stopped: ReadonlyMap<string, string>
  loaded: Loaded
}

const requestOf = ({ lenderId, loanId, amount, fundingId }: Order): LenderRequest => ({
  lenderId,
  loanId,
  amount,
  agreementId: fundingId,
})

const keyOf = ({ lenderId, fundingId }: Order): FundingKey => ({ lenderId, fundingId })

/**
 * Orders the fundings of a round with the locks and rules of `fundLoan`, on the agreement made for each and under the
 * lender's mandate. An order whose loan is no longer available, or whose strategy or limits changed since the decision,
 * is refused with its reason, and the others continue. A decision that has ended is not changed.
 */
export const orderFundings = (
  roundId: string,
): BatchMutation<Context, Order, OrderEnd, LoadedOrders, 'system'> =>
  batchMutation({
    operation: 'orderAutoFunding',
    permit: ['system'],
    async load(tx, orders) {
      const own = orders.map(({ input }) => input)
      const waiting = await lockWaiting(tx, own)
      await lockUnchanged(
        tx,
        own.map(({ lenderId }) => lenderId),
      )
      const loaded = await lockAndLoad(tx, own.map(requestOf))
      const stopped: Map<string, string> = await findStopped(tx, own)
      const going = own.filter(({ fundingId }) => waiting.has(fundingId) && !stopped.has(fundingId))
      for (const [id, reason] of await findBeyondLimits(tx, going.map(keyOf))) stopped.set(id, reason)
      return { waiting, stopped, loaded }
    },
    async run(tx, orders, context, { waiting, stopped, loaded }) {
      const own = orders.map(({ input }) => input).filter(({ fundingId }) => waiting.has(fundingId))
      const going = own.filter(({ fundingId }) => !stopped.has(fundingId))
      const mandates = await checkMandates(tx, going)
      const decided = await decideFundings(
        tx,
        context,
        going.map(requestOf),
        loaded,
        mandates.map((mandate) => (mandate instanceof Refusal ? mandate : null)),
      )
      const decisions = going.map((order, place) => {
        const [end, mandate] = [decided[place], mandates[place]]
        const refusal = end instanceof Refusal ? end : null
        return { order, refusal, mandate: refusal || mandate instanceof Refusal ? null : mandate }
      })
      tx.defer(
        recordMandated(
          tx,
          decisions.flatMap(({ order, mandate }) =>
            mandate ? [{ ...order, mandateId: mandate.mandateId }] : [],
          ),
        ),
      )
      const ends = [
        ...decisions.map(({ order, refusal }) => ({
          ...keyOf(order),
          refusal: refusal?.code ?? null,
          params: refusal?.params ?? {},
        })),
        ...own
          .filter(({ fundingId }) => stopped.has(fundingId))
          .map((order) => ({ ...keyOf(order), refusal: stopped.get(order.fundingId) ?? null, params: {} })),
      ]
      tx.defer(endDecisions(tx, ends))
      const byId = new Map(ends.map(({ fundingId, refusal }) => [fundingId, refusal]))
      return orders.map(({ input }): Effect<OrderEnd> => effectOf(roundId, input, byId.get(input.fundingId)))
    },
  })

const effectOf = (
  roundId: string,
  { fundingId, lenderId, loanId, amount }: Order,
  refusal: string | null = null,
): Effect<OrderEnd> => ({
  answer: { refusal },
  subject: `funding:${fundingId}`,
  detail: { roundId, lenderId, loanId, amount, ...(refusal === null ? {} : { refusal }) },
})

/** Ends decisions that cannot be ordered: the lender cannot fund now, they failed too often, or it is too late. */
export const giveUp = mutation<
  Context,
  { roundId: string; ends: readonly (FundingKey & { refusal: string })[] },
  { ended: number }
>({
  operation: 'giveUpAutoFunding',
  permit: ['system'],
  async run(tx, { roundId, ends }) {
    await endDecisions(
      tx,
      ends.map((end) => ({ ...end, params: {} })),
    )
    return {
      answer: { ended: ends.length },
      subject: `auto-round:${roundId}`,
      detail: { ends: ends.map(({ fundingId, refusal }) => ({ fundingId, refusal })) },
    }
  },
})

/** Counts a failed attempt of decisions, which are retried. */
export const countFailed = mutation<
  Context,
  { roundId: string; decisions: readonly FundingKey[] },
  { failed: number }
>({
  operation: 'countAutoFundingFailures',
  permit: ['system'],
  async run(tx, { roundId, decisions }) {
    await countFailures(tx, decisions)
    return { answer: { failed: decisions.length }, subject: `auto-round:${roundId}` }
  },
})

/** Ends a round whose decisions have all ended. */
export const finishRound = mutation<Context, { roundId: string }, { ended: boolean }>({
  operation: 'finishAutoFundingRound',
  permit: ['system'],
  async run(tx, { roundId }) {
    const ended = await endRound(tx, roundId)
    return { answer: { ended }, subject: `auto-round:${roundId}`, detail: await sumsOf(tx, roundId) }
  },
})
