import type { Platform } from '../engine/platform.ts'
import { addTo, type Books, rowOf } from '../protocol/books.ts'
import type { Message } from '../protocol/messages.ts'
import type { ClientRecords } from '../scenario/lender-clients.ts'

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

/** Each lender has what they had, less withdrawals and settled fundings, with all shares of repayments. Only at rest. */
export function checkCash({ cells }: Platform, initial: ReadonlyMap<number, number>): string[] {
  const expected = new Map(initial)
  for (const { books } of cells) {
    for (const { lender, amount, isSent } of books.withdrawals.values())
      if (isSent) addTo(expected, lender, -amount)
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
