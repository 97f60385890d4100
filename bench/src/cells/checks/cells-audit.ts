import { addTo, type Books, sumKey, type Sums } from '../protocol/books.ts'
import { type Message, moneyOf } from '../protocol/messages.ts'
import { periodAt } from '../protocol/transaction.ts'

/**
 * Compares the money that each cell has sent with what the other has received, by the periods of the messages. A period
 * can be compared once it is over and the sender has nothing of it left in its outbox, while all else goes on.
 */
export function auditPeriods(all: readonly Books[], now: number): { breaches: string[]; compared: number } {
  const breaches: string[] = []
  let compared = 0
  for (const from of all) {
    const open = new Set(
      [...from.outbox.values()].filter(hasMoney).map(({ to, period }) => sumKey(to, period)),
    )
    for (const to of all) {
      if (to === from) continue
      for (let period = 0; period < periodAt(now); period += 1) {
        const key = sumKey(to.cell, period)
        if (open.has(key)) continue
        compared += 1
        const [sent, received] = [from.sent.get(key) ?? 0, to.received.get(sumKey(from.cell, period)) ?? 0]
        if (sent !== received)
          breaches.push(
            `cell ${from.cell} sent ${sent} in period ${period}, and cell ${to.cell} received ${received}`,
          )
      }
    }
  }
  return { breaches, compared }
}

const hasMoney = ({ request }: Message): boolean => moneyOf(request) > 0

/** Compares what is reserved and settled at the homes with the fundings at the lenders' cells. Only at rest. */
export function auditFundings(all: readonly Books[]): string[] {
  const [atLenders, atHomes]: [Sums, Sums] = [new Map(), new Map()]
  const keyOf = (cell: number, home: number, state: string) => `${state} by cell ${cell} at home ${home}`
  for (const { cell, fundings, decisions } of all) {
    for (const { home, state, amount } of fundings.values())
      if (state === 'reserved' || state === 'settled') addTo(atLenders, keyOf(cell, home, state), amount)
    for (const { cell: from, state, amount } of decisions.values()) {
      const same = state === 'taken' ? 'reserved' : state
      if (same === 'reserved' || same === 'settled') addTo(atHomes, keyOf(from, cell, same), amount)
    }
  }
  return [...new Set([...atLenders.keys(), ...atHomes.keys()])].flatMap((key) => {
    const [here, there] = [atLenders.get(key) ?? 0, atHomes.get(key) ?? 0]
    return here === there ? [] : [`${key}: ${there} decided, ${here} in fundings`]
  })
}
