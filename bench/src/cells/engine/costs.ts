import type { Request } from '../protocol/messages.ts'

/**
 * Milliseconds of a core that each step takes, from what was measured of a funding on one primary (docs/bench.md, "What
 * limits the fundings"). The whole funding is measured; its parts are added up from the figures by statement.
 */
export const stepCost = {
  /** A funding with its loan at the same cell: 4,325 a second on two cores with 64 clients, with `batchCost`. */
  local: 0.4,
  /** The same without locking and counting the loan (9 + 15 of 339 us). */
  ask: 0.372,
  /** Loan locked and counted (24 us), a row for the decision (29), parsing, commit and node for one of a batch (37). */
  reserve: 0.09,
  /** Funding updated (29 us), its job (13), the row of the outbox deleted (13), parsing, commit and node (30). */
  answer: 0.085,
  sign: 0.3,
  withdraw: 0.3,
  /** One share of an installment (64 s for 300,000 shares on two cores, without the rest of the payment). */
  share: 0.2,
  operator: 0.3,
} as const

/** Milliseconds of each transaction beside its steps: flushing it and handing it over between the processes. */
export const batchCost = 2
/** As in the product (server/src/funding/single/funding-batcher.ts): transactions at a time, and fundings in one. */
export const concurrency = 2
export const maxBatchSize = 32
/** From one cell to another; a message and its answer take half a millisecond. */
export const oneWay = 0.25

export function costOf(request: Request): number {
  if (request.kind === 'repay') return stepCost.share * request.shares.length
  if (request.kind === 'end') return stepCost.reserve * request.fundings.length
  return stepCost.reserve
}
