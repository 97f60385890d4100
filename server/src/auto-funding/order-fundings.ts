import type { Context } from '../context.ts'
import { decideFundings, type LenderRequest, type Loaded, lockAndLoad } from '../funding/index.ts'
import { checkMandates, recordMandated } from '../mandate/index.ts'
import { batchMutation, type BatchMutation, type Effect, mutation } from '../platform/commands/command.ts'
import { Refusal } from '../platform/refusal.ts'
import { countFailures, type Decision, endDecisions, endRound, lockWaiting, sumsOf } from './round-store.ts'

type Order = Pick<Decision, 'lenderId' | 'fundingId' | 'loanId' | 'amount'>
/** How an order ended; without a refusal it was funded. */
export type OrderEnd = { refusal: string | null }
type LoadedOrders = { waiting: ReadonlySet<string>; loaded: Loaded }

const requestOf = ({ lenderId, loanId, amount, fundingId }: Order): LenderRequest => ({
  lenderId,
  loanId,
  amount,
  agreementId: fundingId,
})

/**
 * Orders fundings that a round decided on, as `fundLoan` does: the same locks and the same rules, on the agreement that was
 * made for each, and under the mandate of its lender. What cannot be had any more is refused with its reason, and the rest
 * goes on. A decision that has ended stays as it is.
 */
export const orderFundings = (
  roundId: string,
): BatchMutation<Context, Order, OrderEnd, LoadedOrders, 'system'> =>
  batchMutation({
    operation: 'orderAutoFunding',
    permit: ['system'],
    async load(tx, orders) {
      const waiting = await lockWaiting(
        tx,
        orders.map(({ input }) => input.fundingId),
      )
      return {
        waiting,
        loaded: await lockAndLoad(
          tx,
          orders.map(({ input }) => requestOf(input)),
        ),
      }
    },
    async run(tx, orders, context, { waiting, loaded }) {
      const own = orders.map(({ input }) => input).filter(({ fundingId }) => waiting.has(fundingId))
      const mandates = await checkMandates(tx, own)
      const decided = await decideFundings(
        tx,
        context,
        own.map(requestOf),
        loaded,
        mandates.map((mandate) => (mandate instanceof Refusal ? mandate : null)),
      )
      const ends = own.map((order, place) => {
        const [end, mandate] = [decided[place], mandates[place]]
        const refusal = end instanceof Refusal ? end : null
        return { order, refusal, mandate: refusal || mandate instanceof Refusal ? null : mandate }
      })
      tx.defer(
        recordMandated(
          tx,
          ends.flatMap(({ order, mandate }) => (mandate ? [{ ...order, mandateId: mandate.mandateId }] : [])),
        ),
      )
      tx.defer(
        endDecisions(
          tx,
          roundId,
          ends.map(({ order, refusal }) => ({
            lenderId: order.lenderId,
            fundingId: order.fundingId,
            refusal: refusal?.code ?? null,
            params: refusal?.params ?? {},
          })),
        ),
      )
      const byId = new Map(ends.map(({ order, refusal }) => [order.fundingId, refusal]))
      return orders.map(({ input }): Effect<OrderEnd> => effectOf(roundId, input, byId.get(input.fundingId)))
    },
  })

const effectOf = (
  roundId: string,
  { fundingId, lenderId, loanId, amount }: Order,
  refusal: Refusal | null | undefined,
): Effect<OrderEnd> => ({
  answer: { refusal: refusal?.code ?? null },
  subject: `funding:${fundingId}`,
  detail: { roundId, lenderId, loanId, amount, ...(refusal ? { refusal: refusal.code } : {}) },
})

/** Gives decisions up that cannot be ordered: their lenders cannot fund now, they failed too often, or it is too late. */
export const giveUp = mutation<
  Context,
  { roundId: string; ends: readonly (Pick<Order, 'lenderId' | 'fundingId'> & { refusal: string })[] },
  { ended: number }
>({
  operation: 'giveUpAutoFunding',
  permit: ['system'],
  async run(tx, { roundId, ends }) {
    await endDecisions(
      tx,
      roundId,
      ends.map((end) => ({ ...end, params: {} })),
    )
    return {
      answer: { ended: ends.length },
      subject: `auto-round:${roundId}`,
      detail: { ends: ends.map(({ fundingId, refusal }) => ({ fundingId, refusal })) },
    }
  },
})

/** Counts a failure of decisions, which are tried again. */
export const countFailed = mutation<
  Context,
  { roundId: string; fundingIds: readonly string[] },
  { failed: number }
>({
  operation: 'countAutoFundingFailures',
  permit: ['system'],
  async run(tx, { roundId, fundingIds }) {
    await countFailures(tx, fundingIds)
    return { answer: { failed: fundingIds.length }, subject: `auto-round:${roundId}` }
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
