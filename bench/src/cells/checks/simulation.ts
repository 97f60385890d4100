import type { Platform } from '../engine/platform.ts'
import { addTo, type Books, type Funding, rowOf } from '../protocol/books.ts'
import type { Message } from '../protocol/messages.ts'
import type { ClientRecords, FundingRecord } from '../scenario/lender-clients.ts'

// What can be checked only by one who sees all cells at one moment, and all clients.

const total = (amounts: Iterable<number>): number => [...amounts].reduce((sum, amount) => sum + amount, 0)

/** The money in all cells and under way is what came from outside, at any moment. */
export function checkMoney({ cells }: Platform): string[] {
  const all = cells.map(({ books }) => books)
  const inside = total(
    all.flatMap(({ accounts, loans }) => [
      ...[...accounts.values()].map(({ cash }) => cash),
      ...[...loans.values()].map(({ escrow }) => escrow),
    ]),
  )
  const underWay = total(
    all.flatMap(({ outbox }) => [...outbox.values()].map((one) => undelivered(all, one))),
  )
  const outside = total(all.map(({ paidIn, paidOut }) => paidIn - paidOut))
  return inside + underWay === outside
    ? []
    : [`${inside} in cells and ${underWay} under way are not ${outside}`]
}

/** The money of a message that its receiver has not booked, by the receiver's own rows. */
function undelivered(all: readonly Books[], { id, to, request }: Message): number {
  const books = all[to]
  if (!books) return 0
  switch (request.kind) {
    case 'settle': {
      const state = books.decisions.get(request.funding)?.state
      return state === 'settled' || state === 'refunded' ? 0 : request.amount
    }
    case 'end':
      return total(
        request.fundings.map(({ funding, refund }) =>
          rowOf(books.fundings, funding).state === 'refunded' ? 0 : refund,
        ),
      )
    case 'repay':
      return books.repayments.has(id) ? 0 : total(request.shares.map(({ amount }) => amount))
    case 'reserve':
    case 'release':
      return 0
  }
}

/** Once all faults are over: no message waits, no hold is left, and every client has its answer. */
export function checkRest({ cells }: Platform, { fundings, withdrawals }: ClientRecords): string[] {
  const waiting = cells.flatMap(({ books }) => [
    ...[...books.outbox.keys()].map((id) => `${id} is still in the outbox of cell ${books.cell}`),
    ...[...books.fundings.values()]
      .filter(({ state }) => state === 'asked' || state === 'reserved' || state === 'settling')
      .map(({ id, state }) => `funding ${id} is ${state} for ever`),
    ...[...books.decisions.values()]
      .filter(({ state }) => state === 'taken')
      .map(({ funding, loan }) => `loan ${loan} is reserved for funding ${funding} for ever`),
  ])
  const unanswered = [
    ...fundings.filter(({ outcome, isGivenUp }) => outcome === null && !isGivenUp),
    ...withdrawals.filter(({ isSent }) => isSent === null),
  ]
  return [...waiting, ...unanswered.map(({ key }) => `${key} was never answered`)]
}

/** Nothing that a client was answered is lost or doubled. */
export function checkAnswers(platform: Platform, { fundings, withdrawals }: ClientRecords): string[] {
  return [
    ...fundings.flatMap((record) => {
      const { books } = platform.cellOf(record.lender)
      const made = books.keys.get(record.key)
      const funding = made === undefined ? undefined : rowOf(books.fundings, made)
      const fault = faultOfFunding(platform, record, funding)
      return fault === null ? [] : [`${record.key}: ${fault}`]
    }),
    ...withdrawals.flatMap(({ key, lender, isSent }) => {
      const isBooked = platform.cellOf(lender).books.withdrawals.has(key)
      return isSent === null || isBooked === isSent ? [] : [`${key} was answered ${isSent}, and is not so`]
    }),
  ]
}

function faultOfFunding(
  platform: Platform,
  record: FundingRecord,
  funding: Funding | undefined,
): string | null {
  const { outcome, signed, loan } = record
  if (!funding) return outcome === null ? null : `was ${outcome}, and is lost`
  const home = platform.cellOf(loan).books
  const decided = home.decisions.get(funding.id)?.state
  if (outcome === 'refused')
    return funding.state === 'refused' && (decided === undefined || decided === 'refused')
      ? null
      : `was refused, and is ${funding.state}, at its home ${decided}`
  if (outcome !== null && funding.state === 'refused') return `was ${outcome}, and is refused`
  const isSigned = signed === 'settling' || signed === 'settled' || signed === 'refunded'
  if (!isSigned) return null
  if (funding.state === 'settled' && decided === 'settled') return null
  const isCancelled = rowOf(home.loans, loan).state === 'cancelled'
  const isReturned = funding.state === 'refunded' || funding.state === 'cancelled'
  return isCancelled && isReturned ? null : `was signed, and is ${funding.state}, at its home ${decided}`
}

/** Each lender has what they had, less withdrawals and settled fundings, with all shares of repayments. Only at rest. */
export function checkCash({ cells }: Platform, initial: ReadonlyMap<number, number>): string[] {
  const expected = new Map(initial)
  for (const { books } of cells) {
    for (const { lender, amount } of books.withdrawals.values()) addTo(expected, lender, -amount)
    for (const { lender, amount, state } of books.decisions.values())
      if (state === 'settled') addTo(expected, lender, -amount)
    for (const [lender, amount] of books.distributed) addTo(expected, lender, amount)
  }
  return cells.flatMap(({ books }) =>
    [...books.accounts].flatMap(([id, { cash }]) =>
      cash === expected.get(id) ? [] : [`lender ${id} has ${cash} and should have ${expected.get(id)}`],
    ),
  )
}
