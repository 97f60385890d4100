import { type Draw, isPoor, loansOf, openLoans, outstandingLoans } from './draw.ts'
import * as lender from './draw-lender.ts'
import * as operator from './draw-operator.ts'
import * as staff from './draw-staff.ts'
import * as terms from './draw-terms.ts'
import type { Island } from './island.ts'
import type { Operation } from './operation.ts'
import type { Choices } from '../../../../bench/src/seed/random.ts'

type Weights = readonly (readonly [number, Draw])[]

/**
 * How often each operation is drawn. As in real use most operations are cheap: bank notices, repeated or refused
 * requests, and reads. A funding needs two agreements and their signatures.
 */
const usual: Weights = [
  [130, lender.payIn],
  [150, lender.payInAgain],
  [200, lender.ask],
  [140, lender.again],
  [110, lender.look],
  [30, lender.withdraw],
  [50, lender.callBack],
  [4, lender.fund],
  [1, lender.select],
  [1, lender.fundBulk],
  [1, lender.autoRound],
  [5, lender.sign],
  [1, lender.decline],
  [2, lender.race],
  [1, operator.offer],
  [1, operator.offerBulk],
  [1, operator.takeOver],
  [1, operator.takeBack],
  [1, operator.takeOverCash],
  [1, operator.cancel],
  [2, operator.payOut],
  [4, operator.repay],
  [3, operator.repayFile],
  [5, operator.repayAgain],
  [2, operator.reverse],
  [2, operator.settleEarly],
  [2, terms.change],
  [2, terms.restructure],
  [1, terms.reverseRestructuring],
  [1, terms.goOnWithLate],
  [2, operator.endStray],
  [4, operator.endGiveBack],
  [1, operator.reversePayIn],
  [2, staff.propose],
  [4, staff.decide],
  [1, staff.runAlone],
  [1, staff.withdrawProposal],
  [1, staff.staff],
]

/** Weights with which loans reach their end with fewer operations, each of which takes more time. */
const dense: Weights = [
  [22, lender.payIn],
  [25, lender.payInAgain],
  [34, lender.ask],
  [24, lender.again],
  [19, lender.look],
  [18, lender.withdraw],
  [9, lender.callBack],
  [20, lender.fund],
  [6, lender.select],
  [6, lender.fundBulk],
  [4, lender.autoRound],
  [24, lender.sign],
  [2, lender.decline],
  [8, lender.race],
  [5, operator.offer],
  [3, operator.offerBulk],
  [4, operator.takeOver],
  [4, operator.takeBack],
  [3, operator.takeOverCash],
  [2, operator.cancel],
  [5, operator.payOut],
  [8, operator.repay],
  [12, operator.repayFile],
  [16, operator.repayAgain],
  [6, operator.reverse],
  [3, operator.settleEarly],
  [6, terms.change],
  [10, terms.restructure],
  [4, terms.reverseRestructuring],
  [8, terms.goOnWithLate],
  [6, operator.endStray],
  [12, operator.endGiveBack],
  [2, operator.reversePayIn],
  [8, staff.propose],
  [24, staff.decide],
  [2, staff.runAlone],
  [2, staff.withdrawProposal],
  [6, staff.staff],
]

/** Only what a second pair of eyes decides, for a rule that concerns nothing else. */
const secondPair: Weights = [
  [8, staff.propose],
  [24, staff.decide],
  [3, staff.runAlone],
  [3, staff.withdrawProposal],
  [6, staff.staff],
]

/** Only products and what funds them. */
const bulk: Weights = [
  [8, lender.payIn],
  [6, operator.offerBulk],
  [16, lender.fundBulk],
  [2, operator.cancel],
]

/** Only withdrawals, and what their bank gives back. */
const withdrawals: Weights = [
  [8, lender.payIn],
  [16, lender.withdraw],
  [20, operator.endGiveBack],
]

/** Only loans, from their offer to their last payment, and the payments that are reversed and recorded again. */
const repayments: Weights = [
  [8, lender.payIn],
  [6, operator.offer],
  [12, lender.fund],
  [16, lender.sign],
  [8, operator.payOut],
  [8, operator.takeOver],
  [12, operator.repay],
  [12, operator.repayFile],
  [12, operator.repayAgain],
  [12, operator.reverse],
]

const weights = { usual, dense, secondPair, bulk, withdrawals, repayments }
/**
 * Which operations are drawn how often: `dense` brings loans to their end with fewer operations, and the last ones find
 * sooner what concerns nothing else.
 */
export type Mix = keyof typeof weights

/** In these nothing can be done without a loan that is offered. */
const needsOffers = new Set<Mix>(['usual', 'dense', 'repayments'])

/** With so many loans under way an island offers no more, so that a long run does not slow down. */
const mostActive = 10

/**
 * Draws the next operation of an island. The name of the operation is unique in the run and depends only on the seed.
 */
export function nextOperation(island: Island, choices: Choices, mix: Mix): Operation {
  // Hardly anything is allowed without cash and loans, so each lender begins with a payment.
  const beginner = [...island.lenders.keys()][island.done]
  if (beginner !== undefined) {
    const amount = (isPoor(island, beginner) ? 250_000 : 3_000_000) + choices.below(1_000)
    return { verb: 'pay-in', lender: beginner, method: 1, id: `BEGIN-${beginner}`, amount, forged: false }
  }
  const isFull = outstandingLoans(island).length >= mostActive
  const hasOffers = isFull || openLoans(island).length > 0 || !needsOffers.has(mix)
  for (let attempt = 0; ; attempt += 1) {
    // Filled up with zeros, because payments of one day count in the order of their references.
    const name = `PROVE-${island.index}-${filled(island.done, 6)}-${filled(attempt, 3)}`
    const draw = hasOffers ? choices.weighted(weights[mix]) : operator.offer
    const operation = isFull && isNewLoan(draw) ? null : draw(island, choices, name)
    if (operation) return operation
  }
}

const isNewLoan = (draw: Draw): boolean =>
  [operator.offer, operator.offerBulk, operator.takeOver, lender.autoRound].includes(draw)

const filled = (number: number, digits: number): string => String(number).padStart(digits, '0')

/** Loans that are funded in full and must be paid out before the clock jumps. */
export const waitingForPayOut = (island: Island): Operation[] =>
  loansOf(island, 'FUNDED').map((loan) => ({ verb: 'pay-out', loan }))
